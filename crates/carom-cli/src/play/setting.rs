//! Parameters of instruments, as a command is given them.

use std::str::FromStr;

use carom_files::{did_you_mean, listed};
use carom_instrument::{Action, Instrument, Parameter, Scale};

use super::Seat;
use crate::error::CommandError;

/// A parameter with its value, for all instruments or for those of one scene.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    /// As it was written.
    pub(crate) text: String,
    scene: Option<String>,
    parameter: Parameter,
    value: f64,
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (left, value) = text.split_once('=').ok_or("it must be PARAMETER=VALUE")?;
        let (scene, name) = match left.rsplit_once('.') {
            Some((scene, name)) => (Some(scene.to_owned()), name),
            None => (None, left),
        };
        let name = name.trim().replace('-', " ");
        let names = || Parameter::ALL.into_iter().map(|parameter| parameter.about().name);
        let parameter = Parameter::of_name(&name).ok_or_else(|| {
            let all = format!("there are {}", listed(names()).to_lowercase());
            format!("there is no parameter `{name}`: {}", did_you_mean(&name, names(), &all))
        })?;
        let value = parameter.read(value).ok_or_else(|| allowed(parameter, value))?;
        Ok(Self { text: text.to_owned(), scene, parameter, value })
    }
}

/// Why a value is none of a parameter.
fn allowed(parameter: Parameter, value: &str) -> String {
    let about = parameter.about();
    let name = about.name.to_lowercase();
    match about.scale {
        Scale::Words(words) => {
            format!("`{name}` is `{value}`; it may be {}", listed(words().iter().copied()))
        }
        _ => {
            let [low, high] = about.range.map(|value| parameter.text(value));
            format!("`{name}` is `{value}`; it may be from {low} to {high}")
        }
    }
}

/// Refuses settings of scenes that do not play.
pub(crate) fn check(settings: &[Setting], seats: &[Seat]) -> Result<(), CommandError> {
    for setting in settings {
        if let Some(scene) = &setting.scene
            && !seats.iter().any(|seat| seat.name == *scene)
        {
            let names = listed(seats.iter().map(|seat| &*seat.name));
            let message = format!("--set {}: `{scene}` does not play; {names} do", setting.text);
            return Err(CommandError::Input(message));
        }
    }
    Ok(())
}

/// Sets what concerns an instrument.
pub(crate) fn apply(settings: &[Setting], seat: &Seat, instrument: &mut Instrument) {
    for setting in settings {
        if setting.scene.as_ref().is_none_or(|scene| *scene == seat.name) {
            instrument.act(Action::Set(setting.parameter, setting.value));
        }
    }
}
