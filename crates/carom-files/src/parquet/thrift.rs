//! Thrift's compact protocol, as far as the metadata of Parquet needs it.

/// A value of the protocol.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Thrift {
    Bool(bool),
    Int32(i32),
    Int64(i64),
    Bytes(Vec<u8>),
    List(Vec<Thrift>),
    /// Fields by their numbers, in ascending order.
    Struct(Vec<(i16, Thrift)>),
}

/// The types of the protocol.
mod kind {
    pub(super) const YES: u8 = 1;
    pub(super) const NO: u8 = 2;
    pub(super) const INT16: u8 = 4;
    pub(super) const INT32: u8 = 5;
    pub(super) const INT64: u8 = 6;
    pub(super) const BYTES: u8 = 8;
    pub(super) const LIST: u8 = 9;
    pub(super) const STRUCT: u8 = 12;
}

/// Metadata is not nested more deeply.
const DEEPEST: usize = 12;

impl Thrift {
    pub(super) fn text(text: &str) -> Self {
        Self::Bytes(text.as_bytes().to_vec())
    }

    /// The field of a struct with this number.
    pub(super) fn field(&self, number: i16) -> Option<&Self> {
        let Self::Struct(fields) = self else { return None };
        fields.iter().find(|(known, _)| *known == number).map(|(_, value)| value)
    }

    pub(super) fn int(&self, number: i16) -> Option<i64> {
        match self.field(number)? {
            Self::Int32(value) => Some(i64::from(*value)),
            Self::Int64(value) => Some(*value),
            _ => None,
        }
    }

    pub(super) fn string(&self, number: i16) -> Option<String> {
        let Self::Bytes(bytes) = self.field(number)? else { return None };
        String::from_utf8(bytes.clone()).ok()
    }

    pub(super) fn list(&self, number: i16) -> Option<&[Self]> {
        let Self::List(list) = self.field(number)? else { return None };
        Some(list)
    }

    fn kind(&self) -> u8 {
        match self {
            Self::Bool(true) => kind::YES,
            Self::Bool(false) => kind::NO,
            Self::Int32(_) => kind::INT32,
            Self::Int64(_) => kind::INT64,
            Self::Bytes(_) => kind::BYTES,
            Self::List(_) => kind::LIST,
            Self::Struct(_) => kind::STRUCT,
        }
    }

    /// Appends the value.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        match self {
            // Its type has said it.
            Self::Bool(_) => {}
            Self::Int32(value) => write_int(out, i64::from(*value)),
            Self::Int64(value) => write_int(out, *value),
            Self::Bytes(bytes) => {
                write_varint(out, bytes.len() as u64);
                out.extend_from_slice(bytes);
            }
            Self::List(list) => {
                let kind = list.first().map_or(kind::STRUCT, Self::kind);
                if list.len() < 15 {
                    out.push((list.len() as u8) << 4 | kind);
                } else {
                    out.push(0xf0 | kind);
                    write_varint(out, list.len() as u64);
                }
                list.iter().for_each(|element| element.write(out));
            }
            Self::Struct(fields) => {
                let mut last = 0;
                for (number, value) in fields {
                    // Numbers of fields lie close together: a step is below 16.
                    out.push(((number - last) as u8) << 4 | value.kind());
                    value.write(out);
                    last = *number;
                }
                out.push(0);
            }
        }
    }

    /// Reads a struct from the beginning of some bytes and moves them on; nothing if they hold none.
    pub(super) fn read(bytes: &mut &[u8]) -> Option<Self> {
        read(bytes, kind::STRUCT, DEEPEST)
    }
}

fn write_int(out: &mut Vec<u8>, value: i64) {
    write_varint(out, ((value << 1) ^ (value >> 63)) as u64);
}

pub(super) fn write_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

pub(super) fn read_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let byte = take(bytes, 1)?[0];
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

fn read_int(bytes: &mut &[u8]) -> Option<i64> {
    let value = read_varint(bytes)?;
    Some((value >> 1) as i64 ^ -((value & 1) as i64))
}

/// The first bytes, which are then gone.
pub(super) fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (first, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(first)
}

fn read(bytes: &mut &[u8], kind: u8, deepest: usize) -> Option<Thrift> {
    let deeper = deepest.checked_sub(1)?;
    Some(match kind {
        kind::YES => Thrift::Bool(true),
        kind::NO => Thrift::Bool(false),
        kind::INT16 | kind::INT32 => Thrift::Int32(read_int(bytes)?.try_into().ok()?),
        kind::INT64 => Thrift::Int64(read_int(bytes)?),
        kind::BYTES => {
            let length = usize::try_from(read_varint(bytes)?).ok()?;
            Thrift::Bytes(take(bytes, length)?.to_vec())
        }
        kind::LIST => {
            let head = take(bytes, 1)?[0];
            let count = if head >> 4 == 15 { read_varint(bytes)? } else { u64::from(head >> 4) };
            // Every element takes a byte: a list cannot be longer than what is left.
            if count > bytes.len() as u64 {
                return None;
            }
            let element = |_| read(bytes, head & 15, deeper);
            Thrift::List((0..count).map(element).collect::<Option<_>>()?)
        }
        kind::STRUCT => {
            let (mut fields, mut number) = (Vec::new(), 0i16);
            loop {
                let head = take(bytes, 1)?[0];
                if head == 0 {
                    return Some(Thrift::Struct(fields));
                }
                number = match head >> 4 {
                    0 => read_int(bytes)?.try_into().ok()?,
                    step => number.checked_add(i16::from(step))?,
                };
                fields.push((number, read(bytes, head & 15, deeper)?));
            }
        }
        _ => return None,
    })
}
