//! Runs the blocks of one Markdown file.
//!
//! In: its text. Out: what does not hold, each with its line, and the text with its `trace` and
//! `report` fences as they should be. See `spec/README.md` for the form.

use std::collections::BTreeMap;
use std::ops::Range;

use islay::session::testing;
use islay::{Diagnostics, Error, Files, Scene, export, import};

use crate::markdown::{Block, blocks, rewritten};
use crate::{annotation, diff, table, talk};

/// The name of a scene of the specification in diagnostics.
const SCENE: &str = "scene.islay";
/// The name of a document of the specification.
const DOCUMENT: &str = "scene.3di";

/// What became of a file.
#[derive(Debug, Default)]
pub struct Outcome {
    /// One text for each thing that does not hold.
    pub failures: Vec<String>,
    /// The file with its fences as they should be.
    pub updated: String,
    /// Blocks that were run.
    pub n_blocks: usize,
}

/// Runs a file; `name` stands for it in failures.
pub fn run(name: &str, text: &str) -> Outcome {
    let mut file = File { name, ..File::default() };
    for block in blocks(text) {
        file.block(&block);
    }
    let (failures, n_blocks) = (file.failures, file.n_blocks);
    Outcome { failures, n_blocks, updated: rewritten(text, &file.edits) }
}

#[derive(Default)]
struct File<'a> {
    name: &'a str,
    failures: Vec<String>,
    edits: Vec<(Range<usize>, String)>,
    n_blocks: usize,
    /// Blocks that others begin with.
    named: BTreeMap<String, String>,
    /// Files that the section's scenes may use.
    files: Vec<(String, String)>,
    section: usize,
    scene: Option<Result<Scene, Diagnostics>>,
    /// Its text.
    text: Option<String>,
    /// The text of the last document, or what is wrong with it.
    imported: Option<Result<String, Diagnostics>>,
}

impl File<'_> {
    fn block(&mut self, block: &Block) {
        if block.section != self.section {
            self.section = block.section;
            self.files.clear();
            self.scene = None;
            self.text = None;
            self.imported = None;
        }
        self.n_blocks += 1;
        match block.kind.as_str() {
            "islay" => self.islay(block),
            "3di" => self.document(block),
            "import" => self.imported(block),
            "export" => self.exported(block),
            "trace" => self.trace(block),
            "report" => self.report(block),
            "repl" => self.talk(block),
            _ => self.n_blocks -= 1,
        }
    }

    fn fail(&mut self, line: usize, what: &str) {
        self.failures.push(format!("{}:{line}: {what}", self.name));
    }

    fn islay(&mut self, block: &Block) {
        if let Some(name) = block.option("name") {
            self.named.insert(name.to_owned(), block.body.clone());
        }
        if let Some(file) = block.option("file") {
            self.files.push((file.to_owned(), block.body.clone()));
            return;
        }
        let before = match block.option("with").map(|name| self.named.get(name).cloned()) {
            Some(None) => {
                return self.fail(block.line, "no block above has the name behind `with=`");
            }
            Some(Some(before)) => before,
            None => String::new(),
        };
        let text = format!("{before}{}", block.body);
        let built = build(&self.files, &text);
        self.compare(block, before.lines().count(), &text, diagnostics(&built));
        if let Ok(scene) = &built {
            self.tests(block, scene);
        }
        self.scene = Some(built);
        self.text = Some(text);
    }

    /// Compares the diagnostics of the scene, and of the files it uses, with the annotations.
    fn compare(&mut self, block: &Block, above: usize, text: &str, found: &Diagnostics) {
        let line = block.line.saturating_sub(above);
        let mut texts: Vec<(&str, &str)> = vec![(SCENE, text)];
        texts.extend(self.files.iter().map(|(name, text)| (name.as_str(), text.as_str())));
        let mut differences = Vec::new();
        for (name, text) in &texts {
            let said = annotation::annotations(text);
            let here = found.only(name);
            let at = |d: String| if *name == SCENE { d } else { format!("{name}: {d}") };
            differences.extend(annotation::differences(&said, &here, name).into_iter().map(at));
        }
        let elsewhere =
            found.iter().filter(|d| !texts.iter().any(|(name, _)| **name == *d.place.file));
        differences.extend(elsewhere.map(|d| format!("{}: {}", d.place.file, d.message)));
        if !differences.is_empty() {
            let said = differences.join("\n    ");
            self.fail(line, &format!("(lines from here on)\n    {said}"));
        }
    }

    fn tests(&mut self, block: &Block, scene: &Scene) {
        let mut failed = 0;
        for run in testing::run(scene, "") {
            let Some(failure) = &run.failure else { continue };
            failed += 1;
            if block.option("fails").is_none() {
                self.fail(block.line, &failure.to_text(scene, &run.name, false));
            }
        }
        if block.option("fails").is_some() && failed == 0 {
            self.fail(block.line, "no test fails");
        }
    }

    /// An Islay 3D document: the blocks below speak of the scene that it becomes.
    fn document(&mut self, block: &Block) {
        let is = |name: &str| block.option(name).is_some();
        let (rename, held_keys, keep_layout) = (is("rename"), is("held-keys"), is("keep-layout"));
        let options =
            import::Options { rename, held_keys, keep_layout, ..import::Options::default() };
        let files = Files::from_texts([]);
        let made = import::threedi(DOCUMENT, block.body.as_bytes(), &files, &options);
        let (text, found) = match made {
            Ok(made) => (Ok(made.text), made.diagnostics),
            Err(Error::Scene(found)) => (Err(found.clone()), found),
            Err(error) => return self.fail(block.line, &error.to_string()),
        };
        let body = block.body.replace("-->", "   ");
        let differences =
            annotation::differences(&annotation::annotations(&body), &found, DOCUMENT);
        if !differences.is_empty() {
            let said = differences.join("\n    ");
            self.fail(block.line, &format!("(lines from here on)\n    {said}"));
        }
        self.scene = Some(match &text {
            Ok(text) => build(&[], text),
            Err(found) => Err(found.clone()),
        });
        self.imported = Some(text);
    }

    fn imported(&mut self, block: &Block) {
        match self.imported.take() {
            None => self.fail(block.line - 1, "no document stands above in this section"),
            Some(Err(_)) => self.fail(block.line - 1, "the document above has errors"),
            Some(Ok(text)) => {
                if let Some(Err(found)) = &self.scene {
                    let found = found.to_text(false);
                    self.fail(block.line, &format!("the scene has errors:\n{found}"));
                }
                self.expect(block, text);
            }
        }
    }

    fn exported(&mut self, block: &Block) {
        let Some(Ok(scene)) = &self.scene else {
            return self.fail(block.line - 1, "no scene without errors stands above");
        };
        let found = match export::threedi(scene, "") {
            Ok(made) => made.diagnostics.to_text(false) + &*made.text,
            Err(Error::Scene(found)) => found.to_text(false),
            Err(error) => error.to_string(),
        };
        self.expect(block, found);
    }

    fn trace(&mut self, block: &Block) {
        let found = match &self.scene {
            None => Err("no scene stands above in this section".to_owned()),
            Some(Err(_)) => Err("the scene above has errors".to_owned()),
            Some(Ok(scene)) => table::table(scene, block),
        };
        match found {
            Ok(found) => self.expect(block, found),
            Err(why) => self.fail(block.line - 1, &why),
        }
    }

    /// A conversation with the scene of that name, or with that of the section.
    fn talk(&mut self, block: &Block) {
        let mut files = self.files.clone();
        let named = block.option("with").map(|name| self.named.get(name).cloned());
        match (named, self.text.clone()) {
            (Some(None), _) => {
                return self.fail(block.line, "no block above has the name behind `with=`");
            }
            (Some(Some(text)), _) | (None, Some(text)) => files.push((SCENE.to_owned(), text)),
            (None, None) => {}
        }
        let stop = block.option("stop").and_then(|n| n.parse().ok());
        match talk::held(&files, &block.body, stop) {
            Ok(found) => self.expect(block, found),
            Err(why) => self.fail(block.line, &why),
        }
    }

    fn report(&mut self, block: &Block) {
        match &self.scene {
            None => self.fail(block.line - 1, "no scene stands above in this section"),
            Some(built) => {
                let found = diagnostics(built).to_text(false);
                self.expect(block, found);
            }
        }
    }

    fn expect(&mut self, block: &Block, found: String) {
        if block.body != found {
            match block.body.is_empty() {
                true => self.fail(block.line, "this is empty: UPDATE_EXPECT=1 fills it in"),
                false => {
                    let diff = diff::lines(&block.body, &found);
                    self.fail(block.line, &format!("(- written, + found)\n{diff}"));
                }
            }
            self.edits.push((block.bytes.clone(), found));
        }
    }
}

fn build(files: &[(String, String)], text: &str) -> Result<Scene, Diagnostics> {
    let files = Files::from_texts(files.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    Scene::from_text_in(SCENE, text, &files).map_err(|error| match error {
        Error::Scene(found) => found,
        _ => Diagnostics::default(),
    })
}

fn diagnostics(built: &Result<Scene, Diagnostics>) -> &Diagnostics {
    match built {
        Ok(scene) => scene.diagnostics(),
        Err(found) => found,
    }
}
