//! The colours of heat maps.

/// Number of colours. The difference between two neighbours is below what an eye can see.
pub(crate) const COUNT: usize = 143;

/// From ink through violet and rose to cream: points at equal distances in the colour space Oklab,
/// along a smooth curve through seven chosen colours. The lightness rises all the way, so that a
/// print in grey keeps the order, and neither end disappears on a white or on a black page.
const COLOURS: [u32; COUNT] = [
    0x11142f, 0x131532, 0x141534, 0x161637, 0x17163a, 0x19173d, 0x1a1740, 0x1c1843, 0x1d1946,
    0x1f1949, 0x201a4c, 0x221a4f, 0x241a52, 0x251b54, 0x271b57, 0x291c5a, 0x2b1c5d, 0x2d1d60,
    0x2f1d63, 0x311e66, 0x331e68, 0x351f6b, 0x371f6d, 0x3a2070, 0x3c2072, 0x3f2174, 0x412176,
    0x442277, 0x472279, 0x4a237b, 0x4d237c, 0x4f247d, 0x52247f, 0x552480, 0x582581, 0x5b2582,
    0x5e2583, 0x612684, 0x642684, 0x672685, 0x6a2786, 0x6d2786, 0x702887, 0x732887, 0x762987,
    0x792988, 0x7c2a88, 0x7f2b88, 0x822c88, 0x852d88, 0x872d88, 0x8a2e88, 0x8d2f87, 0x902f87,
    0x933086, 0x963185, 0x993185, 0x9b3284, 0x9e3383, 0xa13482, 0xa43482, 0xa63581, 0xa93680,
    0xac377f, 0xaf387e, 0xb1397d, 0xb43a7c, 0xb63b7b, 0xb93c7a, 0xbb3d79, 0xbe3f78, 0xc04077,
    0xc24276, 0xc54475, 0xc74574, 0xc94773, 0xcb4972, 0xcd4b71, 0xcf4d6f, 0xd14e6e, 0xd2506d,
    0xd4526b, 0xd6546a, 0xd85669, 0xd95867, 0xdb5a66, 0xdc5c64, 0xde5f63, 0xdf6162, 0xe16360,
    0xe2655f, 0xe4675e, 0xe5695d, 0xe76c5c, 0xe86e5b, 0xe9705a, 0xea7359, 0xec7558, 0xed7858,
    0xee7a57, 0xee7d56, 0xef7f56, 0xf08255, 0xf18555, 0xf18755, 0xf28a55, 0xf28d55, 0xf28f55,
    0xf39255, 0xf39556, 0xf39756, 0xf49a57, 0xf49d58, 0xf4a059, 0xf5a25b, 0xf5a55c, 0xf5a85e,
    0xf6aa60, 0xf6ad62, 0xf7b064, 0xf7b267, 0xf8b569, 0xf8b86c, 0xf8ba6f, 0xf9bd73, 0xf9c076,
    0xf9c279, 0xfac57c, 0xfac780, 0xfaca83, 0xfacd87, 0xfbcf8a, 0xfbd28d, 0xfbd491, 0xfbd794,
    0xfbd998, 0xfbdc9b, 0xfcde9f, 0xfce1a2, 0xfce3a6, 0xfce6a9, 0xfce8ad, 0xfcebb0,
];

/// The colours from the lowest value to the highest, as red, green and blue.
pub(crate) fn palette() -> [[u8; 3]; COUNT] {
    COLOURS.map(|colour| [16, 8, 0].map(|shift| (colour >> shift) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A colour in Oklab, by the matrices with which Björn Ottosson defines it.
    fn oklab(colour: [u8; 3]) -> [f64; 3] {
        let [r, g, b] = colour.map(|c| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        });
        let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
        let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
        let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
        [
            0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
            1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
            0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
        ]
    }

    #[test]
    fn steps_look_equal_and_lightness_rises() {
        let labs = palette().map(oklab);
        let distance = |a: [f64; 3], b: [f64; 3]| {
            a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
        };
        // Over several steps, so that rounding to bytes does not count.
        let steps: Vec<f64> = labs.windows(9).map(|w| distance(w[0], w[8])).collect();
        let (low, high) = steps.iter().fold((9.0_f64, 0.0_f64), |(l, h), s| (l.min(*s), h.max(*s)));
        assert!(high / low < 1.12, "{low} to {high}");
        assert!(labs.windows(9).all(|w| w[8][0] > w[0][0]), "lightness");
        assert!(labs[0][0] < 0.25 && labs[COUNT - 1][0] > 0.9);
        assert!(high / 8.0 < 0.02, "below what can be told apart");
    }
}
