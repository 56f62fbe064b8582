//! Commands to a voice while it runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rtrb::{Consumer, Producer, RingBuffer};

use super::motion::{Travel, Travelling};
use super::rules::{Playing, Rules};
use crate::check::{check, finite};
use crate::law::Law;
use crate::model::{Mode, Model, State};
use crate::port::{Body, ContactId, Port, PortId, side_of};
use crate::world::World;
use crate::{Error, InvalidValue};

/// What a command does.
#[derive(Debug)]
pub(super) enum Action {
    Strike { contact: usize, side: usize, speed: f64 },
    StrikeAt { contact: usize, striker: usize, side: usize, weights: Box<[f64]>, speed: f64 },
    Push { port: usize, force: f64 },
    Impulse { port: usize, impulse: f64 },
    ImpulseAt { body: usize, weights: Box<[f64]>, impulse: f64 },
    MovePort { port: usize, weights: Box<[f64]> },
    Gap { contact: usize, gap: f64, time: f64 },
    Place { contact: usize, side: usize, weights: Box<[f64]> },
    Law { contact: usize, law: Box<Law> },
    Damp { body: usize, rate: f64 },
    Modes { body: usize, modes: Box<[Mode]> },
    Travel { contact: usize, travelling: Box<Travelling> },
    Load(Box<State>),
    Reset,
}

/// Memory that a voice no longer needs. It goes back to the hands, because the audio thread must not
/// free memory.
#[derive(Debug)]
#[expect(dead_code, reason = "it is kept only to be dropped by the hands")]
pub(super) enum Spent {
    Weights(Box<[f64]>),
    Law(Box<Law>),
    Modes(Box<[Mode]>),
    Travel(Box<Travelling>),
    State(Box<State>),
}

/// A command and the sample at which it is due; 0 is at once.
#[derive(Debug)]
pub(super) struct Command {
    pub(super) at: u64,
    pub(super) action: Action,
}

/// The voice's ends of the queues between hands and voice.
#[derive(Debug)]
pub(super) struct VoiceQueues {
    pub(super) commands: Consumer<Command>,
    pub(super) spent: Producer<Spent>,
    /// How many commands were sent and not yet carried out.
    pub(super) waiting: Arc<AtomicUsize>,
}

/// Hands that play a [`Voice`](crate::Voice) while it sounds, from any thread.
///
/// Nothing here waits or locks: a command is put in a queue that the voice reads before it makes
/// samples. A command is carried out at the next sample unless [`at`](Self::at) gives another. A
/// command for a sample in the past is carried out at once, and [counted](crate::Counts::late). A
/// refused command changes nothing.
#[derive(Debug)]
pub struct Hands {
    model: Model,
    /// The body of each port.
    ports: Vec<usize>,
    playing: Playing,
    /// The laws at the start.
    laws: Vec<Law>,
    commands: Producer<Command>,
    spent: Consumer<Spent>,
    waiting: Arc<AtomicUsize>,
    capacity: usize,
    when: u64,
}

impl Hands {
    pub(super) fn new(world: &World, playing: Playing, capacity: usize) -> (Self, VoiceQueues) {
        let (commands, inbox) = RingBuffer::new(capacity);
        // Every command leaves at most one thing behind, and they are collected before the next is sent:
        // this never fills.
        let (outbox, spent) = RingBuffer::new(4 * capacity + 16);
        let waiting = Arc::new(AtomicUsize::new(0));
        let hands = Self {
            model: world.model.clone(),
            ports: world.ports.iter().map(|port| port.body).collect(),
            playing,
            laws: world.model.contacts.iter().map(|contact| contact.law.clone()).collect(),
            commands,
            spent,
            waiting: Arc::clone(&waiting),
            capacity,
            when: 0,
        };
        (hands, VoiceQueues { commands: inbox, spent: outbox, waiting })
    }

    /// The next command, and only that, is for this sample, counted from the start of the voice: it is
    /// carried out before that sample is made, so that its effect begins in it. Commands may be
    /// sent in any order of time; of those for one sample the one that was sent first comes first. A
    /// refused command takes its time with it.
    ///
    /// ```
    /// # use carom::{Options, World, law::Law};
    /// # let mut world = World::new();
    /// # let (mass, wall) = (world.mass(0.01)?, world.wall());
    /// # let hit = world.contact(mass, wall, Law::power(1e7, 1.5)?)?;
    /// # let (mut voice, mut hands) = world.start(48_000.0, Options::default())?;
    /// hands.at(24_000).strike(hit, 1.5)?;
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn at(&mut self, sample: u64) -> &mut Self {
        self.when = sample;
        self
    }

    /// Strikes: the free mass of a contact is put at the surface of what it touches, wherever that is
    /// now, and its velocity towards it becomes this speed (m/s), whatever it and the surface did before.
    /// Between two walls a negative speed strikes the one below. The energy that it takes is booked as
    /// supplied.
    pub fn strike(&mut self, contact: ContactId, speed: f64) -> Result<(), Error> {
        self.send(|hands| {
            let (contact, side) = hands.rules().striking(contact, None, speed)?;
            Ok(Action::Strike { contact, side, speed })
        })
    }

    /// Strikes with one of the two bodies of a contact, which must be a free mass: for a contact of two
    /// free masses, of which [`strike`](Self::strike) moves the first.
    pub fn strike_with(
        &mut self,
        contact: ContactId,
        mass: &Body,
        speed: f64,
    ) -> Result<(), Error> {
        self.send(|hands| {
            let (contact, side) = hands.rules().striking(contact, Some(mass.id()), speed)?;
            Ok(Action::Strike { contact, side, speed })
        })
    }

    /// Strikes at a place: the point of contact moves there first, for good.
    pub fn strike_at(&mut self, contact: ContactId, place: Port, speed: f64) -> Result<(), Error> {
        self.send(|hands| {
            let (contact, striker) = hands.rules().striking(contact, None, speed)?;
            let side = hands.rules().place_of(contact, place.body, &place.weights)?;
            let weights = place.weights;
            Ok(Action::StrikeAt { contact, striker, side, weights, speed })
        })
    }

    /// Puts a constant force (N) on a point, from now on, in place of the one before; 0 lets go. Positive
    /// is the direction in which the first body of a contact moves towards the second, and the second away
    /// from the first.
    pub fn push(&mut self, port: PortId, newtons: f64) -> Result<(), Error> {
        self.send(|hands| {
            Ok(Action::Push {
                port: port.within(&hands.model.stamps.ports)?,
                force: finite("force", newtons)?,
            })
        })
    }

    /// Gives a point an impulse (N·s) at once; several at one sample add up. Its sign is that of
    /// [`push`](Self::push).
    pub fn impulse(&mut self, port: PortId, newton_seconds: f64) -> Result<(), Error> {
        self.send(|hands| {
            let (port, impulse) =
                (port.within(&hands.model.stamps.ports)?, finite("impulse", newton_seconds)?);
            Ok(Action::Impulse { port, impulse })
        })
    }

    /// Gives a body an impulse (N·s) at any place, at once. For a hit by a mass that is known, a contact
    /// and [`strike_at`](Self::strike_at) do better: they cannot give more energy than the mass has.
    pub fn impulse_at(&mut self, place: Port, newton_seconds: f64) -> Result<(), Error> {
        self.send(|hands| {
            let (body, impulse) =
                (hands.rules().place(&place)?, finite("impulse", newton_seconds)?);
            Ok(Action::ImpulseAt { body, weights: place.weights, impulse })
        })
    }

    /// Moves a point where hands push to another place of the same body; its force goes with it.
    pub fn move_port(&mut self, port: PortId, place: Port) -> Result<(), Error> {
        self.send(|hands| {
            let (port, body) =
                (port.within(&hands.model.stamps.ports)?, hands.rules().place(&place)?);
            let allowed = "the body of the port";
            check(hands.ports[port] == body, "body", body as f64, allowed)?;
            Ok(Action::MovePort { port, weights: place.weights })
        })
    }

    /// Moves the gap of a contact to a distance (m) in a straight line over a time (s), or at once. The
    /// work is booked as supplied.
    pub fn gap(&mut self, contact: ContactId, metres: f64, seconds: f64) -> Result<(), Error> {
        self.send(|hands| {
            let contact = hands.rules().gap(contact, metres, seconds)?;
            Ok(Action::Gap { contact, gap: metres, time: seconds })
        })
    }

    /// Moves the point of a contact to another place of one of its bodies. The compression stays what
    /// it is; the ports meet again within a sample.
    pub fn place_contact(&mut self, contact: ContactId, place: Port) -> Result<(), Error> {
        self.send(|hands| {
            let contact = hands.rules().contact(contact)?;
            let side = hands.rules().place_of(contact, place.body, &place.weights)?;
            Ok(Action::Place { contact, side, weights: place.weights })
        })
    }

    /// Gives a contact another law.
    pub fn law(&mut self, contact: ContactId, law: Law) -> Result<(), Error> {
        self.send(|hands| {
            let contact = hands.rules().law(contact, &law)?;
            Ok(Action::Law { contact, law: Box::new(law.clone()) })
        })?;
        self.model.contacts[contact.index].law = law;
        Ok(())
    }

    /// Damps a body: all its modes that ring decay faster by this rate (1/s), amplitudes as e^(−rate·t),
    /// until another rate is given; 0 lets it ring. The flight of a body that nothing holds is not damped.
    pub fn damp(&mut self, body: &Body, rate: f64) -> Result<(), Error> {
        self.send(|hands| {
            let body = hands.rules().damp(body.id(), rate)?;
            Ok(Action::Damp { body, rate })
        })
    }

    /// Replaces the modes of a body by as many others, which keep displacement and velocity of those
    /// before; a free mass stays one. The change of energy is booked as supplied.
    pub fn modes(&mut self, body: &Body, modes: &[Mode]) -> Result<(), Error> {
        self.send(|hands| {
            let index = hands.rules().modes(body.id(), modes)?;
            Ok(Action::Modes { body: index, modes: modes.into() })
        })
    }

    /// Lets a contact be moved over one of its bodies from now on.
    pub fn travel(
        &mut self,
        contact: ContactId,
        over: &Body,
        path: Arc<dyn Travel>,
    ) -> Result<(), Error> {
        self.send(|hands| {
            let contact = hands.rules().contact(contact)?;
            hands.rules().fixed()?;
            hands.rules().able("it cannot move a contact")?;
            let side = side_of(&hands.model, contact, over.id())?;
            let travelling = Box::new(Travelling::new(path, &hands.model, contact, side));
            Ok(Action::Travel { contact, travelling })
        })
    }

    /// Puts another state in place of the present one. The change of energy is booked as supplied.
    pub fn load(&mut self, state: &State) -> Result<(), Error> {
        self.send(|hands| {
            hands.model.check_state(state)?;
            Ok(Action::Load(Box::new(state.clone())))
        })
    }

    /// Puts everything back to how it was at the start, with a new ledger; samples go on being counted.
    /// A voice that had stopped sounds again.
    pub fn reset(&mut self) -> Result<(), Error> {
        self.send(|_| Ok(Action::Reset))?;
        for (contact, law) in self.model.contacts.iter_mut().zip(&self.laws) {
            contact.law = law.clone();
        }
        Ok(())
    }

    fn send(&mut self, action: impl FnOnce(&Self) -> Result<Action, Error>) -> Result<(), Error> {
        while self.spent.pop().is_ok() {}
        let at = std::mem::take(&mut self.when);
        let action = action(self)?;
        let waiting = self.waiting.load(Ordering::Acquire);
        if self.commands.is_abandoned() {
            let allowed = "of a voice that is still there";
            return Err(InvalidValue { field: "hands", value: waiting as f64, allowed }.into());
        }
        if waiting >= self.capacity || self.commands.push(Command { at, action }).is_err() {
            return Err(Error::Full { waiting });
        }
        self.waiting.fetch_add(1, Ordering::Release);
        Ok(())
    }

    fn rules(&self) -> Rules<'_> {
        Rules { playing: self.playing, model: &self.model }
    }
}
