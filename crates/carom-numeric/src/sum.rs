/// A running sum that carries its own rounding error (Neumaier), so that a ledger of a million
/// small entries is as exact as one of ten.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    total: f64,
    carried: f64,
}

impl Sum {
    /// Adds one entry.
    #[inline]
    pub fn add(&mut self, value: f64) {
        let next = self.total + value;
        self.carried += if self.total.abs() >= value.abs() {
            (self.total - next) + value
        } else {
            (value - next) + self.total
        };
        self.total = next;
    }

    /// The sum so far.
    #[inline]
    #[must_use]
    pub fn value(&self) -> f64 {
        self.total + self.carried
    }
}

/// A sum, and what rounding took from it.
#[inline(always)]
#[must_use]
pub fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

#[cfg(test)]
mod tests {
    use super::Sum;

    #[test]
    fn small_entries_beside_a_large_one_are_kept() {
        let mut sum = Sum::default();
        sum.add(1.0);
        for _ in 0..1_000_000 {
            sum.add(1e-17);
        }
        assert!((sum.value() - 1.000_000_000_01).abs() < 1e-15);
    }
}
