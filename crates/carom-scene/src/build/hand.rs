//! The way of a hand over a body: known beforehand, or found while it sounds.

use std::sync::{Arc, Mutex, PoisonError};

use carom::{ContactId, PortId, Travel};
use carom_shapes::{Object, Place, Places};

use crate::plan::{PlannedDrag, metres};
use crate::surface::Profile;

/// The length of the surface (m). Beyond it comes the same backwards.
pub(super) const LENGTH: f64 = 0.25;

/// Where a probe waits (m): so far that nothing ever looks whether it touches.
pub const AWAY: f64 = 1e6;

/// A probe that hands draw over a body.
#[derive(Clone, Debug)]
pub struct Probe {
    /// Its contact.
    pub contact: ContactId,
    /// Where it is pushed, and by what force (N) while it is on the body.
    pub port: PortId,
    /// With its sign.
    pub force: f64,
    /// Over what: an index of the bodies.
    pub ground: usize,
    /// Its contact as an index.
    pub number: usize,
    /// Where it goes.
    pub path: Arc<HandPath>,
}

/// Ways of a hand over a body, one after the other. Who holds the voice may add to them while they are followed: there is
/// room for so many that nothing is allocated.
#[derive(Debug)]
pub struct HandPath {
    pub(super) object: Arc<Object>,
    pub(super) places: Places,
    pub(super) size: [f64; 2],
    pub(super) profile: Profile,
    pub(super) ways: Mutex<Ways>,
}

/// When and where.
#[derive(Debug, Default)]
pub(super) struct Ways {
    /// By time.
    pub(super) courses: Vec<Course>,
    /// The places of all, and how far each is along its course (m).
    pub(super) nodes: Vec<(Place, f64)>,
}

/// A way from where a probe is put on to where it is lifted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// When it is put on (s).
    pub begin: f64,
    /// The time from place to place (s).
    pub every: f64,
    /// Its places among all.
    first: usize,
    count: usize,
}

impl Course {
    /// When it is lifted (s), as far as is known.
    #[must_use]
    pub fn end(&self) -> f64 {
        self.begin + self.count.saturating_sub(1) as f64 * self.every
    }
}

/// Ways and places for which there is room.
const COURSES: usize = 256;
const NODES: usize = 4096;

impl HandPath {
    fn with<R>(&self, work: impl FnOnce(&mut Ways) -> R) -> R {
        work(&mut self.ways.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Makes room for ways that are found while it sounds.
    pub fn make_room(&self) {
        self.with(|ways| {
            ways.courses.reserve(COURSES);
            ways.nodes.reserve(NODES);
        });
    }

    /// How places on the body are given.
    #[must_use]
    pub fn places(&self) -> Places {
        self.places
    }

    /// Forgets all ways.
    pub fn clear(&self) {
        self.with(|ways| {
            ways.courses.clear();
            ways.nodes.clear();
        });
    }

    /// The n-th way.
    #[must_use]
    pub fn course(&self, n: usize) -> Option<Course> {
        self.with(|ways| ways.courses.get(n).copied())
    }

    /// The n-th place of a way.
    #[must_use]
    pub fn place(&self, course: &Course, n: usize) -> Option<Place> {
        self.with(|ways| (n < course.count).then(|| ways.nodes[course.first + n].0))
    }

    /// Adds a way that is known, with room for it.
    pub fn follow(&self, drag: &PlannedDrag) {
        self.with(|ways| {
            ways.courses.reserve(1);
            ways.nodes.reserve(drag.path.len());
        });
        let [first, rest @ ..] = &drag.path[..] else { return };
        self.begin(drag.time, drag.every, *first);
        for place in rest {
            self.go_on(*place, f64::INFINITY);
        }
    }

    /// Begins another way at a time (s), after all others; false where there is no room.
    pub fn begin(&self, begin: f64, every: f64, place: Place) -> bool {
        self.with(|ways| {
            let room = ways.courses.len() < ways.courses.capacity();
            if !room || ways.nodes.len() == ways.nodes.capacity() {
                return false;
            }
            let first = ways.nodes.len();
            ways.courses.push(Course { begin, every, first, count: 1 });
            ways.nodes.push((place, 0.0));
            true
        })
    }

    /// Adds a place to the last way, no farther than a speed (m/s) allows; false where there is no room.
    pub fn go_on(&self, [mut u, mut v]: Place, fastest: f64) -> bool {
        self.with(|ways| {
            let Some(&(before, way)) = ways.nodes.last() else { return false };
            let Some(course) = ways.courses.last_mut() else { return false };
            if ways.nodes.len() == ways.nodes.capacity() {
                return false;
            }
            if self.places == Places::Round {
                // The short way round.
                v += (before[1] - v).round();
            }
            let far = self.distance(before, [u, v]);
            let share = (fastest * course.every / far).min(1.0);
            if share < 1.0 {
                [u, v] = [0, 1].map(|i| before[i] + share * ([u, v][i] - before[i]));
            }
            course.count += 1;
            ways.nodes.push(([u, v], way + self.distance(before, [u, v])));
            true
        })
    }

    fn distance(&self, from: Place, to: Place) -> f64 {
        let [a, b] = [from, to].map(|place| metres(self.places, place, self.size));
        (b[0] - a[0]).hypot(b[1] - a[1])
    }

    /// Where it is at a time, and how far along (m): at the end of the last way that has begun.
    fn at(&self, time: f64) -> (Place, f64) {
        self.with(|ways| {
            let begun = ways.courses.partition_point(|course| course.begin <= time);
            let Some(course) = ways.courses.get(begun.max(1) - 1).filter(|one| one.count > 0)
            else {
                return (self.places.touched(), 0.0);
            };
            let nodes = &ways.nodes[course.first..course.first + course.count];
            let last = nodes.len() - 1;
            let at = ((time - course.begin) / course.every).clamp(0.0, last as f64);
            let n = (at as usize).min(last.saturating_sub(1));
            let share = at - n as f64;
            let ((a, before), (b, after)) = (nodes[n], nodes[(n + 1).min(last)]);
            ([0, 1].map(|i| a[i] + share * (b[i] - a[i])), before + share * (after - before))
        })
    }

    /// The height of the surface where it is at a time (m), as a gap.
    #[must_use]
    pub fn gap_at(&self, time: f64) -> f64 {
        let (_, way) = self.at(time);
        let within = way.rem_euclid(2.0 * LENGTH);
        -self.profile.at(if within > LENGTH { 2.0 * LENGTH - within } else { within })
    }
}

impl Travel for HandPath {
    fn gap(&self, time: f64) -> f64 {
        if self.moves(time) { self.gap_at(time) } else { AWAY }
    }

    fn weights(&self, time: f64, weights: &mut [f64]) {
        let (place, _) = self.at(time);
        // The last modes may belong to other contacts.
        let own = self.object.modes.len().min(weights.len());
        self.object.forms.weights(place, &mut weights[..own]);
    }

    fn end(&self) -> f64 {
        self.with(|ways| ways.courses.last().map_or(0.0, Course::end))
    }

    fn moves(&self, time: f64) -> bool {
        self.with(|ways| {
            let begun = ways.courses.partition_point(|course| course.begin <= time);
            begun > 0 && time < ways.courses[begun - 1].end()
        })
    }
}
