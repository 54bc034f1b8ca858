//! The options of a game as arguments, for commands that serve every game.

use kernel::{AnyRefusal, Kind};
use serde_json::{Map, Value};

/// The options of a table.
#[derive(Debug, clap::Args)]
pub(crate) struct ChosenOptions {
    /// A named set of options
    #[arg(long)]
    preset: Option<String>,

    /// Options as JSON, in addition to the preset
    #[arg(long, value_name = "JSON")]
    options: Option<String>,
}

impl ChosenOptions {
    /// The preset's options with the single options added; `null` if there are none.
    pub(crate) fn value(&self, kind: &dyn Kind) -> Result<Value, AnyRefusal> {
        let refuse = |message: String| AnyRefusal::new("bad_options", message);
        let mut options = match &self.preset {
            None => Value::Null,
            Some(name) => {
                let presets = kind.presets();
                let found = presets.iter().find(|(preset, _)| preset == name);
                let known: Vec<&str> = presets.iter().map(|(preset, _)| *preset).collect();
                let unknown = || {
                    refuse(format!(
                        "there is no preset {name:?}: choose from {}",
                        known.join(", ")
                    ))
                };
                found.ok_or_else(unknown)?.1.clone()
            }
        };
        if let Some(given) = &self.options {
            let wrong = |error| refuse(format!("--options must be a JSON object: {error}"));
            let given: Map<String, Value> = serde_json::from_str(given).map_err(wrong)?;
            match &mut options {
                Value::Object(fields) => fields.extend(given),
                none => *none = Value::Object(given),
            }
        }
        Ok(options)
    }
}
