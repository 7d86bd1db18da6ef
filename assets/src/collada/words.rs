//! The words of COLLADA that Islay knows: elements and attributes.
//!
//! In: a name as it stands in the file, without its prefix. Out: its word, or `None` for the many
//! that say nothing about what is seen or how it moves.

/// What stands between the tags of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// Elements, or nothing of interest.
    Elements,
    /// Numbers with a point.
    Floats,
    /// Whole numbers.
    Integers,
    /// Words.
    Text,
    /// Nothing in it is of interest.
    Foreign,
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident: $($word:ident $text:literal)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum $name { $($word,)* }

        impl $name {
            /// The word of a name.
            pub(super) fn of(name: &str) -> Option<Self> {
                match name { $($text => Some(Self::$word),)* _ => None }
            }

            /// How it is written.
            pub(super) fn text(self) -> &'static str {
                match self { $(Self::$word => $text,)* }
            }
        }
    };
}

words! {
    /// Elements.
    Tag:
    Collada "COLLADA" Asset "asset" Unit "unit" UpAxis "up_axis" Scene "scene" Extra "extra"
    InstanceVisualScene "instance_visual_scene" VisualScene "visual_scene" Node "node"
    Matrix "matrix" Translate "translate" Rotate "rotate" Scale "scale" Skew "skew" Lookat "lookat"
    InstanceNode "instance_node" InstanceGeometry "instance_geometry"
    InstanceController "instance_controller" Skeleton "skeleton" BindMaterial "bind_material"
    InstanceMaterial "instance_material" BindVertexInput "bind_vertex_input"
    Geometry "geometry" Mesh "mesh" ConvexMesh "convex_mesh" Spline "spline" Brep "brep"
    Source "source" FloatArray "float_array" NameArray "Name_array" IdrefArray "IDREF_array"
    SidrefArray "SIDREF_array" IntArray "int_array" BoolArray "bool_array"
    TechniqueCommon "technique_common" Technique "technique" Accessor "accessor" Param "param"
    Vertices "vertices" Input "input" Triangles "triangles" Polylist "polylist"
    Polygons "polygons" Trifans "trifans" Tristrips "tristrips" Lines "lines"
    Linestrips "linestrips" P "p" Ph "ph" H "h" Vcount "vcount" V "v"
    Controller "controller" Skin "skin" Morph "morph" BindShapeMatrix "bind_shape_matrix"
    Joints "joints" VertexWeights "vertex_weights" Targets "targets"
    Animation "animation" Sampler "sampler" Channel "channel" AnimationClip "animation_clip"
    InstanceAnimation "instance_animation"
    Material "material" InstanceEffect "instance_effect" Effect "effect"
    ProfileCommon "profile_COMMON" ProfileGlsl "profile_GLSL" ProfileCg "profile_CG"
    ProfileGles "profile_GLES" ProfileGles2 "profile_GLES2" ProfileBridge "profile_BRIDGE"
    Newparam "newparam" Surface "surface" Sampler2d "sampler2D" InstanceImage "instance_image"
    InitFrom "init_from" Ref "ref" Image "image" Phong "phong" Lambert "lambert" Blinn "blinn"
    Constant "constant" Emission "emission" Diffuse "diffuse" Transparent "transparent"
    Transparency "transparency" Color "color" Float "float" Float3 "float3" Float4 "float4"
    Texture "texture" LibraryAnimations "library_animations"
    LibraryAnimationClips "library_animation_clips" LibraryControllers "library_controllers"
    LibraryEffects "library_effects" LibraryGeometries "library_geometries"
    LibraryImages "library_images" LibraryMaterials "library_materials"
    LibraryNodes "library_nodes" LibraryVisualScenes "library_visual_scenes"
}

words! {
    /// Attributes.
    Key:
    Id "id" Sid "sid" Name "name" Url "url" Source "source" Target "target"
    Semantic "semantic" Offset "offset" Set "set" Count "count" Stride "stride"
    Symbol "symbol" Material "material" InputSemantic "input_semantic" InputSet "input_set"
    Opaque "opaque" Texture "texture" Texcoord "texcoord" Meter "meter" Version "version"
    Start "start" End "end" Type "type" Method "method" Profile "profile" Ref "ref"
}

impl Tag {
    /// What stands between its tags.
    pub(super) fn content(self) -> Content {
        match self {
            Self::FloatArray
            | Self::Matrix
            | Self::Translate
            | Self::Rotate
            | Self::Scale
            | Self::Skew
            | Self::Lookat
            | Self::BindShapeMatrix
            | Self::Color
            | Self::Float
            | Self::Float3
            | Self::Float4 => Content::Floats,
            Self::P | Self::H | Self::Vcount | Self::V => Content::Integers,
            Self::UpAxis
            | Self::Skeleton
            | Self::Source
            | Self::NameArray
            | Self::IdrefArray
            | Self::SidrefArray
            | Self::InitFrom
            | Self::Ref => Content::Text,
            Self::Extra
            | Self::Spline
            | Self::Brep
            | Self::ProfileGlsl
            | Self::ProfileCg
            | Self::ProfileGles
            | Self::ProfileGles2
            | Self::ProfileBridge => Content::Foreign,
            _ => Content::Elements,
        }
    }
}
