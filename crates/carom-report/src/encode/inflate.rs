//! The reverse of `deflate`, for tests: the fixed code alone, written from the standard.

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn bit(&mut self) -> u32 {
        let bit = self.bytes[self.at / 8] >> (self.at % 8) & 1;
        self.at += 1;
        bit.into()
    }

    fn bits(&mut self, count: u32) -> u32 {
        (0..count).fold(0, |word, i| word | self.bit() << i)
    }

    fn code(&mut self, count: u32) -> u32 {
        (0..count).fold(0, |word, _| word << 1 | self.bit())
    }

    fn symbol(&mut self) -> u32 {
        let seven = self.code(7);
        if seven < 24 {
            return seven + 256;
        }
        let eight = seven << 1 | self.bit();
        match eight {
            0x30..=0xbf => eight - 0x30,
            0xc0..=0xc7 => eight - 0xc0 + 280,
            _ => (eight << 1 | self.bit()) - 0x190 + 144,
        }
    }
}

const LENGTHS: [usize; 29] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
];
const DISTANCES: [usize; 30] = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
    2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577,
];

/// Unpacks one block of the fixed code.
pub(crate) fn inflate(bytes: &[u8]) -> Vec<u8> {
    let mut reader = Reader { bytes, at: 0 };
    assert_eq!(reader.bits(3), 0b011, "the last block, fixed code");
    let mut out: Vec<u8> = Vec::new();
    loop {
        match reader.symbol() {
            256 => break,
            literal @ 0..=255 => out.push(literal as u8),
            symbol => {
                let code = symbol - 257;
                let extra = if code < 8 || code == 28 { 0 } else { code / 4 - 1 };
                let length = LENGTHS[code as usize] + reader.bits(extra) as usize;
                let code = reader.code(5);
                let extra = if code < 4 { 0 } else { code / 2 - 1 };
                let distance = DISTANCES[code as usize] + reader.bits(extra) as usize;
                (0..length).for_each(|_| out.push(out[out.len() - distance]));
            }
        }
    }
    assert_eq!(reader.at.div_ceil(8), bytes.len());
    out
}
