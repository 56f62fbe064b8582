//! The instruments of [`carom_instrument`] as a CLAP plug-in, for studios.
//!
//! Notes, bends, pressure and parameters take effect at their sample, whatever the length of a block,
//! and `process` neither allocates nor waits. Presets are the scenes of the gallery; a state holds its
//! whole scene. The first keys of a preset are made on the main thread and handed over by a queue; the others
//! follow from a thread of their own, those that are wanted and those in the middle first. The instrument that
//! played before fades out within milliseconds beside the new one and goes back to be dropped.
//!
//! | what a host sends | what it does |
//! |---|---|
//! | note on, off, choke | a blow, the damper, a fade within milliseconds |
//! | tuning | bends the note, in semitones |
//! | brightness, controller 74 | a hammer from 1/16 of its stiffness to 16 times it |
//! | pressure | how hard a key scrapes, rolls and drums |
//! | volume | the note's, from nothing to +12 dB |
//! | pan, vibrato, expression | nothing |
//! | MIDI, MPE | see [`carom_instrument::Midi`] |
//!
//! There is no latency, and rendering offline is the same as in real time: the work of a sample is
//! bounded by steps, not by a clock. No latency is what a host takes for granted without the extension
//! `latency`, which is therefore left out. A host that says by `render` that it is offline gets all keys
//! before the next sample: what is rendered does not depend on how fast they are made. The tail is twice the
//! [damper](carom_instrument::Parameter::Damper)'s time: after that, a note whose key is up is 120 dB
//! down. Instruments without dampers ring on; their tail is said to be a minute. A host that goes by what
//! `process` returns may stop sooner, when nothing sounds.
//!
//! A parameter whose scale is logarithmic is shown to hosts by its place on it, from 0 to 1, so that
//! knobs, automation and modulation move evenly; its text has the value.

mod audio;
mod desk;
mod notes;
mod params;
mod playing;
mod presets;

use std::ffi::CStr;

use clack_extensions::audio_ports::PluginAudioPorts;
use clack_extensions::note_ports::PluginNotePorts;
use clack_extensions::params::PluginParams;
use clack_extensions::preset_discovery::prelude::{
    PluginPresetLoad, PresetDiscoveryFactoryWrapper,
};
use clack_extensions::render::PluginRender;
use clack_extensions::state::PluginState;
use clack_extensions::tail::PluginTail;
use clack_extensions::voice_info::PluginVoiceInfo;
use clack_plugin::entry::prelude::*;
use clack_plugin::prelude::*;

use audio::Player;
use desk::Desk;
pub use desk::setup;
use params::Values;
use presets::Presets;
pub use presets::pieces;

/// The name by which hosts know the plug-in, for ever.
pub const ID: &CStr = c"org.carom.instrument";

/// The plug-in.
#[derive(Debug)]
pub struct Carom;

impl Plugin for Carom {
    type AudioProcessor<'a> = Player<'a>;
    type Shared<'a> = Values;
    type MainThread<'a> = Desk<'a>;

    fn declare_extensions(builder: &mut PluginExtensions<Self>, _shared: Option<&Values>) {
        builder
            .register::<PluginAudioPorts>()
            .register::<PluginNotePorts>()
            .register::<PluginParams>()
            .register::<PluginPresetLoad>()
            .register::<PluginRender>()
            .register::<PluginState>()
            .register::<PluginTail>()
            .register::<PluginVoiceInfo>();
    }
}

impl PluginFactoryImpl for Carom {
    fn plugin_count(&self) -> u32 {
        1
    }

    fn plugin_descriptor(&self, index: u32) -> Option<&PluginDescriptor> {
        (index == 0).then(descriptor)
    }

    fn create_plugin<'a>(&'a self, host: HostInfo<'a>, id: &CStr) -> Option<PluginInstance<'a>> {
        let new = || {
            PluginInstance::new::<Self>(host, descriptor(), |_| Ok(Values::default()), Desk::new)
        };
        (id == ID).then(new)
    }
}

fn descriptor() -> &'static PluginDescriptor {
    use clack_plugin::plugin::features::{INSTRUMENT, STEREO, SYNTHESIZER};
    static DESCRIPTOR: std::sync::OnceLock<PluginDescriptor> = std::sync::OnceLock::new();
    DESCRIPTOR.get_or_init(|| {
        PluginDescriptor::new(&ID.to_string_lossy(), "Carom")
            .with_vendor("The Carom developers")
            .with_version(env!("CARGO_PKG_VERSION"))
            .with_description(
                "Things that are struck: bars, plates, bowls, bells, strings and drums",
            )
            .with_features([INSTRUMENT, SYNTHESIZER, STEREO])
    })
}

/// What the library offers to a host: the plug-in and its presets.
pub struct CaromEntry {
    plugins: PluginFactoryWrapper<Carom>,
    presets: PresetDiscoveryFactoryWrapper<Presets>,
}

impl Entry for CaromEntry {
    fn new(_path: Option<&CStr>) -> Result<Self, EntryLoadError> {
        Ok(Self {
            plugins: PluginFactoryWrapper::new(Carom),
            presets: PresetDiscoveryFactoryWrapper::new(Presets::default()),
        })
    }

    fn declare_factories<'a>(&'a self, builder: &mut EntryFactories<'a>) {
        builder.register_factory(&self.plugins).register_factory(&self.presets);
    }
}

// SAFETY: the macro of `clack` exports the one symbol that hosts look for, and allows this by itself.
clack_export_entry!(CaromEntry);
