//! The third partial of a marimba bar, from the arch that gives the first two.

use carom_shapes::{ROSEWOOD, Resonator, TunedBar};

use super::recorded::{self, Bar};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[Study::new(
    "instruments/marimba-arch",
    "The third partial from the arch that gives the first two",
    arch,
)
.of(Kind::Exact)];

/// How much longer or shorter than estimated the bars may be, in figure and checks.
const STRETCHES: [f64; 7] = [0.88, 0.92, 0.96, 1.0, 1.04, 1.08, 1.12];
/// Shapes of the arch that are compared: a parabola, and flatter ones.
const FLATNESSES: [f64; 4] = [2.0, 3.0, 4.0, 6.0];

fn arch() -> Result<Findings> {
    let recorded = recorded::read()?;
    let tuned = recorded.marimba.iter().filter(|bar| bar.overtones.len() == 2);
    let mut checks = Vec::new();
    let mut panel = Panel::new("Third partial", Axis::linear("length of the bar", "m"), "f3/f1")
        .y_range(8.5, 11.5);
    let mut table =
        Table::new(["bar", "length (m)", "flatness", "arch", "depth", "f3/f1", "recorded"]);
    for (i, bar) in tuned.enumerate() {
        let recorded = bar.overtones[1].ratio;
        let mut line = Vec::new();
        for stretch in STRETCHES {
            line.extend(third(bar, stretch, None)?.map(|found| (found.length, found.ratio)));
        }
        let reached = line.len();
        let worst =
            line.iter().map(|(_, ratio)| (ratio / recorded - 1.0).abs()).fold(0.0, f64::max);
        panel = panel
            .with(Series::line(bar.name.as_str(), line).marked().colour(i))
            .hline(recorded, format!("{} recorded", bar.name));
        let usual = third(bar, 1.0, None)?.ok_or("no arch gives the fundamental")?;
        let place = format!("{}, {} Hz: f3/f1", bar.name, bar.f1);
        let printed = Printed::new(&recorded.to_string());
        let check = Check::number(place, &printed, usual.ratio).relative(0.05);
        checks.push(check.named(format!("third/{}", bar.name)));
        let place = format!("{}: largest error over {reached} lengths of 7", bar.name);
        let check = Check::at_most(place, "5", 100.0 * worst).unit("%");
        checks.push(check.named(format!("worst/{}", bar.name)));
        for flatness in FLATNESSES {
            let Some(found) = third(bar, 1.0, Some(flatness))? else { continue };
            table = table.row([
                bar.name.clone(),
                format!("{:.3}", found.length),
                flatness.to_string(),
                format!("{:.3}", found.cut[0]),
                format!("{:.3}", found.cut[1]),
                format!("{:.3}", found.ratio),
                recorded.to_string(),
            ]);
        }
    }
    Ok(Findings::new()
        .parameter("bars", "rosewood, 6 cm by 2.35 cm, 46 cm long for 130 Hz, others as f to −½")
        .parameter("arch", "its length gives f1, its depth f2; of the fourth degree")
        .text(
            "A maker cuts an arch that gives the fundamental and the second partial, two octaves \
             above. The third partial then follows. The bars of the recordings were not measured; \
             their sizes are estimated from one of the same note (Bork et al. 1997), and the figure \
             shows that the third partial hardly depends on them. It does depend on how flat the \
             arch is, which the recordings do not tell: of the shapes in the table those of degree 3 \
             and 4 come within 5 % of what was recorded, a parabola stays 7 to 9 % below and the \
             sixth degree 10 to 12 % above. The fourth was taken with this known: it shows that such \
             an arch can be the maker's, not that it is.",
        )
        .figure(Figure::new("The third partial of a marimba bar").panel(panel))
        .table(table)
        .checks(checks))
}

/// What came out.
struct Found {
    length: f64,
    cut: [f64; 3],
    ratio: f64,
}

/// None where no arch gives f1 and f2.
fn third(bar: &Bar, stretch: f64, flatness: Option<f64>) -> Result<Option<Found>> {
    let Some(tuned) = bar.tuned(stretch) else { return Ok(None) };
    let tuned = TunedBar { flatness, ..tuned };
    let Ok(cut) = tuned.cut(&ROSEWOOD.elastic) else { return Ok(None) };
    let thing = tuned.of_up_to(&ROSEWOOD, 20.0 * bar.f1)?;
    let named = |name: &str| thing.object().modes.iter().find(|mode| mode.name == name);
    let (Some(first), Some(third)) = (named("1"), named("3")) else {
        return Err("a bar has three partials".into());
    };
    let ratio = third.frequency / first.frequency;
    Ok(Some(Found { length: tuned.length, cut, ratio }))
}
