//! The sound device: which, how it is asked, and what is done if it refuses.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::SyncSender;

use cpal::traits::{DeviceTrait, HostTrait};
use cpal::{
    BufferSize, Device, Error, ErrorKind, FromSample, SampleFormat, SizedSample, Stream,
    StreamConfig, SupportedBufferSize, SupportedStreamConfig,
};

use super::engine::{Engine, Meters};
use crate::error::CommandError;
use crate::say::say;

/// A device and how it is to be played.
pub(super) struct Output {
    pub(super) name: String,
    device: Device,
    format: SampleFormat,
    pub(super) config: StreamConfig,
}

/// Formats that are written, the best first.
const FORMATS: [SampleFormat; 4] =
    [SampleFormat::F32, SampleFormat::I32, SampleFormat::I16, SampleFormat::U16];

fn name(device: &Device) -> String {
    device.description().map_or_else(|_| "a device".to_owned(), |about| about.name().to_owned())
}

fn failure(error: &Error) -> CommandError {
    CommandError::File(format!("the sound device failed: {error}"))
}

fn devices() -> Vec<Device> {
    let host = cpal::default_host();
    host.output_devices().map(Iterator::collect).unwrap_or_default()
}

/// The names of all devices.
pub(super) fn names() -> Vec<String> {
    devices().iter().map(name).collect()
}

impl Output {
    /// Finds the device with this part in its name, or that of the system, and settings close to those
    /// asked for.
    pub(super) fn find(
        wanted: Option<&str>,
        rate: Option<u32>,
        block: u32,
    ) -> Result<Self, CommandError> {
        let device = match wanted {
            Some(wanted) => {
                let lower = wanted.to_lowercase();
                let fits = |device: &Device| {
                    let id = device.id().map(|id| id.id().to_lowercase()).unwrap_or_default();
                    id.contains(&lower) || name(device).to_lowercase().contains(&lower)
                };
                devices().into_iter().find(fits).ok_or_else(|| {
                    CommandError::Input(format!(
                        "no sound device is called `{wanted}`; carom live --list shows what there is"
                    ))
                })?
            }
            None => cpal::default_host().default_output_device().ok_or_else(no_device)?,
        };
        let supported = choose(&device, rate)?;
        let format = supported.sample_format();
        let block = match supported.buffer_size() {
            SupportedBufferSize::Range { min, max } if min <= max => block.clamp(*min, *max),
            _ => block,
        };
        let config = StreamConfig { buffer_size: BufferSize::Fixed(block), ..supported.config() };
        let mut output = Self { name: name(&device), device, format, config };
        if let Err(error) = output.try_silence() {
            say!(
                "note: the device refused blocks of {block} samples ({error}); it chooses its own"
            );
            output.config.buffer_size = BufferSize::Default;
        }
        Ok(output)
    }

    /// Whether the device takes the settings.
    fn try_silence(&self) -> Result<(), Error> {
        let silence =
            |data: &mut cpal::Data, _: &cpal::OutputCallbackInfo| data.bytes_mut().fill(0);
        let stream =
            self.device.build_output_stream_raw(self.config, self.format, silence, |_| {}, None);
        stream.map(drop)
    }

    /// A stream that plays the engine, once it is told to.
    pub(super) fn stream(
        &self,
        engine: Engine,
        meters: Arc<Meters>,
        errors: SyncSender<Error>,
    ) -> Result<Stream, CommandError> {
        match self.format {
            SampleFormat::F32 => self.stream_of::<f32>(engine, meters, errors),
            SampleFormat::I32 => self.stream_of::<i32>(engine, meters, errors),
            SampleFormat::I16 => self.stream_of::<i16>(engine, meters, errors),
            _ => self.stream_of::<u16>(engine, meters, errors),
        }
    }

    fn stream_of<T: SizedSample + FromSample<f32>>(
        &self,
        mut engine: Engine,
        meters: Arc<Meters>,
        errors: SyncSender<Error>,
    ) -> Result<Stream, CommandError> {
        let channels = usize::from(self.config.channels);
        let fill = move |data: &mut [T], _: &cpal::OutputCallbackInfo| engine.fill(data, channels);
        let wrong = move |error: Error| {
            // It plays on, only without priority or on another device.
            if !matches!(error.kind(), ErrorKind::RealtimeDenied | ErrorKind::DeviceChanged) {
                meters.dropped.fetch_add(1, Relaxed);
            }
            if error.kind() != ErrorKind::Xrun {
                // Nobody waits for more than a few.
                let _ = errors.try_send(error);
            }
        };
        let stream = self.device.build_output_stream(self.config, fill, wrong, None);
        stream.map_err(|error| failure(&error))
    }
}

fn no_device() -> CommandError {
    CommandError::File(
        "there is no sound device: plug one in, or start the sound server of the system (PipeWire, \
         PulseAudio); carom live --list shows what there is, and carom play needs none"
            .to_owned(),
    )
}

/// The best settings at a rate: two channels if there are, and a format with as many bits as possible.
fn choose(device: &Device, rate: Option<u32>) -> Result<SupportedStreamConfig, CommandError> {
    let usual = device.default_output_config();
    let usual = usual.map_err(|error| match error.kind() {
        ErrorKind::DeviceNotAvailable | ErrorKind::HostUnavailable => no_device(),
        _ => failure(&error),
    })?;
    let wanted = rate.unwrap_or_else(|| usual.sample_rate());
    let place = |format: SampleFormat| FORMATS.iter().position(|known| *known == format);
    let supported = device.supported_output_configs().map_err(|error| failure(&error))?;
    let fitting = supported.filter(|range| place(range.sample_format()).is_some());
    let fitting = fitting.filter_map(|range| range.try_with_sample_rate(wanted));
    let best =
        fitting.min_by_key(|config| (config.channels().abs_diff(2), place(config.sample_format())));
    best.ok_or_else(|| {
        CommandError::Input(format!(
            "{} does not play at {wanted} Hz; its usual rate is {} Hz",
            name(device),
            usual.sample_rate()
        ))
    })
}

/// Whether nothing will be heard after an error.
pub(super) fn is_end(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::DeviceNotAvailable | ErrorKind::StreamInvalidated | ErrorKind::HostUnavailable
    )
}
