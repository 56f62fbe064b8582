//! The main thread: it begins instruments, keeps the patch, and describes the ports.

use std::cell::{Cell, RefCell};
use std::io::{Read, Write};

use carom_instrument::{Action, Instrument, Parameter, Patch, PatchError, Setup};
use clack_extensions::audio_ports::{
    AudioPortFlags, AudioPortInfo, AudioPortInfoWriter, AudioPortType, PluginAudioPortsImpl,
};
use clack_extensions::note_ports::{
    NoteDialect, NoteDialects, NotePortInfo, NotePortInfoWriter, PluginNotePortsImpl,
};
use clack_extensions::params::{HostParams, ParamRescanFlags};
use clack_extensions::render::{PluginRenderImpl, RenderMode};
use clack_extensions::state::PluginStateImpl;
use clack_extensions::voice_info::{PluginVoiceInfoImpl, VoiceInfo, VoiceInfoFlags};
use clack_plugin::prelude::*;
use clack_plugin::stream::{InputStream, OutputStream};
use rtrb::{Consumer, Producer, PushError, RingBuffer};

use crate::params::Values;
use crate::playing::{Making, Playing};
use crate::presets;

/// At most so many instruments are under way between the two threads.
const UNDER_WAY: usize = 4;

/// The main thread's end of what connects it to the player.
struct Line {
    setup: Setup,
    new: Producer<Playing>,
    old: Consumer<Playing>,
}

/// The player's end.
pub(crate) struct Ends {
    pub(crate) playing: Playing,
    pub(crate) new: Consumer<Playing>,
    pub(crate) old: Producer<Playing>,
}

/// What the main thread has.
pub struct Desk<'a> {
    host: HostMainThreadHandle<'a>,
    pub(crate) values: &'a Values,
    /// The values that the instrument has by itself, for hosts that go back to them.
    pub(crate) usual: Cell<[f64; Parameter::ALL.len()]>,
    /// What was loaded last. Its values are those at that time.
    patch: RefCell<Patch>,
    /// Begun, but not with the player.
    next: RefCell<Option<Playing>>,
    /// The keys of what was begun last.
    making: RefCell<Making>,
    /// Whether the host renders faster or slower than it is heard, and can wait.
    offline: Cell<bool>,
    /// While the plug-in is active.
    line: RefCell<Option<Line>>,
}

impl<'a> Desk<'a> {
    pub(crate) fn new(
        host: HostMainThreadHandle<'a>,
        values: &'a Values,
    ) -> Result<Self, PluginError> {
        let patch = presets::first();
        let instrument = sketch(&patch)?;
        values.take(&instrument);
        Ok(Self {
            host,
            values,
            usual: Cell::new(Parameter::ALL.map(|parameter| instrument.usual(parameter))),
            patch: RefCell::new(patch),
            next: RefCell::new(None),
            making: RefCell::default(),
            offline: Cell::new(false),
            line: RefCell::new(None),
        })
    }

    pub(crate) fn host(&self) -> &HostMainThreadHandle<'a> {
        &self.host
    }

    /// Plays another patch from now on. If it cannot be made, nothing changes.
    pub(crate) fn load(&self, patch: Patch) -> Result<(), PatchError> {
        let setup = self.line.borrow().as_ref().map(|line| line.setup);
        let begun = setup.map(|setup| self.begin(&patch, &setup)).transpose()?;
        let sketched = if begun.is_none() { Some(sketch(&patch)?) } else { None };
        let instrument = begun.as_ref().map(|playing| &*playing.instrument);
        if let Some(instrument) = instrument.or(sketched.as_ref()) {
            self.values.take(instrument);
            self.usual.set(Parameter::ALL.map(|parameter| instrument.usual(parameter)));
        }
        self.patch.replace(patch);
        self.next.replace(begun);
        self.deliver();
        self.host.request_process();
        if let Some(params) = self.host.get_extension::<HostParams>() {
            params.rescan(&self.host, ParamRescanFlags::VALUES | ParamRescanFlags::INFO);
        }
        Ok(())
    }

    /// Begins an instrument; all its keys, if the host can wait for them: what is rendered must not depend
    /// on how fast they are made.
    fn begin(&self, patch: &Patch, setup: &Setup) -> Result<Playing, PatchError> {
        let playing = Playing::new(patch, setup)?;
        self.making.replace(playing.making());
        if self.offline.get() {
            self.making.borrow().wait();
        }
        Ok(playing)
    }

    /// Drops what the player has sent back, and sends it what is next. If there is no room, the next
    /// call does, which the player asks for.
    fn deliver(&self) {
        let mut line = self.line.borrow_mut();
        let Some(line) = line.as_mut() else { return };
        while line.old.pop().is_ok() {}
        if let Some(playing) = self.next.take()
            && let Err(PushError::Full(playing)) = line.new.push(playing)
        {
            self.next.replace(Some(playing));
        }
    }

    /// The plug-in becomes active: an instrument for its rate, and the queues.
    pub(crate) fn open(&self, sample_rate: f64) -> Result<Ends, PluginError> {
        let setup = setup(sample_rate);
        let ready = self.next.take().filter(|playing| *playing.instrument.setup() == setup);
        let mut playing = match ready {
            Some(playing) => playing,
            None => self.begin(&self.patch.borrow(), &setup)?,
        };
        for parameter in Parameter::ALL {
            playing.instrument.act(Action::Set(parameter, self.values.get(parameter)));
        }
        playing.instrument.reset();
        let (new, of_player) = RingBuffer::new(UNDER_WAY);
        let (to_desk, old) = RingBuffer::new(2 * UNDER_WAY);
        self.line.replace(Some(Line { setup, new, old }));
        Ok(Ends { playing, new: of_player, old: to_desk })
    }

    /// The plug-in is active no longer. Its instrument is kept for the next time, unless another one
    /// has been loaded.
    pub(crate) fn close(&self, played: Playing) {
        let mut line = self.line.take();
        let under_way = line.as_mut().is_some_and(|line| line.new.slots() < UNDER_WAY);
        let mut next = self.next.borrow_mut();
        if next.is_none() && !under_way {
            *next = Some(played);
        }
    }
}

/// How instruments are set up here: with fewer modes than for a rendering, so that a preset is soon made
/// and many notes can be played at once.
pub fn setup(sample_rate: f64) -> Setup {
    Setup { sample_rate, modes: 256, ..Setup::default() }
}

/// One key of an instrument, or all if it does not have one of those: enough to know its values, and
/// soon made.
fn sketch(patch: &Patch) -> Result<Instrument, PatchError> {
    let all = setup(48_000.0);
    let one = |key| patch.instrument(&Setup { keys: [key; 2], ..all });
    one(60).or_else(|_| one(84)).or_else(|_| patch.instrument(&all))
}

impl<'a> PluginMainThread<'a, Values> for Desk<'a> {
    fn on_main_thread(&self) {
        self.deliver();
    }
}

impl PluginStateImpl for Desk<'_> {
    fn save(&self, output: &mut OutputStream) -> Result<(), PluginError> {
        let values = Parameter::ALL.map(|parameter| Some(self.values.get(parameter)));
        let json = Patch { values, ..self.patch.borrow().clone() }.to_json();
        Ok(output.write_all(json.as_bytes())?)
    }

    fn load(&self, input: &mut InputStream) -> Result<(), PluginError> {
        let mut json = Vec::new();
        input.take(Patch::LARGEST as u64 + 1).read_to_end(&mut json)?;
        Ok(self.load(Patch::from_json(&json)?)?)
    }
}

impl PluginRenderImpl for Desk<'_> {
    fn has_hard_realtime_requirement(&self) -> bool {
        false
    }

    fn set(&self, mode: RenderMode) -> Result<(), PluginError> {
        self.offline.set(mode == RenderMode::Offline);
        if self.offline.get() {
            self.making.borrow().wait();
        }
        Ok(())
    }
}

impl PluginAudioPortsImpl for Desk<'_> {
    fn count(&self, is_input: bool) -> u32 {
        u32::from(!is_input)
    }

    fn get(&self, index: u32, is_input: bool, writer: &mut AudioPortInfoWriter) {
        if index == 0 && !is_input {
            writer.set(&AudioPortInfo {
                id: ClapId::new(0),
                name: b"Out",
                channel_count: 2,
                flags: AudioPortFlags::IS_MAIN | AudioPortFlags::SUPPORTS_64BITS,
                port_type: Some(AudioPortType::STEREO),
                in_place_pair: None,
            });
        }
    }
}

impl PluginNotePortsImpl for Desk<'_> {
    fn count(&self, is_input: bool) -> u32 {
        u32::from(is_input)
    }

    fn get(&self, index: u32, is_input: bool, writer: &mut NotePortInfoWriter) {
        if index == 0 && is_input {
            writer.set(&NotePortInfo {
                id: ClapId::new(0),
                name: b"Notes",
                supported_dialects: NoteDialects::CLAP
                    | NoteDialects::MIDI
                    | NoteDialects::MIDI_MPE,
                preferred_dialect: Some(NoteDialect::Clap),
            });
        }
    }
}

impl PluginVoiceInfoImpl for Desk<'_> {
    fn get(&self) -> Option<VoiceInfo> {
        let voices = Setup::default().voices as u32;
        // A key that is struck again is the same object: notes of one key do not overlap.
        let flags = VoiceInfoFlags::empty();
        Some(VoiceInfo { voice_count: voices, voice_capacity: voices, flags })
    }
}
