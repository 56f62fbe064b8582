//! Tables as Parquet files, small and plain: flat columns of numbers and texts, one row group, values as they
//! are, not compressed. The same table gives the same bytes.
//!
//! ```
//! use carom_files::parquet::{Column, Table};
//! let mut table = Table::default();
//! table.add("row", Column::Whole(vec![0, 1]));
//! table.add("contact_time", Column::Numbers(vec![Some(1.5e-3), None]));
//! table.note("made by", "an example");
//! let bytes = table.to_bytes()?;
//! assert_eq!(Table::from_bytes(&bytes)?, table);
//! # Ok::<(), carom_files::parquet::ParquetError>(())
//! ```
//!
//! Only what is written here is read back: other programs write Parquet in many more ways.

mod page;
mod thrift;

use thiserror::Error;
use thrift::Thrift;

/// The values of a column, one for each row.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// Whole numbers.
    Whole(Vec<i64>),
    /// Numbers, some of which may be missing.
    Numbers(Vec<Option<f64>>),
    /// Texts, some of which may be missing.
    Texts(Vec<Option<String>>),
}

impl Column {
    /// How many rows it has.
    #[must_use]
    pub fn rows(&self) -> usize {
        match self {
            Self::Whole(values) => values.len(),
            Self::Numbers(values) => values.len(),
            Self::Texts(values) => values.len(),
        }
    }

    /// The type by Parquet's number, whether values may be missing, and what they mean beyond it.
    fn kind(&self) -> (i32, bool, Option<i32>) {
        match self {
            Self::Whole(_) => (INT64, false, None),
            Self::Numbers(_) => (DOUBLE, true, None),
            Self::Texts(_) => (BYTE_ARRAY, true, Some(UTF8)),
        }
    }
}

/// A table with named columns, and texts about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    columns: Vec<(String, Column)>,
    notes: Vec<(String, String)>,
}

/// Why a table is not written or read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParquetError {
    /// A column has another length than those before it.
    #[error("the column `{name}` has {rows} rows, those before it have {expected}")]
    Length {
        /// Which.
        name: String,
        /// How long it is.
        rows: usize,
        /// How long it must be.
        expected: usize,
    },
    /// A column takes more bytes than a page of Parquet can have.
    #[error("the column `{0}` takes more than 2 GB: write fewer rows to a file")]
    TooLarge(String),
    /// It is no Parquet file, or is cut off.
    #[error("this is not a whole Parquet file")]
    Broken,
    /// Another program wrote it in another way.
    #[error("this Parquet file was not written by Carom: {0}")]
    Foreign(&'static str),
}

const MAGIC: &[u8; 4] = b"PAR1";
const WRITER: &str = "carom";

// Parquet's numbers of types, encodings and repetitions.
const INT64: i32 = 2;
const DOUBLE: i32 = 5;
const BYTE_ARRAY: i32 = 6;
const UTF8: i32 = 0;
const PLAIN: i32 = 0;
const RLE: i32 = 3;
const REQUIRED: i32 = 0;
const OPTIONAL: i32 = 1;
const UNCOMPRESSED: i32 = 0;

impl Table {
    /// Adds a column.
    pub fn add(&mut self, name: impl Into<String>, column: Column) {
        self.columns.push((name.into(), column));
    }

    /// Adds a text about the table: `pyarrow` shows it in the metadata of the schema.
    pub fn note(&mut self, key: impl Into<String>, text: impl Into<String>) {
        self.notes.push((key.into(), text.into()));
    }

    /// The columns in their order.
    #[must_use]
    pub fn columns(&self) -> &[(String, Column)] {
        &self.columns
    }

    /// A column by its name.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|(known, _)| known == name).map(|(_, column)| column)
    }

    /// The text of a note.
    #[must_use]
    pub fn noted(&self, key: &str) -> Option<&str> {
        self.notes.iter().find(|(known, _)| known == key).map(|(_, text)| text.as_str())
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |(_, column)| column.rows())
    }

    /// The table as a Parquet file.
    ///
    /// # Errors
    ///
    /// Columns of different lengths, or larger than a page.
    pub fn to_bytes(&self) -> Result<Vec<u8>, ParquetError> {
        let expected = self.rows();
        let mut bytes = MAGIC.to_vec();
        let mut chunks = Vec::with_capacity(self.columns.len());
        for (name, column) in &self.columns {
            let rows = column.rows();
            if rows != expected {
                return Err(ParquetError::Length { name: name.clone(), rows, expected });
            }
            let start = bytes.len();
            let too_large = || ParquetError::TooLarge(name.clone());
            page::write(column, &mut bytes).ok_or_else(too_large)?;
            chunks.push(chunk(name, column, start, bytes.len() - start));
        }
        let footer = bytes.len();
        self.metadata(chunks, footer - MAGIC.len()).write(&mut bytes);
        let length = u32::try_from(bytes.len() - footer).map_err(|_| ParquetError::Broken)?;
        bytes.extend(length.to_le_bytes());
        bytes.extend(MAGIC);
        Ok(bytes)
    }

    fn metadata(&self, chunks: Vec<Thrift>, size: usize) -> Thrift {
        let rows = Thrift::Int64(self.rows() as i64);
        let root = Thrift::Struct(vec![
            (4, Thrift::text("table")),
            (5, Thrift::Int32(self.columns.len() as i32)),
        ]);
        let leaves = self.columns.iter().map(|(name, column)| leaf(name, column));
        let size = Thrift::Int64(size as i64);
        let group = Thrift::Struct(vec![(1, Thrift::List(chunks)), (2, size), (3, rows.clone())]);
        let note = |(key, text): &(String, String)| {
            Thrift::Struct(vec![(1, Thrift::text(key)), (2, Thrift::text(text))])
        };
        Thrift::Struct(vec![
            (1, Thrift::Int32(1)),
            (2, Thrift::List(std::iter::once(root).chain(leaves).collect())),
            (3, rows),
            (4, Thrift::List(vec![group])),
            (5, Thrift::List(self.notes.iter().map(note).collect())),
            (6, Thrift::text(WRITER)),
        ])
    }

    /// Reads a file that [`to_bytes`](Self::to_bytes) made.
    ///
    /// # Errors
    ///
    /// A file that is not whole, or of another program.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ParquetError> {
        let metadata = footer(bytes).ok_or(ParquetError::Broken)?;
        if metadata.string(6).as_deref() != Some(WRITER) {
            return Err(ParquetError::Foreign("the name of the writer is another"));
        }
        Self::of_metadata(&metadata, bytes).ok_or(ParquetError::Foreign("a column cannot be read"))
    }

    fn of_metadata(metadata: &Thrift, bytes: &[u8]) -> Option<Self> {
        let mut table = Self::default();
        for note in metadata.list(5)? {
            table.note(note.string(1)?, note.string(2)?);
        }
        let rows = usize::try_from(metadata.int(3)?).ok()?;
        let leaves = metadata.list(2)?.get(1..)?;
        let chunks = metadata.list(4)?.first()?.list(1)?;
        for (leaf, chunk) in leaves.iter().zip(chunks) {
            let start = usize::try_from(chunk.field(3)?.int(9)?).ok()?;
            let column = page::read(leaf.int(1)?.try_into().ok()?, rows, bytes.get(start..)?)?;
            table.add(leaf.string(4)?, column);
        }
        Some(table)
    }
}

/// The metadata at the end of a file.
fn footer(bytes: &[u8]) -> Option<Thrift> {
    let inside = bytes.strip_prefix(MAGIC)?.strip_suffix(MAGIC)?;
    let (inside, length) = inside.split_last_chunk::<4>()?;
    let start = inside.len().checked_sub(u32::from_le_bytes(*length) as usize)?;
    let mut footer = &inside[start..];
    Thrift::read(&mut footer).filter(|_| footer.is_empty())
}

/// What the schema says of a column.
fn leaf(name: &str, column: &Column) -> Thrift {
    let (kind, optional, meaning) = column.kind();
    let repetition = if optional { OPTIONAL } else { REQUIRED };
    let mut fields =
        vec![(1, Thrift::Int32(kind)), (3, Thrift::Int32(repetition)), (4, Thrift::text(name))];
    fields.extend(meaning.map(|meaning| (6, Thrift::Int32(meaning))));
    Thrift::Struct(fields)
}

/// Where the values of a column are.
fn chunk(name: &str, column: &Column, start: usize, size: usize) -> Thrift {
    let [start, size, rows] = [start, size, column.rows()].map(|n| Thrift::Int64(n as i64));
    let encodings = [PLAIN, RLE].map(Thrift::Int32).to_vec();
    let about = Thrift::Struct(vec![
        (1, Thrift::Int32(column.kind().0)),
        (2, Thrift::List(encodings)),
        (3, Thrift::List(vec![Thrift::text(name)])),
        (4, Thrift::Int32(UNCOMPRESSED)),
        (5, rows),
        (6, size.clone()),
        (7, size),
        (9, start.clone()),
    ]);
    Thrift::Struct(vec![(2, start), (3, about)])
}

#[cfg(test)]
mod tests;
