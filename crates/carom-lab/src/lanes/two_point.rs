//! The two-point scheme side by side: the scalar equation of a step as in [`hold`](carom::Hold), by
//! Newton's method until no lane moves any more.

use super::explicit::elastic;
use super::math::{exp_m1, ln_1p, powf, select};
use super::wall::{Lane, Lanes, STEPS, Step, WIDTH};
use carom_numeric::cpu::{fused, kernels};
use carom_numeric::two_sum;

/// A correction this small beside the depth leaves its square, which is below rounding.
const SMALL: f64 = 1e-8;
/// More rounds than any lane needs.
const ROUNDS: usize = 60;

/// The equation of each lane: d + K·f(d) = u from compression `start`.
struct Equations {
    start: Lane,
    /// u, and K.
    free: Lane,
    compliance: Lane,
    /// μ/Δt, and α + 1.
    resistance: Lane,
    p: Lane,
    /// A depth inside, and the elastic force there: at the start, if that is inside.
    anchor: Lane,
    over_anchor: Lane,
    power: Lane,
    /// The root lies below this.
    from: Lane,
    /// Where it is looked for.
    end: Lane,
    /// The force of the step.
    force: Lane,
    /// 1 while a lane is looked at.
    moving: Lane,
}

/// Elastic force over a step from `a` to `b` > 0, its slope, and the elastic force at the end.
#[inline(always)]
fn secant<const FMA: bool, const HERTZ: bool>(
    eq: &Equations,
    lanes: &Lanes,
    i: usize,
    b: f64,
) -> (f64, f64, f64) {
    let (a, p, k) = (eq.start[i], eq.p[i], lanes.stiffness[i]);
    let d = b - a;
    if HERTZ {
        // (t⁵ − s⁵)/(t² − s²) of the roots divided out: nothing cancels.
        let (s, t) = (a.max(0.0).sqrt(), b.sqrt());
        let (s2, t2, over) = (a.max(0.0), b, 1.0 / (s + t));
        let scale = 0.4 * k;
        let inner = scale * (t2 * t2 + s * t * (t2 + s * t + s2) + s2 * s2) * over;
        let inner_slope = scale * (t2 * (1.5 * t + 3.0 * s) + s2 * (2.0 * t + s)) * over * over;
        let power = k * t2 * t;
        let (over, outside) = (1.0 / d, a <= 0.0);
        let outer = scale * t2 * t2 * t * over;
        let outer_slope = (power - outer) * over;
        return (select(outside, outer, inner), select(outside, outer_slope, inner_slope), power);
    }
    let (anchor, at_anchor) = (eq.anchor[i], eq.power[i]);
    let e = (b - anchor) * eq.over_anchor[i];
    let rise = exp_m1::<FMA>(p * ln_1p::<FMA>(e)).0;
    // One division for 1/b and 1/(p·d).
    let (inside, pd) = (a > 0.0, select(d == 0.0, p * b, p * d));
    let over = 1.0 / (b * pd);
    let (over_b, over_pd) = (over * pd, over * b);
    let held = at_anchor * anchor;
    let power = fused::<FMA>(held, rise, held) * over_b;
    let near = select(d == 0.0, at_anchor, held * rise * over_pd);
    let force = select(inside, near, power * b * over_pd);
    let exact = (power - force) * p * over_pd;
    let bent = 0.5 * (p - 1.0) * at_anchor * eq.over_anchor[i] * (1.0 + (p - 2.0) / 1.5 * e);
    (force, select(inside & (e.abs() < 1e-5), bent, exact), power)
}

/// The force over a step to `b`, its slope.
#[inline(always)]
fn force<const FMA: bool, const HERTZ: bool>(
    eq: &Equations,
    lanes: &Lanes,
    i: usize,
    b: f64,
) -> (f64, f64) {
    let (elastic, slope, power) = secant::<FMA, HERTZ>(eq, lanes, i, b);
    let resistance = eq.resistance[i];
    let loss = resistance * elastic * (b - eq.start[i]);
    (elastic + loss, fused::<FMA>(resistance, power, slope))
}

impl Equations {
    /// The equations of the step that all lanes are about to take.
    #[inline(always)]
    fn new<const FMA: bool, const HERTZ: bool>(lanes: &Lanes) -> Self {
        let zero = [0.0; WIDTH];
        let mut eq = Self {
            start: lanes.x,
            free: zero,
            compliance: zero,
            resistance: zero,
            p: zero,
            anchor: zero,
            over_anchor: zero,
            power: zero,
            from: zero,
            end: zero,
            force: zero,
            moving: zero,
        };
        for i in 0..WIDTH {
            let (a, dt, k, alpha) =
                (lanes.x[i], lanes.dt[i], lanes.stiffness[i], lanes.exponent[i]);
            let free = dt * lanes.v[i];
            let compliance = 0.5 * dt * dt / lanes.mass[i];
            eq.free[i] = free;
            eq.compliance[i] = compliance;
            eq.resistance[i] = lanes.mu[i] / dt;
            eq.p[i] = alpha + 1.0;
            let inside = a > 0.0;
            let anchor = select(inside, a, (a + free).max(f64::MIN_POSITIVE));
            let power = elastic::<FMA, HERTZ>(k, anchor, alpha);
            (eq.anchor[i], eq.over_anchor[i], eq.power[i]) = (anchor, 1.0 / anchor, power);
            let deeper = !inside | (compliance * power < free);
            eq.from[i] = select(deeper, a + free, a);
            // From the forces of the steps before, drawn on; for a first step from that of its free end.
            let [last, older, oldest] = lanes.forces.each_ref().map(|force| force[i]);
            let drawn = select(oldest > 0.0, 3.0 * (last - older) + oldest, 2.0 * last - older);
            let drawn = select(older > 0.0, drawn.max(0.5 * last).min(2.0 * last), last);
            let loss = 1.0 + eq.resistance[i] * free;
            let first = power * anchor / (eq.p[i] * free) * loss;
            let hint = select(inside & (last > 0.0), drawn, select(inside, power, first));
            let hinted = a + free - compliance * hint;
            let is_hinted = hinted > 0.1 * (a + free).max(a);
            // Without a hint a step deeper needs a bound, another begins where it starts.
            let otherwise = select(deeper, -1.0, a);
            eq.end[i] = select(is_hinted, hinted.min(eq.from[i]), otherwise);
            eq.moving[i] = select(inside | (a + free > 0.0), 1.0, 0.0);
        }
        eq
    }

    /// Lanes that leave the wall within the step: the potential at the end is 0 and the equation
    /// quadratic. Returns whether any other lane needs a bound.
    #[inline(always)]
    fn leave(&mut self) -> bool {
        let mut unbound = 0;
        for i in 0..WIDTH {
            let (a, free, compliance) = (self.start[i], self.free[i], self.compliance[i]);
            let energy = self.power[i] * a / self.p[i];
            let b = free + compliance * self.resistance[i] * energy;
            let push = compliance * energy;
            let leaves = (a > 0.0) & (compliance * self.power[i] >= free) & (push >= a * (a + b));
            let root = (b * b + 4.0 * push).sqrt();
            let change = select(b > 0.0, -2.0 * push / (b + root), 0.5 * (b - root)).min(-a);
            let force = energy / -change * (1.0 + self.resistance[i] * change);
            let apart = self.moving[i] == 0.0;
            self.end[i] = select(leaves, a + change, select(apart, a + free, self.end[i]));
            self.force[i] = select(leaves, force, 0.0);
            self.moving[i] = select(leaves, 0.0, self.moving[i]);
            unbound |= select(self.end[i] < 0.0, self.moving[i], 0.0).to_bits();
        }
        unbound != 0
    }

    /// Bounds of the root from β·(x^p − y^p)·(1 + μd/Δt) = d·(u − d), for lanes that go deeper without a hint.
    /// A lane from outside is anchored there: beside the free end of its step the root may be tiny.
    #[inline(always)]
    fn bound<const FMA: bool, const HERTZ: bool>(&mut self, lanes: &Lanes) {
        for i in 0..WIDTH {
            let (a, u, p) = (self.start[i], self.free[i], self.p[i]);
            let beta = self.compliance[i] * lanes.stiffness[i] / p;
            let held = select(a > 0.0, powf::<FMA>(a.max(f64::MIN_POSITIVE), p), 0.0);
            let room = u + a.min(0.0);
            let root = |x: f64| powf::<FMA>(x.max(f64::MIN_POSITIVE), 1.0 / p);
            let reach = root(held + 0.25 * u * u / beta);
            let reach = reach.min(root(held + room * (reach - a) / beta));
            let lossy = root(held + room / (beta * self.resistance[i]));
            let reach = select(self.resistance[i] > 0.0, reach.min(lossy), reach);
            let needed = (self.moving[i] > 0.0) & (self.end[i] < 0.0);
            let end = reach.min(self.from[i]);
            self.end[i] = select(needed, end, self.end[i]);
            let anchored = needed & (a <= 0.0);
            let power = elastic::<FMA, HERTZ>(lanes.stiffness[i], end, lanes.exponent[i]);
            self.anchor[i] = select(anchored, end, self.anchor[i]);
            self.over_anchor[i] = select(anchored, 1.0 / end, self.over_anchor[i]);
            self.power[i] = select(anchored, power, self.power[i]);
        }
    }

    /// One step of Newton's method in every lane that moves; returns whether any does.
    #[inline(always)]
    fn newton<const FMA: bool, const HERTZ: bool>(&mut self, lanes: &Lanes) -> bool {
        let mut going = 0;
        for i in 0..WIDTH {
            let moves = self.moving[i] > 0.0;
            let b = select(moves, self.end[i], self.anchor[i]);
            let (force, slope) = force::<FMA, HERTZ>(self, lanes, i, b);
            let compliance = self.compliance[i];
            let value = (b - self.start[i] - self.free[i]) + compliance * force;
            let by = value / fused::<FMA>(compliance, slope, 1.0);
            // Not out of the wall: a lane that leaves it is in closed form.
            let end = (b - by).min(self.from[i]).max(0.01 * b);
            let still = (by.abs() > SMALL * end) | (end != b - by);
            self.end[i] = select(moves, end, self.end[i]);
            self.force[i] = select(moves, fused::<FMA>(slope, end - b, force), self.force[i]);
            self.moving[i] = select(moves & still, 1.0, 0.0);
            // A sum would keep the order of the lanes.
            going |= self.moving[i].to_bits();
        }
        going != 0
    }
}

/// Moves the masses under the forces of the step, as a free mass does that meets one wall.
#[inline(always)]
fn advance(lanes: &mut Lanes, eq: &Equations) {
    for i in 0..WIDTH {
        let (x, v, dt, force) = (lanes.x[i], lanes.v[i], lanes.dt[i], eq.force[i]);
        let (end, free) = (eq.end[i], eq.free[i]);
        let near = end.abs() < free.abs();
        let way = select(near, end - x, free - eq.compliance[i] * force);
        let gain = dt * -force / lanes.mass[i];
        let hard = (dt * force).abs() > (lanes.mass[i] * v).abs();
        let (mean, mean_low) = two_sum(v, 0.5 * gain);
        let change = dt * mean;
        let low = dt * (mean_low + lanes.carried[1][i]);
        let (soft, soft_carried) = two_sum(v, gain + lanes.carried[1][i]);
        let (to, to_carried) = two_sum(x, change + (low + lanes.carried[0][i]));
        let known = end.abs() <= 2.0 * change.abs();
        lanes.carried[0][i] = select(known, 0.0, to_carried);
        lanes.carried[1][i] = select(hard, 0.0, soft_carried);
        let v = select(hard, 2.0 * way / dt - v, soft);
        lanes.take(i, Step { x: select(known, end, to), v, force });
    }
}

#[inline(always)]
fn steps<const FMA: bool, const HERTZ: bool>(lanes: &mut Lanes) {
    for _ in 0..STEPS {
        let mut eq = Equations::new::<FMA, HERTZ>(lanes);
        if eq.leave() {
            eq.bound::<FMA, HERTZ>(lanes);
        }
        for _ in 0..ROUNDS {
            if !eq.newton::<FMA, HERTZ>(lanes) {
                break;
            }
        }
        advance(lanes, &eq);
    }
}

kernels! {
    /// Some steps of the two-point scheme.
    fn two_point(lanes: &mut Lanes, hertz: bool) -> () {
        if hertz { steps::<FMA, true>(lanes) } else { steps::<FMA, false>(lanes) }
    }
}
