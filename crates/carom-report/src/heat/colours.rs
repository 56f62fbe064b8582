//! The colours of heat maps.

/// Number of colours. With the transparent one they are the indices 0 to 143, which are just those
/// that the fixed code of `deflate` writes in eight bits; the steps are below what an eye tells
/// apart.
pub(crate) const COUNT: usize = 143;

/// From ink through violet and rose to cream, lighter all the way: what is dark in print is dark
/// on screen, and neither end is lost on a white or on a black page.
const STOPS: [u32; 7] = [0x11142f, 0x3a2070, 0x7b2a88, 0xbe3f78, 0xe9705a, 0xf6ab60, 0xfcebb0];

/// How finely the path through the stops is measured, in pieces between two of them.
const PIECES: usize = 64;

/// A colour in the space Oklab, in which equal distances look equal.
type Lab = [f64; 3];

/// The colours from the lowest value to the highest, at equal perceived distances.
pub(crate) fn palette() -> Vec<[u8; 3]> {
    let path = path();
    let mut lengths = vec![0.0];
    for pair in path.windows(2) {
        let last = lengths.last().copied().unwrap_or(0.0);
        lengths.push(last + distance(pair[0], pair[1]));
    }
    let total = lengths.last().copied().unwrap_or(0.0);
    let colour = |i: usize| srgb(point(&path, &lengths, total * i as f64 / (COUNT - 1) as f64));
    (0..COUNT).map(colour).collect()
}

/// The point of the path after the given length.
fn point(path: &[Lab], lengths: &[f64], length: f64) -> Lab {
    let right = lengths.partition_point(|l| *l < length).clamp(1, path.len() - 1);
    let (from, to) = (lengths[right - 1], lengths[right]);
    mix(path[right - 1], path[right], ((length - from) / (to - from)).clamp(0.0, 1.0))
}

/// A smooth path through the stops (a Catmull–Rom spline), finely cut.
fn path() -> Vec<Lab> {
    let stops = STOPS.map(oklab);
    let stop = |i: isize| stops[i.clamp(0, stops.len() as isize - 1) as usize];
    let pieces = (0..(stops.len() - 1) * PIECES).map(|i| {
        let (k, t) = ((i / PIECES) as isize, (i % PIECES) as f64 / PIECES as f64);
        spline([stop(k - 1), stop(k), stop(k + 1), stop(k + 2)], t)
    });
    pieces.chain([stop(stops.len() as isize)]).collect()
}

fn spline([a, b, c, d]: [Lab; 4], t: f64) -> Lab {
    std::array::from_fn(|i| {
        let slope = (c[i] - a[i]) / 2.0;
        let bend = a[i] - 2.5 * b[i] + 2.0 * c[i] - d[i] / 2.0;
        let twist = (d[i] - a[i]) / 2.0 + 1.5 * (b[i] - c[i]);
        b[i] + t * (slope + t * (bend + t * twist))
    })
}

fn mix(a: Lab, b: Lab, t: f64) -> Lab {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * t)
}

fn distance(a: Lab, b: Lab) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

/// The matrices are those by which Björn Ottosson defines Oklab.
fn oklab(hex: u32) -> Lab {
    let linear = |shift: u32| {
        let c = f64::from(hex >> shift & 255) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    let (r, g, b) = (linear(16), linear(8), linear(0));
    let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
    let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
    let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
    [
        0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
        1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
        0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
    ]
}

fn srgb([light, a, b]: Lab) -> [u8; 3] {
    let l = (light + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let m = (light - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let s = (light - 0.089_484_177_5 * a - 1.291_485_548 * b).powi(3);
    let linear = [
        4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
        -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
        -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s,
    ];
    linear.map(|c| {
        let curved = if c <= 0.003_130_8 { 12.92 * c } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 };
        (255.0 * curved).round().clamp(0.0, 255.0) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lab(colour: [u8; 3]) -> Lab {
        oklab(colour.iter().fold(0, |hex, c| hex << 8 | u32::from(*c)))
    }

    #[test]
    fn steps_look_equal_and_lightness_rises() {
        let palette = palette();
        assert_eq!(palette.len(), COUNT);
        let labs: Vec<Lab> = palette.iter().map(|c| lab(*c)).collect();
        // Over several steps, so that rounding to bytes does not count.
        let steps: Vec<f64> = labs.windows(9).map(|w| distance(w[0], w[8])).collect();
        let (low, high) = steps.iter().fold((9.0_f64, 0.0_f64), |(l, h), s| (l.min(*s), h.max(*s)));
        assert!(high / low < 1.12, "{low} to {high}");
        assert!(labs.windows(9).all(|w| w[8][0] > w[0][0]), "lightness");
        assert!(labs[0][0] < 0.25 && labs[COUNT - 1][0] > 0.9);
        assert!(high / 8.0 < 0.02, "below what can be told apart");
    }

    #[test]
    fn colours_survive_the_way_there_and_back() {
        for hex in STOPS.into_iter().chain([0, 0xff_ffff, 0x00ff00]) {
            let [r, g, b] = srgb(oklab(hex)).map(u32::from);
            assert_eq!(r << 16 | g << 8 | b, hex);
        }
    }
}
