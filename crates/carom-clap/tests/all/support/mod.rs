//! A host with nothing but what the tests ask for.
#![allow(dead_code)] // Each of them uses some of it.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

use carom_clap::{CaromEntry, ID};
use carom_instrument::{Instrument, Parameter, Patch};
use carom_scene::gallery::PIECES;
use clack_extensions::params::{
    HostParams, HostParamsImplMainThread, HostParamsImplShared, ParamClearFlags, ParamRescanFlags,
    PluginParams,
};
use clack_extensions::preset_discovery::prelude::{Location, PluginPresetLoad};
use clack_extensions::render::{PluginRender, RenderMode};
use clack_extensions::state::PluginState;
use clack_host::events::event_types::{
    MidiEvent, NoteChokeEvent, NoteExpressionEvent, NoteExpressionType, NoteOffEvent, NoteOnEvent,
    ParamModEvent, ParamValueEvent,
};
use clack_host::prelude::*;
use clack_host::process::StartedPluginAudioProcessor;

pub(crate) struct Host;

#[derive(Default)]
pub(crate) struct Shared {
    callbacks: AtomicUsize,
}

#[derive(Default)]
pub(crate) struct Main {
    rescans: Cell<usize>,
}

impl SharedHandler<'_> for Shared {
    fn request_restart(&self) {}
    fn request_process(&self) {}
    fn request_callback(&self) {
        self.callbacks.fetch_add(1, Ordering::Relaxed);
    }
}

impl MainThreadHandler<'_> for Main {}

impl HostParamsImplShared for Shared {
    fn request_flush(&self) {}
}

impl HostParamsImplMainThread for Main {
    fn rescan(&self, flags: ParamRescanFlags) {
        assert!(flags.contains(ParamRescanFlags::VALUES));
        self.rescans.set(self.rescans.get() + 1);
    }
    fn clear(&self, _id: ClapId, _flags: ParamClearFlags) {}
}

impl HostHandlers for Host {
    type Shared<'a> = Shared;
    type MainThread<'a> = Main;
    type AudioProcessor<'a> = ();

    fn declare_extensions(builder: &mut HostExtensions<Self>, _shared: &Shared) {
        builder.register::<HostParams>();
    }
}

/// What a host can send.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    On { id: i32, key: i16, velocity: f64 },
    Off { id: i32, key: i16 },
    Choke { key: i16 },
    Express { key: i16, what: NoteExpressionType, value: f64 },
    Value(Parameter, f64),
    Modulate { parameter: Parameter, key: i16, by: f64 },
    Midi([u8; 3]),
}

pub(crate) const fn on(key: i16) -> Event {
    Event::On { id: -1, key, velocity: 0.8 }
}

impl Event {
    pub(crate) fn push(self, time: u32, buffer: &mut EventBuffer) {
        let note = |id, key| Pckn::from_raw(0, 0, key, id);
        match self {
            Self::On { id, key, velocity } => {
                buffer.push(&NoteOnEvent::new(time, note(id, key), velocity));
            }
            Self::Off { id, key } => buffer.push(&NoteOffEvent::new(time, note(id, key), 0.0)),
            Self::Choke { key } => buffer.push(&NoteChokeEvent::new(time, note(-1, key))),
            Self::Express { key, what, value } => {
                buffer.push(&NoteExpressionEvent::new(time, note(-1, key), what, value));
            }
            Self::Value(parameter, value) => buffer.push(&ParamValueEvent::new(
                time,
                ClapId::new(parameter.number()),
                Pckn::match_all(),
                value,
            )),
            Self::Modulate { parameter, key, by } => {
                let all = key < 0;
                let pckn = if all { Pckn::match_all() } else { note(-1, key) };
                let id = ClapId::new(parameter.number());
                buffer.push(&ParamModEvent::new(time, id, pckn, by));
            }
            Self::Midi(data) => buffer.push(&MidiEvent::new(time, 0, data)),
        }
    }
}

/// The plug-in in a host.
pub(crate) struct Rig {
    pub(crate) processor: Option<StartedPluginAudioProcessor<Host>>,
    pub(crate) instance: PluginInstance<Host>,
    pub(crate) status: ProcessStatus,
    /// What the plug-in sent.
    pub(crate) sent: EventBuffer,
}

pub(crate) fn in_process() -> PluginEntry {
    PluginEntry::load_from_clack::<CaromEntry>(c"").unwrap()
}

impl Rig {
    pub(crate) fn of(entry: &PluginEntry) -> Self {
        let info = HostInfo::new("test", "", "", "").unwrap();
        let (shared, main) = (|_: &_| Shared::default(), |_: &_| Main::default());
        let instance = PluginInstance::<Host>::new(shared, main, entry, ID, &info).unwrap();
        let sent = EventBuffer::with_capacity(4096);
        let mut rig = Self { processor: None, instance, status: ProcessStatus::Sleep, sent };
        // All keys are there at the first sample.
        rig.render(RenderMode::Offline);
        rig
    }

    pub(crate) fn render(&mut self, mode: RenderMode) {
        let handle = self.instance.plugin_handle();
        let render: PluginRender = handle.get_extension().unwrap();
        render.set(&handle, mode).unwrap();
    }

    pub(crate) fn new() -> Self {
        Self::of(&in_process())
    }

    /// Active at a rate, with a preset that is soon made.
    pub(crate) fn at(rate: f64) -> Self {
        let mut rig = Self::new();
        assert!(rig.preset("bar"));
        rig.start(rate);
        rig
    }

    pub(crate) fn start(&mut self, sample_rate: f64) {
        let config =
            PluginAudioConfiguration { sample_rate, min_frames_count: 1, max_frames_count: 8192 };
        let processor = self.instance.activate(|_, _| (), config).unwrap();
        self.processor = Some(processor.start_processing().unwrap());
    }

    pub(crate) fn stop(&mut self) {
        let processor = self.processor.take().unwrap();
        self.instance.deactivate(processor.stop_processing());
    }

    /// One block.
    pub(crate) fn block(&mut self, rows: [&mut [f32]; 2], events: &EventBuffer) {
        let mut ports = AudioPorts::with_capacity(2, 1);
        let mut output = ports.with_output_buffers([AudioPortBuffer {
            latency: 0,
            channels: AudioPortBufferType::f32_output_only(rows.into_iter()),
        }]);
        self.sent.clear();
        let processor = self.processor.as_mut().unwrap();
        let status = processor.process(
            &InputAudioBuffers::empty(),
            &mut output,
            &events.as_input(),
            &mut self.sent.as_output(),
            None,
            None,
        );
        self.status = status.unwrap();
    }

    /// So many samples, in blocks of some length, with events at their samples.
    pub(crate) fn play(
        &mut self,
        frames: usize,
        block: usize,
        events: &[(usize, Event)],
    ) -> [Vec<f32>; 2] {
        let mut rows = [vec![f32::NAN; frames], vec![f32::NAN; frames]];
        let mut at = 0;
        while at < frames {
            let end = (at + block).min(frames);
            let mut buffer = EventBuffer::new();
            for (time, event) in events.iter().filter(|(time, _)| (at..end).contains(time)) {
                event.push((time - at) as u32, &mut buffer);
            }
            let [left, right] = &mut rows;
            self.block([&mut left[at..end], &mut right[at..end]], &buffer);
            at = end;
        }
        rows
    }

    pub(crate) fn callbacks(&self) -> usize {
        self.instance.access_shared_handler(|shared| shared.callbacks.load(Ordering::Relaxed))
    }

    pub(crate) fn rescans(&self) -> usize {
        self.instance.access_handler(|main| main.rescans.get())
    }

    pub(crate) fn params(&mut self) -> PluginParams {
        self.instance.plugin_handle().get_extension().unwrap()
    }

    /// The value as the host sees it.
    pub(crate) fn value(&mut self, parameter: Parameter) -> f64 {
        let params = self.params();
        let id = ClapId::new(parameter.number());
        params.get_value(&self.instance.plugin_handle(), id).unwrap()
    }

    pub(crate) fn save(&mut self) -> Vec<u8> {
        let handle = self.instance.plugin_handle();
        let state: PluginState = handle.get_extension().unwrap();
        let mut bytes = Vec::new();
        state.save(&handle, &mut bytes).unwrap();
        bytes
    }

    pub(crate) fn load(&mut self, mut bytes: &[u8]) -> bool {
        let handle = self.instance.plugin_handle();
        let state: PluginState = handle.get_extension().unwrap();
        state.load(&handle, &mut bytes).is_ok()
    }

    pub(crate) fn preset(&mut self, name: &str) -> bool {
        let handle = self.instance.plugin_handle();
        let presets: PluginPresetLoad = handle.get_extension().unwrap();
        let key = std::ffi::CString::new(name).unwrap();
        presets.load_from_location(&handle, Location::Plugin, Some(&key)).is_ok()
    }
}

/// The same instrument without a plug-in around it.
pub(crate) fn instrument(name: &str, sample_rate: f64) -> Instrument {
    let piece = PIECES.iter().find(|piece| piece.name == name).unwrap();
    Patch::of_piece(piece).instrument(&carom_clap::setup(sample_rate)).unwrap()
}

pub(crate) fn peak(row: &[f32]) -> f32 {
    row.iter().fold(0.0, |peak, sample| sample.abs().max(peak))
}
