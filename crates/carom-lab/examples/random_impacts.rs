//! Random impacts by every scheme, as many as wanted:
//!
//!     cargo run --release -p carom-lab --example random_impacts -- 1000000
//!
//! Exit status 1 if anything happened that must not.

#[path = "../tests/all/support/random_impacts.rs"]
mod survey;

use std::process::ExitCode;

use survey::{BALANCE, parallel_survey};

fn main() -> ExitCode {
    let Some(count) = std::env::args().nth(1).map_or(Some(10_000), |text| text.parse::<u64>().ok())
    else {
        eprintln!("usage: random_impacts [COUNT]");
        return ExitCode::from(2);
    };
    let total = parallel_survey(1000, count);
    println!(
        "scheme        runs      ok        gained   complex  held     refused  residual  iterations"
    );
    for tally in &total.tallies {
        let [ok, gained, complex, held, refused] = tally.by_status;
        println!(
            "{:<12}  {:<8}  {ok:<8}  {gained:<7}  {complex:<7}  {held:<7}  {refused:<7}  {:<8.1e}  {}",
            tally.scheme, tally.runs, tally.residual, tally.iterations
        );
    }
    for error in total.errors.iter().take(10) {
        println!("{}: {:?} {:?}", error.what, error.impact, error.run);
    }
    println!("{} errors (ledgers of exact balances within {BALANCE:e})", total.errors.len());
    ExitCode::from(u8::from(!total.errors.is_empty()))
}
