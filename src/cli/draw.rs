//! `islay draw`: state diagrams as pictures and as texts for other tools.

use clap::Args;
use islay::session::chart::{self, Sheet};

use super::console::{Console, Exit, Root, Stop};
use super::save::deliver;

const EXAMPLES: &str = "\
Examples:
  islay draw hero.islay -o hero.svg              every diagram
  islay draw hero.islay Hero.Turn -o turn.png    one of them
  islay draw hero.islay Hero                     as Mermaid on stdout
  islay draw hero.islay --as dot | dot -Tpdf     through Graphviz";

/// What to draw.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The scene (`-`: stdin)
    scene: String,
    /// A character, or one of its diagrams: `Hero`, `Hero.Turn`
    which: Option<String>,
    /// Where to: .svg, .png, .dot or .mmd (Mermaid); without it Mermaid on stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// The form, where the file's name does not say it
    #[arg(long = "as", value_name = "FORM")]
    form: Option<Form>,
    #[command(flatten)]
    root: Root,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    Svg,
    Png,
    Dot,
    #[value(alias = "mermaid")]
    Mmd,
}

/// Draws.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result<Exit, Stop> {
    let output = arguments.output.as_deref().unwrap_or("-");
    let form = form(arguments, output)?;
    let scene = console.scene(&arguments.scene, &arguments.root)?;
    let graphs = chart::graphs(&scene, arguments.which.as_deref())?;
    if graphs.is_empty() {
        return Err(Stop::Usage(format!("`{}` has no diagrams", scene.name())));
    }
    let bytes = match form {
        Form::Dot => chart::dot(&chart::together(graphs, scene.name())).into_bytes(),
        Form::Mmd => chart::mermaid(&chart::together(graphs, scene.name())).into_bytes(),
        Form::Svg | Form::Png => {
            let sheet = Sheet::new(graphs).map_err(|large| {
                Stop::Usage(format!(
                    "a diagram is too large to be laid out: {large}; with -o x.dot Graphviz does it"
                ))
            })?;
            match form {
                Form::Svg => chart::svg(&sheet, &[]).into_bytes(),
                _ => chart::png(&sheet)?,
            }
        }
    };
    deliver(output, &bytes, console)?;
    Ok(Exit::Good)
}

/// By `--as`, or by the end of the file's name.
fn form(arguments: &Arguments, output: &str) -> Result<Form, Stop> {
    if let Some(form) = arguments.form {
        return Ok(form);
    }
    let end = output.rsplit_once('.').map_or("", |(_, end)| end);
    match end.to_ascii_lowercase().as_str() {
        "svg" => Ok(Form::Svg),
        "png" => Ok(Form::Png),
        "dot" | "gv" => Ok(Form::Dot),
        "mmd" => Ok(Form::Mmd),
        _ if output == "-" => Ok(Form::Mmd),
        _ => Err(Stop::Usage(format!(
            "the name `{output}` ends in none of .svg, .png, .dot, .mmd; --as says which it is"
        ))),
    }
}
