//! Sobol's sequence: samples that fill a space of several dimensions evenly.

/// How many dimensions there are.
pub(crate) const DIMENSIONS: usize = 21;

/// Bits of a number.
const BITS: usize = 32;

/// For each dimension after the first: the coefficients of its primitive polynomial and its first direction
/// numbers, as tabulated by Joe and Kuo (SIAM J. Sci. Comput. 30, 2635, 2008).
const DIRECTIONS: [(u32, &[u32]); DIMENSIONS - 1] = [
    (0, &[1]),
    (1, &[1, 3]),
    (1, &[1, 3, 1]),
    (2, &[1, 1, 1]),
    (1, &[1, 1, 3, 3]),
    (4, &[1, 3, 5, 13]),
    (2, &[1, 1, 5, 5, 17]),
    (4, &[1, 1, 5, 5, 5]),
    (7, &[1, 1, 7, 11, 19]),
    (11, &[1, 1, 5, 1, 1]),
    (13, &[1, 1, 1, 3, 11]),
    (14, &[1, 3, 5, 5, 31]),
    (1, &[1, 3, 3, 9, 7, 49]),
    (13, &[1, 1, 1, 15, 21, 21]),
    (16, &[1, 3, 1, 13, 27, 49]),
    (19, &[1, 1, 1, 15, 7, 5]),
    (22, &[1, 3, 1, 15, 13, 25]),
    (25, &[1, 1, 5, 5, 19, 61]),
    (1, &[1, 3, 7, 11, 23, 15, 103]),
    (4, &[1, 3, 7, 13, 13, 15, 69]),
];

/// The direction numbers of a dimension.
fn directions(dimension: usize) -> [u32; BITS] {
    let mut v = [0; BITS];
    let Some((polynomial, first)) = dimension.checked_sub(1).and_then(|i| DIRECTIONS.get(i)) else {
        // The first dimension halves: van der Corput's sequence.
        return std::array::from_fn(|i| 1 << (BITS - 1 - i));
    };
    let degree = first.len();
    for i in 0..BITS {
        if i < degree {
            v[i] = first[i] << (BITS - 1 - i);
            continue;
        }
        v[i] = v[i - degree] ^ (v[i - degree] >> degree);
        for k in 1..degree {
            if polynomial >> (degree - 1 - k) & 1 == 1 {
                v[i] ^= v[i - k];
            }
        }
    }
    v
}

/// One dimension of the sequence.
#[derive(Clone, Debug)]
pub(crate) struct Dimension([u32; BITS]);

impl Dimension {
    pub(crate) fn new(dimension: usize) -> Self {
        Self(directions(dimension))
    }

    /// A number of the sequence, from 0 to below 1, in the usual order of Gray's code.
    pub(crate) fn at(&self, index: u64) -> f64 {
        let code = index ^ (index >> 1);
        let bits = (0..BITS).filter(|bit| code >> bit & 1 == 1);
        f64::from(bits.fold(0, |sum, bit| sum ^ self.0[bit])) / 2f64.powi(BITS as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As given by `scipy.stats.qmc.Sobol(d, scramble=False)` of SciPy 1.
    #[test]
    fn samples_are_those_of_others() {
        let expected = include!("sobol_reference.in");
        for (index, row) in expected {
            for (dimension, value) in row.into_iter().enumerate() {
                assert_eq!(Dimension::new(dimension).at(index), value, "{index} {dimension}");
            }
        }
    }

    /// Of 2ⁿ samples, each of 2ⁿ equal intervals has one, in every dimension.
    #[test]
    fn every_interval_has_one_sample() {
        for dimension in (0..DIMENSIONS).map(Dimension::new) {
            let mut seen = [false; 256];
            for index in 0..256 {
                let place = (256.0 * dimension.at(index)) as usize;
                assert!(!std::mem::replace(&mut seen[place], true));
            }
        }
    }
}
