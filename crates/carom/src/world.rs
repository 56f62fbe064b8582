//! What a world is made of: bodies, contacts between them, pickups and gestures.

use std::ops::Range;
use std::sync::Arc;

use crate::check::{check, finite, not_negative, positive};
use crate::hearing::{FarField, Listener};
use crate::law::Law;
use crate::model::{Mode, Model, Quantity, State};
use crate::port::{
    Body, BodyId, ContactId, PickupId, Port, PortId, PushPoint, Ringing, side_of, stamp,
};
use crate::scheme::{Plugged, Start};
use crate::voice::{Hands, Held, Options, Tension, Travel, Voice};
use crate::{Error, InvalidValue};

/// Bodies, contacts, pickups and gestures: everything that is decided before it sounds. Things that never
/// touch one another are better off in worlds of their own: each voice then does only its own work.
///
/// ```
/// use carom::{Mode, Options, World, law::{Damping, Law}};
/// let mut world = World::new();
/// let hammer = world.mass(0.01)?;
/// let bar = world.body(&vec![Mode::ringing(0.05, 523.0, 800.0), Mode::ringing(0.05, 1441.0, 800.0)])?;
/// let hit = world.contact(hammer, bar.weighing(&[1.0, -1.0])?, Law::hunt_crossley(1e9, 1.5, Damping::Mu(0.3))?)?;
/// world.pickup(bar.weighing(&[0.9, 0.7])?)?;
/// let (mut voice, mut hands) = world.start(44_100.0, Options::default())?;
/// hands.strike(hit, 1.0)?;
/// let mut sound = [0.0f32; 4410];
/// voice.process(&mut [&mut sound]);
/// assert_eq!(voice.logs()[0].count, 1);
/// let ledger = voice.ledger();
/// assert!(ledger.residual().abs() < 1e-12 * ledger.supplied());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct World {
    pub(crate) model: Model,
    pub(crate) state: State,
    pub(crate) ports: Vec<PushPoint>,
    pub(crate) travels: Vec<(usize, usize, Arc<dyn Travel>)>,
}

impl Default for World {
    fn default() -> Self {
        Self::new()
    }
}

impl World {
    /// An empty world.
    #[must_use]
    pub fn new() -> Self {
        Self {
            model: Model::default(),
            state: Model::default().rest(),
            ports: Vec::new(),
            travels: Vec::new(),
        }
    }

    /// A mass (kg) that nothing holds.
    pub fn mass(&mut self, kilograms: f64) -> Result<Body, InvalidValue> {
        positive("mass", kilograms)?;
        self.add(&[Mode::free(kilograms)], None)
    }

    /// A wall, which nothing moves.
    #[must_use]
    pub fn wall(&mut self) -> Body {
        let index = self.model.bodies.len();
        let end = self.model.modes.mass.len();
        self.model.bodies.push(end..end);
        Body { id: self.stamp_body(index), modes: 0, rings: None }
    }

    /// A body that rings: a shape of some material, or a list of modes.
    pub fn body(&mut self, rings: &(impl Ringing + Clone + 'static)) -> Result<Body, InvalidValue> {
        let body = self.add(rings.modes(), Some(Arc::new(rings.clone())))?;
        if let Some(tension) = rings.tension() {
            self.tension(&body, &tension)?;
        }
        Ok(body)
    }

    fn add(
        &mut self,
        modes: &[Mode],
        rings: Option<Arc<dyn Ringing>>,
    ) -> Result<Body, InvalidValue> {
        let index = self.model.add_body(modes)?;
        self.state.displacement.resize(self.model.modes.mass.len(), 0.0);
        self.state.velocity.resize(self.model.modes.mass.len(), 0.0);
        Ok(Body { id: self.stamp_body(index), modes: modes.len(), rings })
    }

    fn stamp_body(&mut self, index: usize) -> BodyId {
        let stamp = stamp();
        self.model.stamps.bodies.push(stamp);
        BodyId { stamp, index }
    }

    /// Lets a body that rings be stretched as it bends: it grows stiffer, and its pitch glides down as
    /// it dies away. Modes that move it as a whole stretch nothing.
    ///
    /// ```
    /// # use carom::{Mode, Options, Tension, World};
    /// let mut world = World::new();
    /// let gong = world.body(&vec![Mode::ringing(1.0, 200.0, 500.0)])?;
    /// world.tension(&gong, &Tension { stiffness: 1e11, weights: vec![10.0] })?;
    /// let (mut voice, mut hands) = world.start(44_100.0, Options::default())?;
    /// hands.impulse_at(gong.weighing(&[1.0])?, 1.0)?;
    /// voice.advance(128)?;
    /// assert!(voice.model().modes().omega[0] > 1.01 * std::f64::consts::TAU * 200.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tension(&mut self, body: &Body, tension: &Tension) -> Result<(), InvalidValue> {
        not_negative("stiffness of the tension", tension.stiffness)?;
        for &weight in &tension.weights {
            not_negative("weight of the tension", weight)?;
        }
        let modes = self.modes_of(body.id)?;
        let allowed = "at most the number of modes";
        let count = tension.weights.len();
        check(count <= modes.len(), "number of weights", count as f64, allowed)?;
        let held = Held::new(body.id.index, tension, &self.model.modes, modes.start);
        self.model.tensions.push(held);
        Ok(())
    }

    /// Two points that may touch. Compression is the displacement of the first minus that of the
    /// second minus the [gap](Self::gap), which is 0 unless it is set.
    pub fn contact(
        &mut self,
        first: impl Into<Port>,
        second: impl Into<Port>,
        law: Law,
    ) -> Result<ContactId, InvalidValue> {
        let (first, second) = (first.into(), second.into());
        let sides = [(&first, self.own(&first)?), (&second, self.own(&second)?)];
        let index = self.model.add_contact(sides.map(|(port, b)| (b, &port.weights[..])), law)?;
        self.state.memory.push(0.0);
        let stamp = stamp();
        self.model.stamps.contacts.push(stamp);
        Ok(ContactId { stamp, index })
    }

    /// Sets the distance (m) of two points at rest.
    pub fn gap(&mut self, contact: ContactId, metres: f64) -> Result<(), InvalidValue> {
        finite("gap", metres)?;
        let index = self.own_contact(contact)?;
        self.model.contacts[index].gap = metres;
        Ok(())
    }

    /// Limits the steps per sample that are taken for the sake of a contact, at least 1. A soft pad
    /// that lies on an object needs one, while a hammer may take as many as it likes.
    pub fn most_substeps(&mut self, contact: ContactId, count: u32) -> Result<(), InvalidValue> {
        check(count > 0, "most_substeps", f64::from(count), "at least 1")?;
        let index = self.own_contact(contact)?;
        self.model.contacts[index].most_substeps = count;
        Ok(())
    }

    /// Records the velocity of a point (m/s): the row is in metres per second, not between −1 and 1,
    /// and needs a gain before it is played. A body that rings is recorded without its flight.
    pub fn pickup(&mut self, port: impl Into<Port>) -> Result<PickupId, InvalidValue> {
        self.pickup_of(port, Quantity::Velocity)
    }

    /// Records some quantity of a point.
    pub fn pickup_of(
        &mut self,
        port: impl Into<Port>,
        quantity: Quantity,
    ) -> Result<PickupId, InvalidValue> {
        let port = port.into();
        let body = self.own(&port)?;
        let allowed = "a point of another quantity: pressure is heard in the room, with `listen`";
        check(quantity != Quantity::Pressure, "place", f64::NAN, allowed)?;
        let index = self.model.add_pickup(body, &port.weights, quantity);
        Ok(PickupId { stamp: stamp(), index })
    }

    /// Records the pressure of the sound of a body (Pa) at a place in the room, the time that it
    /// needs to get there included.
    pub fn listen(&mut self, body: &Body, listener: &Listener) -> Result<PickupId, InvalidValue> {
        let Listener { distance, direction } = *listener;
        let listener = &Listener::new(distance, direction)?;
        let far = body.rings.as_ref().and_then(|rings| rings.far_field(listener));
        let allowed = "one whose far field is known (give it with `listen_as`)";
        let field = InvalidValue { field: "body", value: body.id.index as f64, allowed };
        self.listen_as(body, &far.ok_or(field)?)
    }

    /// Records the pressure of the sound of a body (Pa) where it has this far field. It is given as
    /// it is at each sample: [`FarField::below`] takes away first what is too high for the sample
    /// rate.
    pub fn listen_as(&mut self, body: &Body, far: &FarField) -> Result<PickupId, InvalidValue> {
        let of = body.id.within(&self.model.stamps.bodies)?;
        let index = self.model.add_listener(of, far)?;
        Ok(PickupId { stamp: stamp(), index })
    }

    /// A point where hands can push while it sounds.
    pub fn port(&mut self, port: impl Into<Port>) -> Result<PortId, InvalidValue> {
        self.push(port, 0.0)
    }

    /// A point with a constant force (N) on it, such as the weight of a ball; hands can change it. Positive
    /// is the direction in which the first body of a contact moves towards the second.
    pub fn push(&mut self, port: impl Into<Port>, newtons: f64) -> Result<PortId, InvalidValue> {
        finite("force", newtons)?;
        let port = port.into();
        let body = self.own(&port)?;
        self.ports.push(PushPoint { body, weights: port.weights, force: newtons });
        let stamp = stamp();
        self.model.stamps.ports.push(stamp);
        Ok(PortId { stamp, index: self.ports.len() - 1 })
    }

    /// Lets a contact be moved over one of its two bodies, from the start.
    pub fn travel(
        &mut self,
        contact: ContactId,
        over: &Body,
        path: Arc<dyn Travel>,
    ) -> Result<(), InvalidValue> {
        let index = self.own_contact(contact)?;
        let side = self.side(index, over.id)?;
        self.travels.push((index, side, path));
        Ok(())
    }

    /// Which side of a contact a body is.
    pub(crate) fn side(&self, contact: usize, body: BodyId) -> Result<usize, InvalidValue> {
        side_of(&self.model, contact, body)
    }

    /// The state at the start: everything at rest unless it is changed.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Sets the state at the start.
    pub fn set_state(&mut self, state: &State) -> Result<(), InvalidValue> {
        self.model.check_state(state)?;
        self.state = state.clone();
        Ok(())
    }

    /// Puts a body that is one mass at a displacement (m) with a velocity (m/s) at the start.
    pub fn throw(
        &mut self,
        mass: &Body,
        displacement: f64,
        velocity: f64,
    ) -> Result<(), InvalidValue> {
        finite("displacement", displacement)?;
        finite("velocity", velocity)?;
        let modes = self.modes_of(mass.id)?;
        check(modes.len() == 1, "number of modes", modes.len() as f64, "1: a mass can be thrown")?;
        self.state.displacement[modes.start] = displacement;
        self.state.velocity[modes.start] = velocity;
        Ok(())
    }

    /// Where the modes of a body are in a [`State`].
    pub fn modes_of(&self, body: BodyId) -> Result<Range<usize>, InvalidValue> {
        Ok(self.model.modes_of(body.within(&self.model.stamps.bodies)?))
    }

    /// Bodies and contacts as a scheme sees them.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    fn own(&self, port: &Port) -> Result<usize, InvalidValue> {
        port.check(self.modes_of(port.body)?.len())?;
        Ok(port.body.index)
    }

    fn own_contact(&self, contact: ContactId) -> Result<usize, InvalidValue> {
        contact.within(&self.model.stamps.contacts)
    }

    /// Makes a voice that sounds at so many samples per second, and the hands that play it.
    pub fn start(&self, rate: f64, options: Options) -> Result<(Voice, Hands), Error> {
        self.start_with(rate, options, |_| Ok(Plugged::default()))
    }

    /// The same by a scheme of one's own, or with a corrector, made for the start of the run.
    pub fn start_with(
        &self,
        rate: f64,
        options: Options,
        plug: impl FnOnce(&Start) -> Result<Plugged, Error>,
    ) -> Result<(Voice, Hands), Error> {
        Voice::new(self, rate, &options, plug)
    }
}
