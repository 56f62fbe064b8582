//! The voices of a scene: one for each island, heard and seen as one.

use std::ops::Range;

use carom::scheme::StepError;
use carom::{
    Account, ContactLog, ContactPoint, ContactSample, Counts, FirstRelease, Ledger, Options, State,
    Voice,
};

use super::mix::CHUNK;
use crate::build::Built;
use crate::plan::Island;

/// Samples of a chunk, of which a voice writes a part.
struct Row<T> {
    samples: Vec<T>,
    part: Range<usize>,
}

impl<T: Clone + Default> Row<T> {
    fn several(count: usize) -> Vec<Self> {
        (0..count).map(|_| Self { samples: vec![T::default(); CHUNK], part: 0..0 }).collect()
    }
}

impl<T> AsMut<[T]> for Row<T> {
    fn as_mut(&mut self) -> &mut [T] {
        &mut self.samples[self.part.clone()]
    }
}

/// A voice, and which bodies and contacts of the scene it plays.
struct Player {
    voice: Voice,
    bodies: Vec<usize>,
    contacts: Vec<usize>,
    /// What its pickups hear, and its contacts.
    heard: Vec<Row<f64>>,
    touched: Vec<Row<ContactSample>>,
    /// Where its modes are in the state of the whole scene, in their order.
    modes: Vec<Range<usize>>,
}

impl Player {
    /// Plays a part of a chunk.
    fn play(&mut self, part: &Range<usize>) {
        self.heard.iter_mut().for_each(|row| row.part.clone_from(part));
        self.touched.iter_mut().for_each(|row| row.part.clone_from(part));
        if self.heard.is_empty() && self.touched.is_empty() {
            let _ = self.voice.advance(part.len() as u64);
        } else {
            self.voice.watch(&mut self.heard, &mut self.touched);
        }
    }

    /// Writes its part of the state of the whole scene.
    fn put(&self, here: &State, whole: &mut State) {
        let mut from = 0;
        for range in &self.modes {
            let part = from..from + range.len();
            whole.displacement[range.clone()].copy_from_slice(&here.displacement[part.clone()]);
            whole.velocity[range.clone()].copy_from_slice(&here.velocity[part]);
            from += range.len();
        }
        for (contact, memory) in self.contacts.iter().zip(&here.memory) {
            whole.memory[*contact] = *memory;
        }
    }
}

/// The voices of a scene. Rows, bodies and contacts are in the order of the scene.
pub(super) struct Players {
    /// That of the first contact comes first.
    players: Vec<Player>,
    /// The player of each contact and of each pickup, and which of its own it is.
    of_contact: Vec<(usize, usize)>,
    of_pickup: Vec<(usize, usize)>,
    state: State,
    release: Option<FirstRelease>,
}

impl Players {
    /// Starts the voices and gives them their commands.
    pub(super) fn start(
        whole: &Built,
        islands: &[(Island, Built)],
        pickups: usize,
        options: &Options,
    ) -> Result<Self, carom::Error> {
        let mut of_contact = vec![(0, 0); whole.contacts.len()];
        let mut of_pickup = vec![(0, 0); pickups];
        let mut players = Vec::with_capacity(islands.len());
        for (n, (island, built)) in islands.iter().enumerate() {
            let plan = &island.plan;
            let commands = plan.commands().max(1);
            let playing = Options { commands, ..*options };
            let (voice, mut hands) = plan.start(&built.world, playing)?;
            built.command(plan, &mut hands)?;
            for (here, contact) in island.contacts.iter().enumerate() {
                of_contact[*contact] = (n, here);
            }
            for (here, pickup) in island.pickups.iter().enumerate() {
                of_pickup[*pickup] = (n, here);
            }
            players.push(Player {
                voice,
                bodies: island.bodies.clone(),
                contacts: island.contacts.clone(),
                heard: Row::several(island.pickups.len()),
                touched: Row::several(island.contacts.len()),
                modes: island.bodies.iter().map(|body| whole.slots(*body)).collect(),
            });
        }
        let state = whole.world.model().rest();
        Ok(Self { players, of_contact, of_pickup, state, release: None })
    }

    /// Samples played.
    pub(super) fn frames(&self) -> u64 {
        self.players.first().map_or(0, |player| player.voice.frames())
    }

    /// Plays a part of a chunk; [`heard`](Self::heard) and [`touched`](Self::touched) have its samples.
    pub(super) fn watch(&mut self, part: Range<usize>) {
        let start = self.frames();
        let [first, others @ ..] = &mut self.players[..] else { return };
        first.play(&part);
        let released = first.voice.first_release().filter(|_| self.release.is_none());
        let Some(release) = released.cloned() else {
            return others.iter_mut().for_each(|player| player.play(&part));
        };
        // The others are seen at the end of the sample in which the first contact came apart.
        let sample = (release.time / first.voice.dt()).ceil() as u64;
        let split = usize::try_from(sample.saturating_sub(start)).unwrap_or(usize::MAX);
        let split = part.start + split.min(part.len());
        others.iter_mut().for_each(|player| player.play(&(part.start..split)));
        let mut state = self.state().clone();
        self.players[0].put(&release.state, &mut state);
        self.release = Some(FirstRelease { time: release.time, state });
        self.players[1..].iter_mut().for_each(|player| player.play(&(split..part.end)));
    }

    /// What a pickup heard in the present chunk.
    pub(super) fn heard(&self, pickup: usize) -> &[f64] {
        let (player, here) = self.of_pickup[pickup];
        &self.players[player].heard[here].samples
    }

    /// A contact in the present chunk.
    pub(super) fn touched(&self, contact: usize) -> &[ContactSample] {
        let (player, here) = self.of_contact[contact];
        &self.players[player].touched[here].samples
    }

    /// The same, where more is known of it.
    pub(super) fn touched_mut(&mut self, contact: usize) -> &mut [ContactSample] {
        let (player, here) = self.of_contact[contact];
        &mut self.players[player].touched[here].samples
    }

    /// How many contacts there are.
    pub(super) fn contacts(&self) -> usize {
        self.of_contact.len()
    }

    /// Whether anything touches in a part of the present chunk.
    pub(super) fn is_touching(&self, part: &Range<usize>) -> bool {
        let touches = |c| self.touched(c)[part.clone()].iter().any(|sample| sample.force != 0.0);
        (0..self.contacts()).any(touches)
    }

    /// Why a voice has fallen silent, if one has.
    pub(super) fn stopped(&self) -> Option<StepError> {
        self.players.iter().find_map(|player| player.voice.stopped())
    }

    /// The state of the whole scene now.
    pub(super) fn state(&mut self) -> &State {
        for player in &mut self.players {
            let here = player.voice.state().clone();
            player.put(&here, &mut self.state);
        }
        &self.state
    }

    /// The account of everything.
    pub(super) fn ledger(&mut self) -> Ledger {
        let ledgers = self.players.iter_mut().map(|player| player.voice.ledger());
        ledgers.reduce(|all, one| all.and(&one)).unwrap_or_default()
    }

    /// Shows the account of each voice, with the bodies and the contacts that it has.
    pub(super) fn accounts(&mut self, mut show: impl FnMut(&Account, &[usize], &[usize])) {
        for player in &mut self.players {
            show(&player.voice.account(), &player.bodies, &player.contacts);
        }
    }

    /// The history of a contact.
    pub(super) fn log(&self, contact: usize) -> &ContactLog {
        let (player, here) = self.of_contact[contact];
        &self.players[player].voice.logs()[here]
    }

    /// The history of each contact.
    pub(super) fn logs(&self) -> impl Iterator<Item = &ContactLog> {
        (0..self.of_contact.len()).map(|contact| self.log(contact))
    }

    /// A contact as it is now.
    pub(super) fn contact(&mut self, contact: usize) -> ContactSample {
        let (player, here) = self.of_contact[contact];
        let voice = &mut self.players[player].voice;
        let state = voice.state().clone();
        let [ports, velocities] = voice.model().port_motion(here, &state);
        ContactSample { ports, velocities, force: voice.forces()[here], known: true }
    }

    /// How far the bodies of a contact are apart now (m), below 0 while it is compressed.
    pub(super) fn apart(&mut self, contact: usize) -> f64 {
        let (player, here) = self.of_contact[contact];
        let voice = &mut self.players[player].voice;
        let state = voice.state().clone();
        -voice.model().compression(here, &state)
    }

    /// The steps of the first contact of a pair.
    pub(super) fn first_contact(&self, contact: usize) -> &[ContactPoint] {
        let (player, here) = self.of_contact[contact];
        self.players[player].voice.first_contact(here)
    }

    /// The state when the first contact of the scene first came apart.
    pub(super) fn first_release(&self) -> Option<&FirstRelease> {
        self.release.as_ref()
    }

    /// Whether anything falls towards what it can touch.
    pub(super) fn falls(&self) -> bool {
        self.players.iter().any(|player| player.voice.falls())
    }

    /// The most iterations that a step needed.
    pub(super) fn iterations_max(&self) -> u32 {
        self.players.iter().map(|player| player.voice.iterations_max()).max().unwrap_or(0)
    }

    /// Something that all voices count, together.
    pub(super) fn count(&self, of: impl Fn(&Counts) -> u64) -> u64 {
        self.players.iter().map(|player| of(&player.voice.counts())).sum()
    }
}
