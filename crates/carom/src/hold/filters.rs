//! Filters with one complex state per pole: what the force of a contact does to the air.

use super::vectors::{LANES, Lanes, Vector, fused_all, minus, plus, sum_lanes, times};
use crate::cpu::kernels;

/// Complex numbers side by side.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub(crate) struct Complexes {
    pub(crate) re: [f64; LANES],
    pub(crate) im: [f64; LANES],
}

impl Complexes {
    /// Those whose square is below `least` become 0.
    #[inline(always)]
    fn hush(&mut self, least: f64) {
        for (re, im) in self.re.iter_mut().zip(&mut self.im) {
            let heard = *re * *re + *im * *im >= least;
            (*re, *im) = if heard { (*re, *im) } else { (0.0, 0.0) };
        }
    }
}

kernels! {
    /// One step of filters, z⁺ = turn·z + force·kick. States whose square is below `least` become 0:
    /// numbers that small are slow. Returns the sum of the real parts.
    fn filter(states: &mut [Complexes], turns: &[Complexes], kicks: &[Complexes], force: f64, least: f64) -> f64 {
        let (mut sum, force) = ([0.0; LANES], [force; LANES]);
        for ((state, turn), kick) in states.iter_mut().zip(turns).zip(kicks) {
            let (re, im) = (state.re, state.im);
            let turned = fused_all::<FMA>(&turn.re, &re, &minus(&times(&turn.im, &im)));
            let re_next = fused_all::<FMA>(&force, &kick.re, &turned);
            let turned = fused_all::<FMA>(&turn.re, &im, &times(&turn.im, &re));
            let im_next = fused_all::<FMA>(&force, &kick.im, &turned);
            *state = Complexes { re: re_next, im: im_next };
            state.hush(least);
            sum = plus(&sum, &state.re);
        }
        sum_lanes(&sum)
    }

    /// As many steps of filters as there are forces; the real parts after each step are added to its lanes.
    /// Up to six vectors of states stay in registers while time passes: fewer would wait for each other.
    fn filter_on(
        states: &mut [Complexes],
        turns: &[Complexes],
        kicks: &[Complexes],
        forces: &[f64],
        lanes: &mut [Lanes],
    ) -> () {
        let mut at = 0;
        while at < states.len() {
            let (rest, turns, kicks) = (&mut states[at..], &turns[at..], &kicks[at..]);
            let left = rest.len();
            let count = if left > 6 { 4 } else { left };
            match count {
                1 => filter_some::<1, FMA>(rest, turns, kicks, forces, lanes),
                2 => filter_some::<2, FMA>(rest, turns, kicks, forces, lanes),
                3 => filter_some::<3, FMA>(rest, turns, kicks, forces, lanes),
                4 => filter_some::<4, FMA>(rest, turns, kicks, forces, lanes),
                5 => filter_some::<5, FMA>(rest, turns, kicks, forces, lanes),
                _ => filter_some::<6, FMA>(rest, turns, kicks, forces, lanes),
            }
            at += count;
        }
    }

    /// States whose square is below `least` become 0; the sum of the real parts.
    fn hush(states: &mut [Complexes], least: f64) -> f64 {
        let mut sum = [0.0; LANES];
        for state in states {
            state.hush(least);
            sum = plus(&sum, &state.re);
        }
        sum_lanes(&sum)
    }
}

/// The first of some filters over as many steps as there are forces. Beside the real part stands what it gets from the
/// state before the last, r = −Re(turn*·z): with that, a step takes five operations, whole complex numbers seven.
#[inline(always)]
fn filter_some<const N: usize, const FMA: bool>(
    states: &mut [Complexes],
    turns: &[Complexes],
    kicks: &[Complexes],
    forces: &[f64],
    lanes: &mut [Lanes],
) {
    let rest = |turn: &Complexes, z: &Complexes| {
        minus(&fused_all::<FMA>(&turn.im, &z.im, &times(&turn.re, &z.re)))
    };
    let last: [Vector; N] = std::array::from_fn(|k| plus(&turns[k].re, &turns[k].re));
    let before: [Vector; N] = std::array::from_fn(|k| {
        let Complexes { re, im } = &turns[k];
        minus(&fused_all::<FMA>(re, re, &times(im, im)))
    });
    let kick: [[Vector; 2]; N] = std::array::from_fn(|k| [kicks[k].re, rest(&turns[k], &kicks[k])]);
    let mut now: [Vector; N] = std::array::from_fn(|k| states[k].re);
    let mut rests: [Vector; N] = std::array::from_fn(|k| rest(&turns[k], &states[k]));
    for (force, lane) in forces.iter().zip(lanes) {
        let (force, mut sum) = ([*force; LANES], lane.0);
        for k in 0..N {
            let driven = fused_all::<FMA>(&force, &kick[k][0], &rests[k]);
            rests[k] = fused_all::<FMA>(&before[k], &now[k], &times(&force, &kick[k][1]));
            now[k] = fused_all::<FMA>(&last[k], &now[k], &driven);
            sum = plus(&sum, &now[k]);
        }
        lane.0 = sum;
    }
    for k in 0..N {
        let Complexes { re, im } = &turns[k];
        states[k].re = now[k];
        for i in 0..LANES {
            // Where nothing turns there is nothing beside the real part.
            let turned = -(rests[k][i] + re[i] * now[k][i]) / im[i];
            states[k].im[i] = if im[i] == 0.0 { 0.0 } else { turned };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Cpu;
    use crate::numeric::Random;

    /// Filters over many steps are those of one step after the other, also those that only fall.
    #[test]
    fn many_steps_of_filters_are_those_of_one_after_the_other() {
        let mut random = Random::new(4);
        for count in 1..9 {
            let mut number = || random.uniform(-1.0, 1.0);
            let mut draw = |size: f64| -> Vec<Complexes> {
                let lanes = |_: usize| Complexes {
                    re: std::array::from_fn(|i| if i == 3 { 0.5 * size } else { size * number() }),
                    im: std::array::from_fn(|i| if i == 3 { 0.0 } else { size * number() }),
                };
                (0..count).map(lanes).collect()
            };
            let (turns, kicks, states) = (draw(0.7), draw(1.0), draw(1.0));
            let forces: Vec<f64> = (0..64).map(|_| number()).collect();
            for cpu in [Cpu::detect(), Cpu::plain()] {
                let (mut one, mut many) = (states.clone(), states.clone());
                let mut lanes = [Lanes::default(); 64];
                filter_on(cpu, &mut many, &turns, &kicks, &forces, &mut lanes);
                for (force, lanes) in forces.iter().zip(&lanes) {
                    let sum = filter(cpu, &mut one, &turns, &kicks, *force, 0.0);
                    assert!((sum - lanes.0.iter().sum::<f64>()).abs() < 1e-12);
                }
                for (one, many) in one.iter().zip(&many) {
                    for i in 0..LANES {
                        assert!((one.re[i] - many.re[i]).abs() < 1e-13);
                        assert!(
                            (one.im[i] - many.im[i]).abs() < 1e-11,
                            "{} {}",
                            one.im[i],
                            many.im[i]
                        );
                    }
                }
            }
        }
    }
}
