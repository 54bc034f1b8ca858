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
    /// The arguments that choose them, with a space before each.
    pub(crate) fn typed(&self) -> String {
        let preset = self.preset.as_ref();
        let preset = preset.map(|preset| format!(" --preset {preset:?}"));
        let options = self.options.as_ref();
        let options = options.map(|options| format!(" --options '{options}'"));
        preset.unwrap_or_default() + &options.unwrap_or_default()
    }

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
                        "the preset must be one of {}, not {name:?}",
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
