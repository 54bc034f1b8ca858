//! The options of a game as arguments, for commands that serve every game alike.

use kernel::{AnyRefusal, Kind};
use serde_json::{Map, Value};

/// What a table chooses before it starts.
#[derive(Debug, clap::Args)]
pub(crate) struct Chosen {
    /// A named set of options
    #[arg(long)]
    preset: Option<String>,

    /// Options as JSON, beside those of the preset
    #[arg(long, value_name = "JSON")]
    options: Option<String>,
}

impl Chosen {
    /// The preset's options with those given one by one beside them; `null` if there are none.
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
            let wrong = |error| refuse(format!("--options is a JSON object: {error}"));
            let given: Map<String, Value> = serde_json::from_str(given).map_err(wrong)?;
            match &mut options {
                Value::Object(fields) => fields.extend(given),
                none => *none = Value::Object(given),
            }
        }
        Ok(options)
    }
}
