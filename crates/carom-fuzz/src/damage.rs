//! How input is damaged.

use carom_numeric::Random;

/// Numbers that are hard to bear.
const NUMBERS: [&str; 22] = [
    "0",
    "-1",
    "1e308",
    "-1e308",
    "1e-308",
    "nan",
    "inf",
    "-inf",
    "1e400",
    "18446744073709551616",
    "9223372036854775807",
    "-9223372036854775808",
    "4294967295",
    "0.1",
    "1e9",
    "1e-9",
    "3",
    "255",
    "65536",
    "0x10",
    "1_000",
    "-0.0",
];

/// A whole number below `count`.
pub(crate) fn below(random: &mut Random, count: usize) -> usize {
    (random.bits() % count.max(1) as u64) as usize
}

/// One of the seeds, damaged up to eight times.
pub(crate) fn damaged(random: &mut Random, seeds: &[Vec<u8>], words: &[&str]) -> Vec<u8> {
    let mut bytes = seeds[below(random, seeds.len())].clone();
    for _ in 0..=below(random, 8) {
        damage(random, &mut bytes, seeds, words);
    }
    bytes
}

fn damage(random: &mut Random, bytes: &mut Vec<u8>, seeds: &[Vec<u8>], words: &[&str]) {
    let at = below(random, bytes.len() + 1);
    let part = at..(at + below(random, 64)).min(bytes.len());
    match below(random, 10) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(part)),
        2 => {
            let copy = bytes[part].to_vec();
            bytes.splice(at..at, copy);
        }
        3 => {
            let byte = random.bits() as u8;
            if let Some(old) = bytes.get_mut(at) {
                *old = byte;
            }
        }
        4 => {
            let bit = 1 << below(random, 8);
            if let Some(old) = bytes.get_mut(at) {
                *old ^= bit;
            }
        }
        5 => {
            // The end of another.
            let other = &seeds[below(random, seeds.len())];
            let from = below(random, other.len() + 1);
            bytes.truncate(at);
            bytes.extend_from_slice(&other[from..]);
        }
        6 | 7 => change_number(random, bytes, at),
        8 if !words.is_empty() => {
            let word = words[below(random, words.len())].as_bytes().to_vec();
            bytes.splice(part, word);
        }
        _ => {
            let many = bytes.get(at).copied().unwrap_or(b'[');
            let count = 1 << below(random, 12);
            bytes.splice(at..at, std::iter::repeat_n(many, count));
        }
    }
}

/// Writes another number over the next one.
fn change_number(random: &mut Random, bytes: &mut Vec<u8>, at: usize) {
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let Some(start) = bytes[at..].iter().position(is_digit).map(|start| at + start) else { return };
    let in_number = |byte: &u8| byte.is_ascii_digit() || b".eE+-".contains(byte);
    let length = bytes[start..].iter().take_while(|byte| in_number(byte)).count();
    let number = NUMBERS[below(random, NUMBERS.len())].as_bytes().to_vec();
    bytes.splice(start..start + length, number);
}
