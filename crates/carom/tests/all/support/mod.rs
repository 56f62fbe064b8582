//! What tests and benches share: the worlds they build, and how they listen to them.
#![allow(dead_code, missing_docs, unreachable_pub)] // Each of them uses some of it.

use std::time::Instant;

use carom::law::Law;
use carom::{
    Body, ContactId, Hands, Ledger, Mode, Options, PortId, Substeps, Travel, Voice, World,
};
use carom_schemes::How;

/// A free mass in front of something, with a contact between them.
pub struct Pair {
    pub world: World,
    pub mass: Body,
    pub other: Body,
    pub hit: ContactId,
}

impl Pair {
    /// A mass that just touches a wall.
    pub fn wall(mass: f64, law: Law) -> Self {
        let mut world = World::new();
        let (mass, other) = (world.mass(mass).unwrap(), world.wall());
        let hit = world.contact(&mass, &other, law).unwrap();
        Self { world, mass, other, hit }
    }

    /// A mass that just touches a body of modes where they have these weights.
    pub fn modes(mass: f64, modes: &[Mode], weights: &[f64], law: Law) -> Self {
        let mut world = World::new();
        let mass = world.mass(mass).unwrap();
        let other = world.body(&modes.to_vec()).unwrap();
        let hit = world.contact(&mass, other.weighing(weights).unwrap(), law).unwrap();
        Self { world, mass, other, hit }
    }

    /// The same with the body heard at weights of its own.
    #[must_use]
    pub fn heard_at(mut self, weights: &[f64]) -> Self {
        self.world.pickup(self.other.weighing(weights).unwrap()).unwrap();
        self
    }

    /// The same with the mass heard.
    #[must_use]
    pub fn heard(mut self) -> Self {
        self.world.pickup(&self.mass).unwrap();
        self
    }

    /// The same with the mass somewhere else, on its way.
    #[must_use]
    pub fn thrown(mut self, x: f64, v: f64) -> Self {
        self.world.throw(&self.mass, x, v).unwrap();
        self
    }

    /// Puts a force on the mass.
    pub fn push(&mut self, newtons: f64) -> PortId {
        self.world.push(&self.mass, newtons).unwrap()
    }

    pub fn start(&self, rate: f64, options: Options) -> (Voice, Hands) {
        self.world.start(rate, options).unwrap()
    }

    /// A voice that no hands play, by a published scheme or with a correction.
    pub fn voice_by(&self, rate: f64, how: impl Into<How>, options: Options) -> Voice {
        carom_schemes::start(&self.world, rate, how, options).unwrap().0
    }

    /// A voice that no hands play.
    pub fn voice(&self, rate: f64, options: Options) -> Voice {
        self.start(rate, options).0
    }
}

/// A sine of metres over a bar whose mode shape is a sine.
#[derive(Debug)]
pub struct Sine {
    pub speed: f64,
    pub length: f64,
}

impl Travel for Sine {
    fn gap(&self, time: f64) -> f64 {
        let at = self.speed * time.min(self.end());
        2e-6 * (std::f64::consts::TAU * at / 2e-3).cos()
    }

    fn weights(&self, time: f64, weights: &mut [f64]) {
        let at = self.speed * time.min(self.end()) / self.length;
        for (n, weight) in weights.iter_mut().enumerate() {
            *weight = 2f64.sqrt() * (std::f64::consts::PI * (n + 1) as f64 * at).sin();
        }
    }

    fn end(&self) -> f64 {
        0.9 * self.length / self.speed
    }
}

/// So many steps in every sample.
pub fn fixed(substeps: u32) -> Options {
    Options { substeps: Substeps::Fixed(substeps), most_substeps: substeps, ..Options::offline() }
}

/// The first pickup over so many samples, asked for in calls of at most `call`.
pub fn listen_by(voice: &mut Voice, frames: usize, call: usize) -> Vec<f64> {
    let mut sound = vec![0.0; frames];
    for part in sound.chunks_mut(call) {
        voice.process(&mut [part]);
    }
    assert_eq!(voice.stopped(), None);
    sound
}

/// The first pickup over so many samples.
pub fn listen(voice: &mut Voice, frames: usize) -> Vec<f64> {
    listen_by(voice, frames, frames.max(1))
}

/// The largest magnitude.
pub fn peak(sound: &[f64]) -> f64 {
    sound.iter().fold(0.0, |peak, value| peak.max(value.abs()))
}

/// The largest difference.
pub fn distance(first: &[f64], second: &[f64]) -> f64 {
    assert_eq!(first.len(), second.len());
    first.iter().zip(second).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// What is missing, as a share of all that there was.
pub fn relative_residual(voice: &mut Voice) -> f64 {
    let ledger = voice.ledger();
    ledger.residual() / (ledger.initial() + ledger.supplied().abs())
}

/// Every bit of what a ledger says.
pub fn bits(ledger: &Ledger) -> [u64; 5] {
    [ledger.initial(), ledger.stored(), ledger.dissipated(), ledger.supplied(), ledger.corrected()]
        .map(f64::to_bits)
}

/// The fastest of several rounds (s): what the code costs when nothing else disturbs it.
pub fn fastest(rounds: usize, mut round: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        let start = Instant::now();
        round();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best
}
