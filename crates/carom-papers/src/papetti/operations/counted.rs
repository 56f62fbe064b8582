//! Numbers that count what is done with them.

use std::cell::Cell;
use std::ops::{Add, Div, Mul, Sub};

/// The kinds of operations of Table IV, reads and writes left out.
pub(in crate::papetti) const KINDS: [&str; 7] = ["+/−", "×", "÷", "shift", "exp", "log", "compare"];

#[derive(Clone, Copy)]
enum Kind {
    Add,
    Multiply,
    Divide,
    Shift,
    Exponential,
    Logarithm,
    Compare,
}

/// How many operations of each kind were done.
#[derive(Debug, Default)]
pub(in crate::papetti) struct Tally([Cell<u32>; KINDS.len()]);

impl Tally {
    /// A number that is counted here.
    pub(in crate::papetti) fn number(&self, value: f64) -> Counted<'_> {
        Counted { value, tally: self }
    }

    /// The counts, in the order of [`KINDS`].
    pub(in crate::papetti) fn counts(&self) -> [u32; KINDS.len()] {
        std::array::from_fn(|i| self.0[i].get())
    }

    fn note(&self, kind: Kind) {
        let cell = &self.0[kind as usize];
        cell.set(cell.get() + 1);
    }
}

/// A number whose operations are counted. A change of sign costs nothing.
#[derive(Clone, Copy, Debug)]
pub(in crate::papetti) struct Counted<'t> {
    pub(in crate::papetti) value: f64,
    tally: &'t Tally,
}

impl Counted<'_> {
    fn with(self, kind: Kind, value: f64) -> Self {
        self.tally.note(kind);
        Self { value, ..self }
    }

    /// Half of it.
    pub(in crate::papetti) fn half(self) -> Self {
        self.with(Kind::Shift, 0.5 * self.value)
    }

    /// Its power, which the paper counts as an exponential.
    pub(in crate::papetti) fn power(self, exponent: f64) -> Self {
        self.with(Kind::Exponential, self.value.powf(exponent))
    }

    pub(in crate::papetti) fn exp(self) -> Self {
        self.with(Kind::Exponential, self.value.exp())
    }

    pub(in crate::papetti) fn exp_m1(self) -> Self {
        self.with(Kind::Exponential, self.value.exp_m1())
    }

    pub(in crate::papetti) fn ln(self) -> Self {
        self.with(Kind::Logarithm, self.value.ln())
    }

    pub(in crate::papetti) fn negative(self) -> Self {
        Self { value: -self.value, ..self }
    }

    /// Whether it is above another number.
    pub(in crate::papetti) fn above(self, other: f64) -> bool {
        self.tally.note(Kind::Compare);
        self.value > other
    }
}

impl Add for Counted<'_> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.with(Kind::Add, self.value + other.value)
    }
}

impl Sub for Counted<'_> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.with(Kind::Add, self.value - other.value)
    }
}

impl Mul for Counted<'_> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        self.with(Kind::Multiply, self.value * other.value)
    }
}

impl Div for Counted<'_> {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        self.with(Kind::Divide, self.value / other.value)
    }
}
