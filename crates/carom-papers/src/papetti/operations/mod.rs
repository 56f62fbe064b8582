//! Table IV: how many operations a step takes.

mod counted;
mod programs;

use carom::numeric::special::log_excess;
use carom_schemes::Approximation;

use self::counted::KINDS;
pub(super) use self::counted::Tally;
use self::programs::Moving;
pub(super) use self::programs::Wall;
use super::cases::Case;
use super::published;
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("papetti/table-4", "Operations of a step", table_4).of(Kind::Consistency)];

/// A program of the table: its key in the data, its name, how many operations it takes here, and
/// what runs it once.
type Program = (&'static str, &'static str, f64, fn(&Wall<'_>));

const PROGRAMS: [Program; 8] = [
    ("am1", "AM1, a step", 19.0, |wall| {
        let m = inside(wall);
        wall.am1(m, |_| wall.am1_force(m, m.x));
    }),
    ("am1_iteration", "AM1, an iteration", 29.0, |wall| {
        let m = inside(wall);
        wall.am1_iteration(m, m.x, m.x);
    }),
    ("verlet", "Verlet, a step", 13.0, |wall| {
        wall.verlet(inside(wall));
    }),
    ("heun", "Heun, a step", 15.0, |wall| {
        wall.heun(inside(wall));
    }),
    ("rk4", "RK4, a step", 62.0, |wall| {
        wall.rk4(inside(wall));
    }),
    ("hybrid", "hybrid correction", 10.0, |wall| {
        wall.hybrid(wall.start().kept);
    }),
    ("v_out", "ṽ_out constraint", 15.0, |wall| {
        wall.constraint(Approximation::non_local(4).coefficients());
    }),
    ("zero_finding", "v_out as a zero of (6), an iteration", 12.0, |wall| {
        let w = wall.start().v;
        wall.zero_finding(w, log_excess(0.5));
    }),
];

/// A state in contact that costs nothing: at the wall, one sample's way in.
fn inside<'t>(wall: &Wall<'t>) -> Moving<'t> {
    let mut m = wall.start();
    m.x.value = 2e-5;
    m
}

/// The operations of a program by kind.
fn count(run: fn(&Wall<'_>)) -> [u32; KINDS.len()] {
    let tally = Tally::default();
    run(&Wall::new(&tally, Case::HARD));
    tally.counts()
}

/// Table IV.
fn table_4() -> Result<Findings> {
    let printed = published::read()?.table_4;
    let columns = ["program", "count"].into_iter().chain(KINDS).chain(["total"]);
    let mut table = Table::new(columns);
    let mut checks = Vec::new();
    let mut totals = std::collections::BTreeMap::new();
    for (key, name, known, run) in PROGRAMS {
        let counts = count(run);
        let total = f64::from(counts.iter().sum::<u32>());
        totals.insert(key, total);
        let paper = printed.get(key).ok_or_else(|| format!("Table IV has no `{key}`"))?;
        table = table.row(line(name, "printed", paper.iter().map(|p| Printed::text(p).to_owned())));
        let own = counts.iter().map(u32::to_string).chain([total.to_string()]);
        table = table.row(line("", "Carom", own));
        if let Some(paper) = paper.last() {
            let check =
                Check::number(format!("Table IV, operations, {name}"), paper, total).named(key);
            let same = paper.is_met_by(known);
            checks.push(if same { check } else { check.differs(known, NOT_THE_SAME) });
        }
    }
    let printed_count =
        |key: &str| printed.get(key).and_then(|row| row.last()).map_or(f64::NAN, Printed::value);
    let of = |key: &str| totals.get(key).copied().unwrap_or(f64::NAN);
    Ok(Findings::new()
        .parameter(
            "counted",
            "additions, products, quotients, shifts, powers, logarithms, comparisons",
        )
        .parameter(
            "not counted",
            "reads, writes, changes of sign, products of constants, the ledger",
        )
        .text(TEXT)
        .table(table)
        .checks(checks)
        .checks(conclusions(&of, &printed_count)))
}

fn line(name: &str, whose: &str, numbers: impl Iterator<Item = String>) -> Vec<Cell> {
    let mut cells = vec![Cell::text(name), Cell::text(whose)];
    cells.extend(numbers.map(Cell::number));
    cells
}

const NOT_THE_SAME: &str = "Not the same program: the paper does not print its code, and the count \
    depends on how a formula is written and on which products of constants are known beforehand.";

const TEXT: &str = "The engine's own steps for one mass and a wall, written out in numbers \
    that count what is done with them; tests hold each of them to the trajectory or the value \
    that the engine gives. They are not the paper's programs, which are not printed, so that \
    the counts are set beside each other and no more. The printed count of the hybrid \
    correction holds no power, although (3) takes the root of order α+1, and that RK4's totals \
    agree is chance: their parts do not. What the paper concludes from its counts follows from \
    them, and more clearly from these.";

/// What IV-C infers, with the printed counts and with those of Carom.
fn conclusions(own: &impl Fn(&str) -> f64, printed_count: &impl Fn(&str) -> f64) -> Vec<Check> {
    fn flying(of: &impl Fn(&str) -> f64) -> [f64; 2] {
        ["verlet", "heun"].map(|key| of("rk4") / of(key))
    }
    fn touching(of: &impl Fn(&str) -> f64) -> [f64; 2] {
        ["verlet", "heun"].map(|key| of("rk4") / (of(key) + of("hybrid")))
    }
    fn iterations(of: &impl Fn(&str) -> f64) -> f64 {
        (of("rk4") - of("am1")) / of("am1_iteration")
    }
    let both = |printed_count: [f64; 2], own: [f64; 2]| {
        let [a, b] = printed_count;
        format!("{a:.1} and {b:.1} times; {:.1} and {:.1} with Carom's counts", own[0], own[1])
    };
    vec![
        Check::claim(
            "IV-C, Verlet and Heun against RK4 in free motion",
            "roughly three times as efficient",
        )
        .holds(
            flying(printed_count).iter().all(|ratio| (2.5..3.5).contains(ratio)),
            both(flying(printed_count), flying(own)),
        ),
        Check::claim(
            "IV-C, Verlet and Heun with corrections against RK4 in contact",
            "almost twice as efficient",
        )
        .holds(
            touching(printed_count).iter().all(|ratio| (1.5..2.0).contains(ratio)),
            both(touching(printed_count), touching(own)),
        ),
        Check::claim("IV-C, iterations after which AM1 costs as much as RK4", "two").holds(
            (1.5..2.5).contains(&iterations(printed_count)),
            format!("{:.1}; {:.1} with Carom's counts", iterations(printed_count), iterations(own)),
        ),
    ]
}
