//! Random diagrams: nothing lies on anything else.

use super::{Arrow, Graph, Kind, Node};

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// A diagram of so many states, some in others, with arrows of all kinds.
fn random(seed: u64, states: usize) -> Graph {
    let mut d = Dice(seed);
    let mut graph = Graph { title: "Some.Diagram".to_owned(), ..Graph::default() };
    for i in 0..states {
        let outer = (i > 0 && d.below(3) == 0).then(|| d.below(i));
        // at most two levels
        let parent = outer.filter(|o| graph.nodes[*o].parent.is_none());
        let lines = (0..d.below(3)).map(|n| format!("move x {n} for 1s ease")).collect();
        graph.nodes.push(Node {
            kind: Kind::State,
            id: format!("S{i}"),
            label: format!("State{i}"),
            lines,
            parent,
        });
    }
    for _ in 0..states + d.below(states) {
        let (from, to) = (d.below(states), d.below(states));
        if graph.is_scope(from) || graph.lies_in(from, to) {
            continue;
        }
        graph.arrows.push(Arrow { from, to, lines: vec![format!("key(A) and x > {to}")] });
    }
    graph
}

#[test]
fn nothing_lies_on_anything_else_up_to_thirty_states() {
    for seed in 0..60 {
        let graph = random(seed, 2 + (seed as usize * 7) % 29);
        let plan = graph.plan().unwrap();
        assert_eq!(plan.clash(&graph), None, "seed {seed}");
    }
}

#[test]
fn what_lies_in_a_scope_is_inside_of_it() {
    for seed in 0..30 {
        let graph = random(seed, 12);
        let plan = graph.plan().unwrap();
        for (node, area) in graph.nodes.iter().zip(&plan.nodes) {
            let Some(scope) = node.parent.map(|p| plan.nodes[p]) else { continue };
            let ends = [[area.x, area.y], [area.x + area.width, area.y + area.height]];
            assert!(ends.iter().all(|p| scope.holds(*p)), "seed {seed}: {} leaves", node.id);
        }
    }
}

#[test]
fn the_same_diagram_is_drawn_the_same_way() {
    let graph = random(7, 20);
    assert_eq!(graph.plan(), graph.plan());
}

#[test]
fn a_diagram_that_is_too_large_is_refused() {
    let refused = random(1, 101).plan().unwrap_err();
    assert!(refused.to_string().contains("101 states"), "{refused}");
}

#[test]
fn an_arrow_to_a_scope_ends_at_its_edge() {
    let node = |label: &str, parent| Node {
        kind: Kind::State,
        id: label.to_owned(),
        label: label.to_owned(),
        lines: vec![],
        parent,
    };
    let nodes = vec![node("Out", None), node("Scope", None), node("In", Some(1))];
    let arrows = vec![Arrow { from: 0, to: 1, lines: vec!["go".to_owned()] }];
    let graph = Graph { title: String::new(), lines: vec![], nodes, arrows };
    let plan = graph.plan().unwrap();
    let end = *plan.arrows[0].points.last().unwrap();
    assert!((end[1] - plan.nodes[1].y).abs() < 0.5, "{end:?} {:?}", plan.nodes[1]);
    assert!(!plan.arrows[0].label.overlaps(&plan.nodes[1]));
}

#[test]
fn texts_are_safe_in_every_form() {
    let mut graph = random(3, 2);
    graph.nodes[0].label = "<\"a\" & #b;>\u{1}".to_owned();
    let sheet = super::Sheet::new([graph.clone()]).unwrap();
    let svg = super::svg(&sheet, &[]);
    assert!(svg.contains("&lt;&quot;a&quot; &amp; #b;&gt;<"), "{svg}");
    assert!(super::dot(&graph).contains(r##"<\"a\" & #b;>"##));
    assert!(super::mermaid(&graph).contains("#60;#34;a#34; #38; #35;b#59;#62;"));
}
