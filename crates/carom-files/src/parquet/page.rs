//! A column as one page: which values are there, then the values.

use super::thrift::{Thrift, read_varint, take, write_varint};
use super::{BYTE_ARRAY, Column, DOUBLE, INT64, PLAIN, RLE};

/// Appends a column with its header; nothing if it is too large for a page.
pub(super) fn write(column: &Column, out: &mut Vec<u8>) -> Option<()> {
    let mut values = Vec::new();
    match column {
        Column::Whole(numbers) => {
            values.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        Column::Numbers(numbers) => {
            write_presence(&mut values, numbers);
            values.extend(numbers.iter().flatten().flat_map(|number| number.to_le_bytes()));
        }
        Column::Texts(texts) => {
            write_presence(&mut values, texts);
            for text in texts.iter().flatten() {
                values.extend(u32::try_from(text.len()).ok()?.to_le_bytes());
                values.extend(text.as_bytes());
            }
        }
    }
    let size = Thrift::Int32(values.len().try_into().ok()?);
    let rows = Thrift::Int32(column.rows().try_into().ok()?);
    let [plain, levels] = [PLAIN, RLE].map(Thrift::Int32);
    let data = Thrift::Struct(vec![(1, rows), (2, plain), (3, levels.clone()), (4, levels)]);
    let header =
        Thrift::Struct(vec![(1, Thrift::Int32(0)), (2, size.clone()), (3, size), (5, data)]);
    header.write(out);
    out.append(&mut values);
    Some(())
}

/// Which values are there, as runs: how many, then 1 for there and 0 for missing.
fn write_presence<T>(out: &mut Vec<u8>, values: &[Option<T>]) {
    let mut runs = Vec::new();
    for run in values.chunk_by(|a, b| a.is_some() == b.is_some()) {
        write_varint(&mut runs, (run.len() as u64) << 1);
        runs.push(u8::from(run[0].is_some()));
    }
    out.extend((runs.len() as u32).to_le_bytes());
    out.append(&mut runs);
}

/// Reads a column of a type; nothing if it is not one that is written here.
pub(super) fn read(kind: i32, rows: usize, bytes: &[u8]) -> Option<Column> {
    let mut rest = bytes;
    let header = Thrift::read(&mut rest)?;
    let mut values = take(&mut rest, usize::try_from(header.int(3)?).ok()?)?;
    if header.field(5)?.int(1)? != rows as i64 {
        return None;
    }
    let eight = |values: &mut &[u8]| take(values, 8)?.try_into().ok();
    match kind {
        INT64 => {
            let number = |_| eight(&mut values).map(i64::from_le_bytes);
            Some(Column::Whole((0..rows).map(number).collect::<Option<_>>()?))
        }
        DOUBLE => {
            let present = read_presence(&mut values, rows)?;
            let number = |is_there: bool| match is_there {
                true => eight(&mut values).map(|bytes| Some(f64::from_le_bytes(bytes))),
                false => Some(None),
            };
            Some(Column::Numbers(present.into_iter().map(number).collect::<Option<_>>()?))
        }
        BYTE_ARRAY => {
            let present = read_presence(&mut values, rows)?;
            let mut text = || {
                let length = u32::from_le_bytes(take(&mut values, 4)?.try_into().ok()?);
                String::from_utf8(take(&mut values, length as usize)?.to_vec()).ok()
            };
            let mut value = |is_there| if is_there { text().map(Some) } else { Some(None) };
            let texts = present.into_iter().map(&mut value).collect::<Option<_>>()?;
            Some(Column::Texts(texts))
        }
        _ => None,
    }
}

fn read_presence(values: &mut &[u8], rows: usize) -> Option<Vec<bool>> {
    let length = u32::from_le_bytes(take(values, 4)?.try_into().ok()?);
    let mut runs = take(values, length as usize)?;
    let mut present = Vec::new();
    while !runs.is_empty() {
        let head = read_varint(&mut runs)?;
        let count = usize::try_from(head >> 1).ok()?;
        // Other programs may write levels bit by bit.
        if head & 1 == 1 || count > rows - present.len() {
            return None;
        }
        present.resize(present.len() + count, take(&mut runs, 1)?[0] == 1);
    }
    (present.len() == rows).then_some(present)
}
