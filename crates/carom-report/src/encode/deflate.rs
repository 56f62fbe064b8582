//! Compression as in RFC 1951 and 1950: repetitions within a window, and the fixed code.

/// The shortest repetition that is worth a reference, and the longest that one can express.
const SHORTEST: usize = 3;
const LONGEST: usize = 258;
/// How far back a reference may reach.
const WINDOW: usize = 32 * 1024;
/// How many earlier places are tried for each position: more gains little on pictures.
const TRIES: usize = 48;
/// Size of the table that finds earlier places with the same three bytes.
const TABLE: usize = 1 << 15;
/// No earlier place.
const NOWHERE: usize = usize::MAX;

/// Bits packed from the least significant end of each byte.
struct Bits {
    bytes: Vec<u8>,
    pending: u64,
    count: u32,
}

impl Bits {
    fn push(&mut self, value: u32, count: u32) {
        self.pending |= u64::from(value) << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count -= 8;
        }
    }

    /// Codes come with their most significant bit first, unlike all other fields.
    fn push_code(&mut self, code: u32, count: u32) {
        self.push(code.reverse_bits() >> (32 - count), count);
    }

    /// A symbol of the fixed code for literals and lengths.
    fn push_symbol(&mut self, symbol: u32) {
        match symbol {
            0..=143 => self.push_code(0x30 + symbol, 8),
            144..=255 => self.push_code(0x190 + symbol - 144, 9),
            256..=279 => self.push_code(symbol - 256, 7),
            _ => self.push_code(0xc0 + symbol - 280, 8),
        }
    }

    fn push_repetition(&mut self, length: usize, distance: usize) {
        if length == LONGEST {
            self.push_symbol(285);
        } else {
            let (code, extra, bits) = graded((length - SHORTEST) as u32, 2);
            self.push_symbol(257 + code);
            self.push(extra, bits);
        }
        let (code, extra, bits) = graded((distance - 1) as u32, 1);
        self.push_code(code, 5);
        self.push(extra, bits);
    }

    fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.pending as u8);
        }
        self.bytes
    }
}

/// Lengths and distances are floating-point numbers of sorts: a code with exponent and `mantissa`
/// bits, then as many extra bits as the exponent says. Returns code, extra bits and their number.
fn graded(value: u32, mantissa: u32) -> (u32, u32, u32) {
    if value < 2 << mantissa {
        return (value, 0, 0);
    }
    let exponent = value.ilog2() - mantissa;
    let code = (exponent << mantissa) + (value >> exponent);
    (code, value & ((1 << exponent) - 1), exponent)
}

/// Earlier places of each position's three bytes, as chains.
struct Places {
    latest: Vec<usize>,
    before: Vec<usize>,
}

impl Places {
    fn new(length: usize) -> Self {
        Self { latest: vec![NOWHERE; TABLE], before: vec![NOWHERE; length] }
    }

    fn slot(data: &[u8], at: usize) -> Option<usize> {
        let three = data.get(at..at + SHORTEST)?;
        let word = three.iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte));
        Some(word.wrapping_mul(0x9e37_79b1) as usize >> 17)
    }

    fn insert(&mut self, data: &[u8], at: usize) {
        if let Some(slot) = Self::slot(data, at) {
            self.before[at] = std::mem::replace(&mut self.latest[slot], at);
        }
    }

    /// The longest repetition that starts at `at`: length and distance.
    fn longest(&self, data: &[u8], at: usize) -> Option<(usize, usize)> {
        let mut place = self.latest[Self::slot(data, at)?];
        let most = LONGEST.min(data.len() - at);
        let mut best = (SHORTEST - 1, 0);
        for _ in 0..TRIES {
            if place == NOWHERE || at - place > WINDOW || best.0 == most {
                break;
            }
            let pairs = data[place..].iter().zip(&data[at..at + most]);
            let length = pairs.take_while(|(a, b)| a == b).count();
            if length > best.0 {
                best = (length, at - place);
            }
            place = self.before[place];
        }
        (best.0 >= SHORTEST).then_some(best)
    }
}

/// Compresses into a stream of the format "zlib".
pub(crate) fn zlib(data: &[u8]) -> Vec<u8> {
    // A window of 32 kB, the fastest level, and the check bits of these two bytes.
    let mut bits = Bits { bytes: vec![0x78, 0x01], pending: 0, count: 0 };
    // The last block, fixed code.
    bits.push(0b011, 3);
    let mut places = Places::new(data.len());
    let mut at = 0;
    while at < data.len() {
        let length = match places.longest(data, at) {
            Some((length, distance)) => {
                bits.push_repetition(length, distance);
                length
            }
            None => {
                bits.push_symbol(data[at].into());
                1
            }
        };
        (at..at + length).for_each(|at| places.insert(data, at));
        at += length;
    }
    bits.push_symbol(256);
    let mut out = bits.finish();
    out.extend(adler(data).to_be_bytes());
    out
}

/// The check sum of RFC 1950.
pub(crate) fn adler(data: &[u8]) -> u32 {
    let step = |(a, b): (u32, u32), byte: &u8| {
        let a = (a + u32::from(*byte)) % 65_521;
        (a, (b + a) % 65_521)
    };
    let (a, b) = data.iter().fold((1, 0), step);
    b << 16 | a
}

#[cfg(test)]
mod tests {
    use super::super::inflate::inflate;
    use super::*;

    fn noise(count: u32, modulus: u32) -> Vec<u8> {
        (0..count).map(|i| ((i.wrapping_mul(2_654_435_761) >> 13) % modulus) as u8).collect()
    }

    #[test]
    fn everything_comes_back() {
        let far: Vec<u8> = [noise(40_000, 256), noise(40_000, 256)].concat();
        let cases = [
            vec![],
            vec![7],
            b"abcabcabcabcabcabd".to_vec(),
            vec![200; 100_000],
            noise(50_000, 256),
            noise(50_000, 3),
            (0..=255).cycle().take(3000).collect(),
            far,
        ];
        for data in cases {
            let packed = zlib(&data);
            assert_eq!(u16::from_be_bytes([packed[0], packed[1]]) % 31, 0);
            assert_eq!(packed[packed.len() - 4..], adler(&data).to_be_bytes());
            assert!(inflate(&packed[2..packed.len() - 4]) == data, "{} bytes", data.len());
        }
    }

    #[test]
    fn repetitions_cost_next_to_nothing() {
        assert!(zlib(&vec![9; 180_000]).len() < 1200);
        let row = noise(600, 100);
        assert!(zlib(&row.repeat(300)).len() < 3000);
        assert!(zlib(&noise(180_000, 140)).len() < 181_000);
    }

    #[test]
    fn the_codes_of_the_standard() {
        assert_eq!(graded(10 - 3, 2), (7, 0, 0));
        assert_eq!(graded(11 - 3, 2), (8, 0, 1));
        assert_eq!(graded(257 - 3, 2), (27, 30, 5));
        assert_eq!(graded(32_768 - 1, 1), (29, 8191, 13));
        assert_eq!(adler(b"Wikipedia"), 0x11e6_0398);
    }
}
