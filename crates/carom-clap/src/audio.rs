//! The audio thread: events at their samples, and what sounds between them.

use carom::Sample;
use carom_instrument::{Action, Midi, Parameter};
use clack_extensions::params::PluginAudioProcessorParams;
use clack_extensions::tail::{HostTail, PluginTailImpl, TailLength};
use clack_plugin::events::io::{InputEvents, OutputEvents};
use clack_plugin::events::spaces::CoreEventSpace;
use clack_plugin::prelude::*;
use clack_plugin::process::audio::{OutputChannels, SampleType};

use crate::desk::{Desk, Ends};
use crate::notes::{self, Waiting};
use crate::params::{Values, from_host, of_id, share};
use crate::playing::Playing;

/// How long an instrument is heard that has been replaced (s). It fades out in less.
const LEAVE: f64 = 0.01;

/// So many samples of it are made at once.
const PIECE: usize = 64;

/// How long an instrument without dampers may ring on, for hosts that ask (s).
const UNDAMPED: f64 = 60.0;

/// What the audio thread has.
pub struct Player<'a> {
    host: HostAudioProcessorHandle<'a>,
    values: &'a Values,
    rate: f64,
    ends: Ends,
    /// An instrument that fades out, and for how many samples more.
    leaving: Option<(Playing, usize)>,
    midi: Midi,
    /// By how much of its scale each parameter is modulated for all notes.
    modulation: [f64; Parameter::ALL.len()],
    waiting: Waiting,
    /// Something was done after the last sample.
    touched: bool,
    tail: u32,
}

impl<'a> PluginAudioProcessor<'a, Values, Desk<'a>> for Player<'a> {
    fn activate(
        host: HostAudioProcessorHandle<'a>,
        desk: &Desk<'a>,
        values: &'a Values,
        config: PluginAudioConfiguration,
    ) -> Result<Self, PluginError> {
        let rate = config.sample_rate;
        let ends = desk.open(rate)?;
        let mut player = Self {
            host,
            values,
            rate,
            ends,
            leaving: None,
            midi: Midi::default(),
            modulation: [0.0; Parameter::ALL.len()],
            waiting: Waiting::default(),
            touched: false,
            tail: 0,
        };
        player.tail = player.tail_now();
        Ok(player)
    }

    fn deactivate(self, desk: &Desk<'a>) {
        desk.close(self.ends.playing);
    }

    fn reset(&mut self) {
        self.ends.playing.instrument.reset();
        self.midi = Midi::default();
        if let Some((_, left)) = &mut self.leaving {
            *left = 0;
        }
        self.waiting = Waiting::default();
    }

    fn process(
        &mut self,
        _process: Process,
        mut audio: Audio,
        events: Events,
    ) -> Result<ProcessStatus, PluginError> {
        let mut port = audio.output_port(0).ok_or(PluginError::Message("no output port"))?;
        match port.channels()? {
            SampleType::F32(channels) | SampleType::Both(channels, _) => {
                self.play(channels, events.input, events.output)
            }
            SampleType::F64(channels) => self.play(channels, events.input, events.output),
        }
    }
}

impl Player<'_> {
    fn play<S: Sample + Into<f64>>(
        &mut self,
        mut channels: OutputChannels<S>,
        input: &InputEvents,
        output: &mut OutputEvents,
    ) -> Result<ProcessStatus, PluginError> {
        let (mut left, mut right) = channels.split_at_mut(1);
        let (Some(left), Some(right)) = (left.channel_mut(0), right.channel_mut(0)) else {
            return Err(PluginError::Message("the output has fewer than two channels"));
        };
        self.change_over();
        self.ends.playing.take_keys();
        let mut at = 0;
        for event in input {
            // An event that comes late is done at once, one beyond the block at its end.
            let time = (event.header().time() as usize).min(left.len());
            if time > at {
                self.render(&mut left[at..time], &mut right[at..time]);
                at = time;
            }
            self.handle(event, at, output);
        }
        let frames = left.len();
        self.render(&mut left[at..], &mut right[at..]);
        self.tell_tail();
        let instrument = &self.ends.playing.instrument;
        if self.leaving.is_none() {
            let sounds = |key| instrument.is_sounding(key);
            self.waiting.end(frames.saturating_sub(1) as u32, output, sounds);
        }
        if self.touched || self.leaving.is_some() || instrument.sounding() > 0 {
            return Ok(ProcessStatus::Continue);
        }
        Ok(ProcessStatus::Sleep)
    }

    fn handle(&mut self, event: &UnknownEvent, time: usize, output: &mut OutputEvents) {
        self.touched = true;
        let Some(event) = event.as_core_event() else { return };
        let action = match event {
            CoreEventSpace::NoteOn(event) => {
                self.waiting.add(event.pckn(), time as u32, output);
                notes::note_on(event)
            }
            CoreEventSpace::NoteOff(event) => notes::who(&event.pckn()).map(Action::NoteOff),
            CoreEventSpace::NoteChoke(event) => notes::who(&event.pckn()).map(Action::Choke),
            CoreEventSpace::NoteExpression(event) => notes::expression(event),
            CoreEventSpace::ParamValue(event) => {
                self.value(of_id(event.param_id()), event.pckn(), event.value())
            }
            CoreEventSpace::ParamMod(event) => {
                self.modulate(of_id(event.param_id()), event.pckn(), event.amount())
            }
            CoreEventSpace::Midi(event) => {
                let Self { midi, ends, .. } = self;
                midi.message(event.data(), &mut |action| ends.playing.instrument.act(action));
                None
            }
            _ => None,
        };
        if let Some(action) = action {
            self.ends.playing.instrument.act(action);
        }
    }

    /// A value of a parameter, for all notes or for some.
    fn value(&mut self, parameter: Option<Parameter>, pckn: Pckn, value: f64) -> Option<Action> {
        let parameter = parameter?;
        let value = from_host(parameter, value)?;
        if pckn.matches_all() {
            self.values.set(parameter, value);
            return Some(Action::Set(parameter, self.sounding_value(parameter)));
        }
        let share = parameter.position(value) - parameter.position(self.values.get(parameter));
        Some(Action::Modulate(notes::who(&pckn)?, parameter, share))
    }

    /// A modulation of a parameter, for all notes or for some.
    fn modulate(&mut self, parameter: Option<Parameter>, pckn: Pckn, by: f64) -> Option<Action> {
        let parameter = parameter?;
        let share = share(parameter, by)?;
        if pckn.matches_all() {
            self.modulation[parameter.number() as usize] = share;
            return Some(Action::Set(parameter, self.sounding_value(parameter)));
        }
        Some(Action::Modulate(notes::who(&pckn)?, parameter, share))
    }

    /// The value of a parameter with its modulation.
    fn sounding_value(&self, parameter: Parameter) -> f64 {
        let value = self.values.get(parameter);
        match self.modulation[parameter.number() as usize] {
            0.0 => value,
            share => parameter.moved(value, share),
        }
    }

    /// If another instrument has come, it plays from now on, and this one fades out beside it.
    fn change_over(&mut self) {
        if self.leaving.is_some() {
            return;
        }
        let Ok(mut next) = self.ends.new.pop() else { return };
        for parameter in Parameter::ALL {
            let value = self.sounding_value(parameter);
            if next.instrument.value(parameter) != value {
                next.instrument.act(Action::Set(parameter, value));
            }
        }
        next.instrument.follow(&self.ends.playing.instrument);
        let mut before = std::mem::replace(&mut self.ends.playing, next);
        before.instrument.act(Action::AllSoundOff);
        self.leaving = Some((before, (LEAVE * self.rate) as usize));
    }

    fn render<S: Sample + Into<f64>>(&mut self, left: &mut [S], right: &mut [S]) {
        if left.is_empty() {
            return;
        }
        self.touched = false;
        self.ends.playing.instrument.render(left, right);
        let Some((before, more)) = &mut self.leaving else { return };
        let pieces = left.chunks_mut(PIECE).zip(right.chunks_mut(PIECE));
        for (left, right) in pieces {
            let count = left.len().min(*more);
            let mut sound = [[0.0; PIECE]; 2];
            let [old_left, old_right] = &mut sound;
            before.instrument.render(&mut old_left[..count], &mut old_right[..count]);
            for (row, old) in [(left, old_left), (right, old_right)] {
                for (sample, old) in row.iter_mut().zip(&old[..count]) {
                    *sample = S::from_f64((*sample).into() + old);
                }
            }
            *more -= count;
        }
        if *more == 0 {
            self.send_back();
        }
    }

    /// Sends the instrument that has faded out to the main thread, which drops it.
    fn send_back(&mut self) {
        if self.ends.old.is_full() {
            return;
        }
        if let Some((before, _)) = self.leaving.take() {
            let _ = self.ends.old.push(before);
            self.host.request_callback();
        }
    }

    fn tail_now(&self) -> u32 {
        let damped = self.ends.playing.instrument.is_damped();
        let seconds = if damped { 2.0 * self.values.get(Parameter::Damper) } else { UNDAMPED };
        (seconds * self.rate) as u32
    }

    fn tell_tail(&mut self) {
        let tail = self.tail_now();
        if tail != self.tail {
            self.tail = tail;
            if let Some(host_tail) = self.host.get_extension::<HostTail>() {
                host_tail.changed(&mut self.host);
            }
        }
    }
}

impl PluginTailImpl for Player<'_> {
    fn get(&self) -> TailLength {
        TailLength::Finite(self.tail)
    }
}

impl PluginAudioProcessorParams for Player<'_> {
    fn flush(&mut self, input: &InputEvents, output: &mut OutputEvents) {
        for event in input {
            self.handle(event, 0, output);
        }
    }
}
