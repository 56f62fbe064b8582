//! Parameters as hosts see them.

use std::ffi::CStr;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

use carom_instrument::{About, Instrument, Parameter, Scale};
use clack_extensions::params::{
    ParamDisplayWriter, ParamInfo, ParamInfoFlags, ParamInfoWriter, PluginMainThreadParams,
};
use clack_plugin::events::io::{InputEvents, OutputEvents};
use clack_plugin::events::spaces::CoreEventSpace;
use clack_plugin::prelude::*;
use clack_plugin::utils::Cookie;

use crate::desk::Desk;

/// The values of all parameters, which any thread may ask for. Whoever changes one changes it here.
pub struct Values([AtomicU64; Parameter::ALL.len()]);

impl Default for Values {
    fn default() -> Self {
        Self(Parameter::ALL.map(|parameter| AtomicU64::new(parameter.about().usual.to_bits())))
    }
}

impl PluginShared<'_> for Values {}

impl Values {
    pub(crate) fn get(&self, parameter: Parameter) -> f64 {
        f64::from_bits(self.0[parameter.number() as usize].load(Ordering::Relaxed))
    }

    pub(crate) fn set(&self, parameter: Parameter, value: f64) {
        self.0[parameter.number() as usize].store(value.to_bits(), Ordering::Relaxed);
    }

    /// Takes those of an instrument.
    pub(crate) fn take(&self, instrument: &Instrument) {
        for parameter in Parameter::ALL {
            self.set(parameter, instrument.value(parameter));
        }
    }
}

/// The parameter that a host means.
pub(crate) fn of_id(id: Option<ClapId>) -> Option<Parameter> {
    Parameter::of_number(id?.get())
}

/// A value as hosts see it.
pub(crate) fn to_host(parameter: Parameter, value: f64) -> f64 {
    match parameter.about().scale {
        Scale::Log => parameter.position(value),
        Scale::Linear | Scale::Words(_) => value,
    }
}

/// A value that came from a host; nothing for what is no number.
pub(crate) fn from_host(parameter: Parameter, value: f64) -> Option<f64> {
    match parameter.about().scale {
        _ if value.is_nan() => None,
        Scale::Log => Some(parameter.at(value)),
        Scale::Linear | Scale::Words(_) => parameter.fit(value),
    }
}

/// A difference of values as hosts see them, as a share of the scale. Words have none.
pub(crate) fn share(parameter: Parameter, amount: f64) -> Option<f64> {
    let About { range: [low, high], scale, .. } = *parameter.about();
    let share = match scale {
        Scale::Log => amount,
        Scale::Linear => amount / (high - low),
        Scale::Words(_) => return None,
    };
    share.is_finite().then_some(share)
}

fn flags(about: &About) -> ParamInfoFlags {
    let mut flags = ParamInfoFlags::IS_AUTOMATABLE;
    if matches!(about.scale, Scale::Words(_)) {
        return flags | ParamInfoFlags::IS_STEPPED | ParamInfoFlags::IS_ENUM;
    }
    flags |= ParamInfoFlags::IS_MODULATABLE;
    if about.per_note {
        flags |= ParamInfoFlags::IS_MODULATABLE_PER_NOTE_ID
            | ParamInfoFlags::IS_MODULATABLE_PER_KEY
            | ParamInfoFlags::IS_MODULATABLE_PER_CHANNEL;
    }
    flags
}

impl PluginMainThreadParams for Desk<'_> {
    fn count(&self) -> u32 {
        Parameter::ALL.len() as u32
    }

    fn get_info(&self, index: u32, info: &mut ParamInfoWriter) {
        let Some(parameter) = Parameter::of_number(index) else { return };
        let about = parameter.about();
        let [low, high] = about.range;
        info.set(&ParamInfo {
            id: ClapId::new(parameter.number()),
            flags: flags(about),
            cookie: Cookie::empty(),
            name: about.name.as_bytes(),
            module: b"",
            min_value: to_host(parameter, low),
            max_value: to_host(parameter, high),
            default_value: to_host(parameter, self.usual.get()[index as usize]),
        });
    }

    fn get_value(&self, id: ClapId) -> Option<f64> {
        let parameter = of_id(Some(id))?;
        Some(to_host(parameter, self.values.get(parameter)))
    }

    fn value_to_text(
        &self,
        id: ClapId,
        value: f64,
        writer: &mut ParamDisplayWriter,
    ) -> std::fmt::Result {
        let parameter = of_id(Some(id)).ok_or(std::fmt::Error)?;
        let value = from_host(parameter, value).ok_or(std::fmt::Error)?;
        writer.write_str(&parameter.text(value))
    }

    fn text_to_value(&self, id: ClapId, text: &CStr) -> Option<f64> {
        let parameter = of_id(Some(id))?;
        Some(to_host(parameter, parameter.read(text.to_str().ok()?)?))
    }

    /// While nothing is played.
    fn flush(&self, input: &InputEvents, _output: &mut OutputEvents) {
        for event in input {
            if let Some(CoreEventSpace::ParamValue(event)) = event.as_core_event()
                && let Some(parameter) = of_id(event.param_id())
                && let Some(value) = from_host(parameter, event.value())
            {
                self.values.set(parameter, value);
            }
        }
    }
}
