//! Pictures of few colours as PNG.

use super::base64;
use super::deflate::zlib;

/// A picture whose pixels are indices into a palette; index `0` is transparent.
pub(crate) struct Indexed {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Row by row from the top.
    pub(crate) pixels: Vec<u8>,
}

impl Indexed {
    /// The file. `palette` holds the colours of the indices from 1 on.
    pub(crate) fn png(&self, palette: &[[u8; 3]]) -> Vec<u8> {
        let mut header = Vec::new();
        header.extend((self.width as u32).to_be_bytes());
        header.extend((self.height as u32).to_be_bytes());
        // Eight bits, palette, the only compression, the only set of filters, not interlaced.
        header.extend([8, 3, 0, 0, 0]);
        let colours: Vec<u8> = [[0; 3]].iter().chain(palette).flatten().copied().collect();
        // Every row begins with its filter: none, for indices have no meaningful differences.
        let rows = self.pixels.chunks(self.width.max(1));
        let raw: Vec<u8> = rows.flat_map(|row| [0].iter().chain(row)).copied().collect();
        let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
        chunk(&mut out, b"IHDR", &header);
        chunk(&mut out, b"PLTE", &colours);
        chunk(&mut out, b"tRNS", &[0]);
        chunk(&mut out, b"IDAT", &zlib(&raw));
        chunk(&mut out, b"IEND", &[]);
        out
    }

    /// The file as an address that contains it.
    pub(crate) fn uri(&self, palette: &[[u8; 3]]) -> String {
        format!("data:image/png;base64,{}", base64(&self.png(palette)))
    }
}

fn chunk(out: &mut Vec<u8>, name: &[u8; 4], content: &[u8]) {
    out.extend((content.len() as u32).to_be_bytes());
    let start = out.len();
    out.extend(name);
    out.extend(content);
    let check = crc(&out[start..]);
    out.extend(check.to_be_bytes());
}

/// The check sum of PNG, bit by bit: pictures are small.
fn crc(bytes: &[u8]) -> u32 {
    let shift = |sum: u32, _| if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 };
    !bytes.iter().fold(!0, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), shift))
}

/// Takes files apart again, for tests here and elsewhere.
#[cfg(test)]
pub(crate) mod decode {
    use super::super::deflate::adler;
    use super::super::inflate::inflate;
    use super::*;

    /// The chunks, once their check sums agree.
    fn chunks(file: &[u8]) -> Vec<(String, Vec<u8>)> {
        assert_eq!(file[..8], *b"\x89PNG\r\n\x1a\n");
        let mut rest = &file[8..];
        let mut out = Vec::new();
        while !rest.is_empty() {
            let length = u32::from_be_bytes(rest[..4].try_into().unwrap()) as usize;
            let sum = u32::from_be_bytes(rest[8 + length..12 + length].try_into().unwrap());
            assert_eq!(sum, crc(&rest[4..8 + length]));
            let name = String::from_utf8(rest[4..8].to_vec()).unwrap();
            out.push((name, rest[8..8 + length].to_vec()));
            rest = &rest[12 + length..];
        }
        out
    }

    /// The picture and its palette without the transparent entry.
    pub(crate) fn png(file: &[u8]) -> (Indexed, Vec<[u8; 3]>) {
        let chunks = chunks(file);
        let names: Vec<&str> = chunks.iter().map(|c| c.0.as_str()).collect();
        assert_eq!(names, ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
        let header = &chunks[0].1;
        let number = |at: usize| u32::from_be_bytes(header[at..at + 4].try_into().unwrap());
        let (width, height) = (number(0) as usize, number(4) as usize);
        assert_eq!(header[8..], [8, 3, 0, 0, 0]);
        let palette = chunks[1].1.chunks(3).skip(1).map(|c| c.try_into().unwrap()).collect();
        let packed = &chunks[3].1;
        let raw = inflate(&packed[2..packed.len() - 4]);
        assert_eq!(packed[packed.len() - 4..], adler(&raw).to_be_bytes());
        assert_eq!(raw.len(), (width + 1) * height);
        assert!(raw.chunks(width + 1).all(|row| row[0] == 0));
        let pixels = raw.chunks(width + 1).flat_map(|row| row[1..].to_vec()).collect();
        (Indexed { width, height, pixels }, palette)
    }

    /// The picture inside an address.
    pub(crate) fn uri(uri: &str) -> (Indexed, Vec<[u8; 3]>) {
        let coded = uri.strip_prefix("data:image/png;base64,").unwrap();
        let value = |c: u8| match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            _ => 63,
        };
        let digits: Vec<u8> = coded.trim_end_matches('=').bytes().map(value).collect();
        let quad = |four: &[u8]| {
            let word = four.iter().fold(0_u32, |w, d| w << 6 | u32::from(*d));
            let word = word << (6 * (4 - four.len()));
            word.to_be_bytes()[1..four.len()].to_vec()
        };
        png(&digits.chunks(4).flat_map(quad).collect::<Vec<u8>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_survives() {
        let pixels: Vec<u8> = (0..7 * 5).map(|i| (i * i % 4) as u8).collect();
        let picture = Indexed { width: 7, height: 5, pixels };
        let palette = [[1, 2, 3], [40, 50, 60], [255, 0, 128]];
        let (back, colours) = decode::png(&picture.png(&palette));
        assert_eq!((back.width, back.height, back.pixels), (7, 5, picture.pixels.clone()));
        assert_eq!(colours, palette);
        assert_eq!(decode::uri(&picture.uri(&palette)).0.pixels, picture.pixels);
    }

    #[test]
    fn check_sums_of_the_standard() {
        assert_eq!(crc(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc(b"IEND"), 0xae42_6082);
    }
}
