use super::*;

fn table(rows: usize) -> Table {
    let mut table = Table::default();
    table.add("row", Column::Whole((0..rows as i64).collect()));
    let number = |i: usize| (i % 3 != 1).then(|| (i as f64).sqrt() - 7.0);
    table.add("contacts.0.peak_force", Column::Numbers((0..rows).map(number).collect()));
    let text = |i: usize| i.is_multiple_of(2).then(|| "größe ".repeat(i % 4));
    table.add("error", Column::Texts((0..rows).map(text).collect()));
    table.note("provenance", "{\"a\": 1}");
    table
}

#[test]
fn a_table_is_read_back_at_every_length() {
    for rows in [0, 1, 2, 63, 64, 65, 1000] {
        let table = table(rows);
        let bytes = table.to_bytes().unwrap();
        assert_eq!(bytes, table.clone().to_bytes().unwrap());
        assert_eq!(Table::from_bytes(&bytes), Ok(table), "{rows}");
    }
}

#[test]
fn more_columns_than_fit_into_a_short_list_are_read_back() {
    let mut wide = Table::default();
    for i in 0..40 {
        wide.add(format!("c{i}"), Column::Numbers(vec![Some(f64::from(i)), None]));
    }
    assert_eq!(Table::from_bytes(&wide.to_bytes().unwrap()), Ok(wide));
}

#[test]
fn what_is_cut_off_changed_or_foreign_is_refused_without_a_panic() {
    let bytes = table(20).to_bytes().unwrap();
    for length in 0..bytes.len() {
        assert!(Table::from_bytes(&bytes[..length]).is_err(), "{length}");
    }
    for i in 0..bytes.len() {
        for change in [0x01, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[i] ^= change;
            // Whatever it says, it says it.
            let _ = Table::from_bytes(&changed);
        }
    }
    let foreign: Vec<u8> = bytes.clone();
    let at = foreign.windows(5).rposition(|part| part == WRITER.as_bytes()).unwrap();
    let mut foreign = foreign;
    foreign[at] = b'd';
    let error = Table::from_bytes(&foreign).unwrap_err();
    assert!(error.to_string().contains("not written by Carom"), "{error}");
}

#[test]
fn columns_of_different_lengths_are_refused() {
    let mut uneven = table(3);
    uneven.add("more", Column::Whole(vec![1]));
    let error = uneven.to_bytes().unwrap_err().to_string();
    assert_eq!(error, "the column `more` has 1 rows, those before it have 3");
}

/// The bytes of a small file, field by field as the format is specified: what other programs read.
#[test]
fn a_file_is_laid_out_as_specified() {
    let mut small = Table::default();
    small.add("x", Column::Numbers(vec![Some(1.0), None]));
    let bytes = small.to_bytes().unwrap();
    let page = [
        // Header: data page, sizes 16 and 16 (4 + 4 bytes of levels, 8 of the value), 2 values, plain, levels as runs.
        0x15, 0x00, 0x15, 0x20, 0x15, 0x20, 0x2c, 0x15, 0x04, 0x15, 0x00, 0x15, 0x06, 0x15, 0x06,
        0x00,
        0x00, // Four bytes of levels: a run of one that is there, a run of one that is not.
        4, 0, 0, 0, 2, 1, 2, 0, // 1.0.
        0, 0, 0, 0, 0, 0, 0xf0, 0x3f,
    ];
    assert_eq!(bytes[..4], *b"PAR1");
    assert_eq!(bytes[4..4 + page.len()], page);
    assert_eq!(bytes[bytes.len() - 4..], *b"PAR1");
}
