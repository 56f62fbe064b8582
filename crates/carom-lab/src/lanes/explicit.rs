//! Velocity Verlet and Runge-Kutta side by side.

use super::math::{powf, select};
use super::wall::{Lanes, STEPS, Step, WIDTH};
use carom_numeric::cpu::{fused, kernels};

/// k·x^α, 0 outside.
#[inline(always)]
pub(super) fn elastic<const FMA: bool, const HERTZ: bool>(k: f64, x: f64, alpha: f64) -> f64 {
    let inside = x.max(f64::MIN_POSITIVE);
    let power = if HERTZ { inside * inside.sqrt() } else { powf::<FMA>(inside, alpha) };
    select(x > 0.0, k * power, 0.0)
}

/// The force of a lane at a compression and a rate.
#[inline(always)]
fn force<const FMA: bool, const HERTZ: bool>(lanes: &Lanes, i: usize, x: f64, v: f64) -> f64 {
    let force = elastic::<FMA, HERTZ>(lanes.stiffness[i], x, lanes.exponent[i]);
    fused::<FMA>(lanes.mu[i] * force, v, force)
}

/// papetti (24): the force at the new position is taken with the predicted velocity, and kept.
#[inline(always)]
fn verlet_steps<const FMA: bool, const HERTZ: bool>(lanes: &mut Lanes) {
    for _ in 0..STEPS {
        for i in 0..WIDTH {
            let h = lanes.dt[i];
            let half = lanes.v[i] + 0.5 * h * lanes.acceleration[i];
            let x = lanes.x[i] + h * half;
            let force = force::<FMA, HERTZ>(lanes, i, x, half);
            let acceleration = -force / lanes.mass[i];
            let v = half + 0.5 * h * acceleration;
            lanes.acceleration[i] = acceleration;
            lanes.take(i, Step { x, v, force });
        }
    }
}

/// papetti (26).
#[inline(always)]
fn runge_kutta_steps<const FMA: bool, const HERTZ: bool>(lanes: &mut Lanes) {
    for _ in 0..STEPS {
        for i in 0..WIDTH {
            let (h, x, v) = (lanes.dt[i], lanes.x[i], lanes.v[i]);
            let over = -h / lanes.mass[i];
            let f1 = force::<FMA, HERTZ>(lanes, i, x, v);
            let v2 = v + 0.5 * over * f1;
            let f2 = force::<FMA, HERTZ>(lanes, i, x + 0.5 * h * v, v2);
            let v3 = v + 0.5 * over * f2;
            let f3 = force::<FMA, HERTZ>(lanes, i, x + 0.5 * h * v2, v3);
            let v4 = v + over * f3;
            let f4 = force::<FMA, HERTZ>(lanes, i, x + h * v3, v4);
            let force = (f1 + f4) / 6.0 + (f2 + f3) / 3.0;
            let mean = (v + v4) / 6.0 + (v2 + v3) / 3.0;
            lanes.take(i, Step { x: x + h * mean, v: v + over * force, force });
        }
    }
}

kernels! {
    /// Some steps of velocity Verlet.
    fn verlet(lanes: &mut Lanes, hertz: bool) -> () {
        if hertz { verlet_steps::<FMA, true>(lanes) } else { verlet_steps::<FMA, false>(lanes) }
    }

    /// Some steps of Runge and Kutta.
    fn runge_kutta(lanes: &mut Lanes, hertz: bool) -> () {
        if hertz {
            runge_kutta_steps::<FMA, true>(lanes);
        } else {
            runge_kutta_steps::<FMA, false>(lanes);
        }
    }
}
