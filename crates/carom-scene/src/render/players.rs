//! The voices of a scene: one for each island, heard and seen as one.

use std::ops::Range;

use carom::scheme::StepError;
use carom::{
    Account, ContactLog, ContactPoint, ContactSample, Counts, FirstRelease, Ledger, Options, State,
    Voice,
};

use crate::build::Built;
use crate::plan::Island;

/// A voice, and which bodies, contacts and pickups of the scene it plays.
struct Player {
    voice: Voice,
    bodies: Vec<usize>,
    contacts: Vec<usize>,
    pickups: Vec<usize>,
    /// Where its modes are in the state of the whole scene, in their order.
    modes: Vec<Range<usize>>,
}

impl Player {
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
    /// The player of each contact, and which of its contacts it is.
    of_contact: Vec<(usize, usize)>,
    state: State,
    release: Option<FirstRelease>,
}

impl Players {
    /// Starts the voices and gives them their commands.
    pub(super) fn start(
        whole: &Built,
        islands: &[(Island, Built)],
        options: &Options,
    ) -> Result<Self, carom::Error> {
        let mut of_contact = vec![(0, 0); whole.contacts.len()];
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
            players.push(Player {
                voice,
                bodies: island.bodies.clone(),
                contacts: island.contacts.clone(),
                pickups: island.pickups.clone(),
                modes: island.bodies.iter().map(|body| whole.slots(*body)).collect(),
            });
        }
        Ok(Self { players, of_contact, state: whole.world.model().rest(), release: None })
    }

    /// Samples played.
    pub(super) fn frames(&self) -> u64 {
        self.players.first().map_or(0, |player| player.voice.frames())
    }

    /// The next samples: a row for each pickup and one for each contact, all of one length.
    pub(super) fn watch(&mut self, rows: &mut [&mut [f64]], contacts: &mut [&mut [ContactSample]]) {
        let count = rows.iter().map(|row| row.len());
        let count = contacts.iter().map(|row| row.len()).chain(count).max().unwrap_or(0);
        let start = self.frames();
        self.play(0..1, 0..count, rows, contacts);
        let all = self.players.len();
        let Some(first) = self.players.first().filter(|_| self.release.is_none()) else {
            return self.play(1..all, 0..count, rows, contacts);
        };
        let Some(release) = first.voice.first_release().cloned() else {
            return self.play(1..all, 0..count, rows, contacts);
        };
        // The others are seen at the end of the sample in which the first contact came apart.
        let sample = (release.time / first.voice.dt()).ceil() as u64;
        let split = usize::try_from(sample.saturating_sub(start)).unwrap_or(count).min(count);
        self.play(1..all, 0..split, rows, contacts);
        let mut state = self.state().clone();
        self.players[0].put(&release.state, &mut state);
        self.release = Some(FirstRelease { time: release.time, state });
        self.play(1..all, split..count, rows, contacts);
    }

    /// Some players play a part of the rows.
    fn play(
        &mut self,
        who: Range<usize>,
        part: Range<usize>,
        rows: &mut [&mut [f64]],
        contacts: &mut [&mut [ContactSample]],
    ) {
        if part.is_empty() {
            return;
        }
        let mut rows: Vec<_> = rows.iter_mut().map(Some).collect();
        let mut contacts: Vec<_> = contacts.iter_mut().map(Some).collect();
        for player in &mut self.players[who] {
            let row = |i: &usize| Some(&mut rows.get_mut(*i)?.take()?[part.clone()]);
            let mut rows: Vec<_> = player.pickups.iter().filter_map(row).collect();
            let row = |i: &usize| Some(&mut contacts.get_mut(*i)?.take()?[part.clone()]);
            let mut contacts: Vec<_> = player.contacts.iter().filter_map(row).collect();
            player.voice.watch(&mut rows, &mut contacts);
        }
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
