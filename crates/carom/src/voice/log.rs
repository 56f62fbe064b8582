//! The history of a contact, from every step.

/// The history of one contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ContactLog {
    /// When the bodies first touched (s).
    pub first_contact_at: Option<f64>,
    /// How long they touched then (s); `None` while they still do.
    pub first_contact_time: Option<f64>,
    /// The speed at which they came apart then, of that at which they met: of the free masses among them,
    /// whatever else rings. `None` while they still touch, and where no free mass approached.
    pub first_restitution: Option<f64>,
    /// The same two of the longest contact that has ended.
    pub longest_contact_time: Option<f64>,
    /// Of the longest contact.
    pub longest_restitution: Option<f64>,
    /// How long they touched altogether, in all contacts that have ended (s).
    pub total_contact_time: f64,
    /// The speed at which they last came apart, of that at which they first met.
    pub overall_restitution: Option<f64>,
    /// How often they came into contact.
    pub count: u64,
    /// The largest force (N).
    pub peak_force: f64,
    /// The largest compression (m).
    pub peak_compression: f64,
    /// ∫ force dt (N·s).
    pub impulse: f64,
    /// The most steps per sample that were taken.
    pub substeps: u32,
    #[cfg_attr(feature = "serde", serde(skip))]
    touching: bool,
    /// When the present or last contact began (s), and how fast its free masses approached; the latter of the
    /// first contact, too (m/s).
    #[cfg_attr(feature = "serde", serde(skip))]
    began: f64,
    #[cfg_attr(feature = "serde", serde(skip))]
    met: f64,
    #[cfg_attr(feature = "serde", serde(skip))]
    first_met: f64,
}

/// One step of a contact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContactStep {
    /// The time at its end (s) and its length (s).
    pub(crate) end: f64,
    pub(crate) dt: f64,
    /// How deep the bodies are in one another before and after, negative apart.
    pub(crate) before: f64,
    pub(crate) after: f64,
    /// How far they are pressed together at its end: more than the depth where felt has a dent.
    pub(crate) compression: f64,
    /// Its mean force (N).
    pub(crate) force: f64,
    /// How far the depth would grow in a step if the contact were not there, before and after.
    pub(crate) way: f64,
    pub(crate) way_after: f64,
    /// How fast the free masses approach each other before and after (m/s), where [`ContactLog::turns`].
    pub(crate) speeds: [f64; 2],
    pub(crate) substeps: u32,
}

impl ContactLog {
    /// Whether a contact begins or ends in a step with this force and depth after it.
    #[inline]
    pub(crate) fn turns(&self, force: f64, after: f64) -> bool {
        if self.touching { after <= 0.0 } else { force != 0.0 || after > 0.0 }
    }

    /// Books a step; true if the bodies came apart in it.
    #[inline]
    pub(crate) fn see(&mut self, step: &ContactStep) -> bool {
        if step.force == 0.0 && step.after <= 0.0 && !self.touching {
            return false;
        }
        if !self.touching {
            self.begin(step);
        }
        self.peak_force = self.peak_force.max(step.force);
        self.peak_compression = self.peak_compression.max(step.compression);
        self.substeps = self.substeps.max(step.substeps);
        if step.after > 0.0 {
            return false;
        }
        self.end(step);
        true
    }

    fn begin(&mut self, step: &ContactStep) {
        self.touching = true;
        self.count += 1;
        // Along the line of flight to the surface.
        let late =
            if step.way > 0.0 { (-step.before / step.way).clamp(0.0, 1.0) * step.dt } else { 0.0 };
        self.began = step.end - step.dt + late;
        self.met = step.speeds[0];
        if self.count == 1 {
            self.first_contact_at = Some(self.began);
            self.first_met = self.met;
        }
    }

    fn end(&mut self, step: &ContactStep) {
        self.touching = false;
        // Back along the line of flight from the surface.
        let early = if step.way_after < 0.0 {
            (step.after / step.way_after).clamp(0.0, 1.0) * step.dt
        } else {
            0.0
        };
        let time = step.end - early - self.began;
        let restitution = |met: f64| (met > 0.0).then(|| -step.speeds[1] / met);
        self.total_contact_time += time;
        self.overall_restitution = restitution(self.first_met);
        if self.count == 1 {
            self.first_contact_time = Some(time);
            self.first_restitution = restitution(self.met);
        }
        if self.longest_contact_time.is_none_or(|longest| time > longest) {
            self.longest_contact_time = Some(time);
            self.longest_restitution = restitution(self.met);
        }
    }

    /// Whether the bodies touch now.
    #[must_use]
    pub fn is_touching(&self) -> bool {
        self.touching
    }
}

/// A contact at the end of one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactPoint {
    /// s.
    pub time: f64,
    /// m.
    pub compression: f64,
    /// How fast the compression grows (m/s).
    pub velocity: f64,
    /// The mean force over the step (N).
    pub force: f64,
}

/// The first contact, step by step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace {
    pub(crate) points: Vec<ContactPoint>,
    most: usize,
    over: bool,
}

impl Trace {
    /// Room for so many steps, taken now: a step never allocates.
    pub(crate) fn new(most: usize) -> Self {
        Self { points: Vec::with_capacity(most), most, over: false }
    }

    /// Begins again.
    pub(crate) fn clear(&mut self) {
        self.points.clear();
        self.over = false;
    }

    /// Keeps a step that the log has just seen.
    pub(crate) fn note(&mut self, step: &ContactStep, log: &ContactLog) {
        if self.over || log.count == 0 || self.points.len() >= self.most {
            return;
        }
        if let (true, Some(time)) = (self.points.is_empty(), log.first_contact_at) {
            let velocity = step.way / step.dt;
            self.points.push(ContactPoint { time, velocity, ..ContactPoint::default() });
        }
        if self.points.len() < self.most {
            self.points.push(ContactPoint {
                time: step.end,
                compression: step.compression,
                velocity: step.way_after / step.dt,
                force: step.force,
            });
        }
        self.over = !log.is_touching();
    }
}
