//! Tables 1 and 2: what was measured, and what was computed from it.

use carom_rigid::{Convention, SlipSign};

use super::published::{self, motions};
use super::puck::{INERTIA, MASS, RADIUS, TABLE_4, iguchi, parameters, puck};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[
    Study::new("iguchi/table-1", "Internal forces before ten collisions of a puck", table_1)
        .of(Kind::Consistency),
    Study::new("iguchi/table-2", "What was measured after, and its momenta", table_2)
        .of(Kind::Consistency),
];

/// Internal force and moment, (14) and (16).
fn table_1() -> Result<Findings> {
    let tables = published::read()?;
    let as_text = Convention { slip_sign: SlipSign::Physical, ..Convention::default() };
    let unswapped = Convention { lever: 1.0, ..Convention::table_4() };
    let printed = iguchi(TABLE_4, Convention::table_4())?;
    let readings = [iguchi(TABLE_4, as_text)?, iguchi(TABLE_4, unswapped)?, printed];
    let mut findings = parameters();
    let mut table = Table::new(
        "trial | printed F_x | (14), 400·v_x | 400·(v_x + 0.0324·ω) | 400·(v_x + 0.0234·ω)"
            .split(" | "),
    )
    .caption("The internal force along the wall (N), as three readings give it.");
    for (i, row) in tables.table_1.iter().enumerate() {
        let collision = puck([row[0].value(), row[1].value(), row[2].value()])?;
        let forces = readings.each_ref().map(|reading| reading.internal_force(&collision));
        let number = |value: f64| Cell::number(format!("{value:.2}"));
        let mut cells = vec![Cell::number(i + 1), Cell::number(row[3].text())];
        for (force, _) in &forces {
            let cell = number(force[0]);
            cells.push(if row[3].is_met_by(force[0]) { cell.good() } else { cell.bad() });
        }
        table = table.row(cells);
        let (force, moment) = forces[2];
        let place = |name: &str| format!("Table 1, trial {}, {name}", i + 1);
        findings = findings.checks([
            Check::number(place("F_x, with the swapped lever"), &row[3], force[0]).unit("N"),
            Check::number(place("F_z"), &row[4], force[2]).unit("N"),
            Check::number(place("N_y"), &row[5], moment[1])
                .named(format!("moment/{}", i + 1))
                .unit("N·m"),
        ]);
    }
    let rounding = "The spin is printed to 0.001 rad/s, which is 0.0001 N·m of moment: this last \
                    digit belongs to a spin that was not printed in full.";
    Ok(findings
        .known(&[("moment/3", 6.50515, rounding), ("moment/9", -1.07181, rounding)])
        .text(
            "Internal force and moment are momenta over one step of 20 µs: 400·v (14) and \
             0.20995·ω (16). F_z and N_y come out so. F_x does not: it holds the spin already, as \
             400·(v_x + 0.0234·ω). The radius is 32.4 mm, so its digits were swapped, and the sign \
             is not that of the puck: with the wall below, the point of contact moves with v_x − \
             r·ω, which is also what the measured spins of Table 2 say. The same lever returns in \
             Table 4.",
        )
        .table(table))
}

/// Changes of momentum.
fn table_2() -> Result<Findings> {
    let tables = published::read()?;
    let (before, after) = (motions(&tables.table_1), motions(&tables.table_2));
    let mut findings = parameters();
    let mut points = Vec::new();
    for (i, row) in tables.table_2.iter().enumerate() {
        let change = [0, 1, 2].map(|k| after[i][k] - before[i][k]);
        let place = |name: &str| format!("Table 2, trial {}, {name}", i + 1);
        findings = findings.checks([
            Check::number(place("m·Δv_x"), &row[3], MASS * change[0]).unit("kg·m/s"),
            Check::number(place("m·Δv_z"), &row[4], MASS * change[1])
                .named(format!("normal/{}", i + 1))
                .unit("kg·m/s"),
            Check::number(place("J·Δω"), &row[5], INERTIA * change[2])
                .named(format!("spin/{}", i + 1))
                .unit("kg·m²/s"),
        ]);
        points.push((change[0], change[2]));
    }
    let quantum = 0.1136;
    let speeds = before.iter().chain(&after).flat_map(|motion| [motion[0], motion[1]]);
    let off =
        speeds.map(|v| (v / quantum - (v / quantum).round()).abs() * quantum).fold(0.0, f64::max);
    let restitution = least_squares(&before, &after);
    let line = |lever: f64| {
        let slope = -MASS * lever / INERTIA;
        vec![(-0.5, -0.5 * slope), (0.1, 0.1 * slope)]
    };
    let figure = Figure::new("Change of spin over change of velocity along the wall")
        .caption(
            "One impulse at the rim makes both: the points should lie on the line of their lever.",
        )
        .panel(
            Panel::new("", "Δv_x (m/s)", "Δω (rad/s)")
                .with(Series::guide("a disc of 32.4 mm", line(RADIUS)))
                .with(Series::line("a lever of 23.4 mm", line(0.0234)).dotted())
                .with(Series::markers("measured", points)),
        )
        .panel_size(460.0, 320.0);
    Ok(findings
        .text(
            "The momenta are those of the printed velocities but for two last digits. What the \
             table cannot show is how coarse the camera was: every velocity is a multiple of \
             0.1136 m/s, so a change of velocity is uncertain by as much as most of the changes \
             along the wall. The figure shows it in another way. Change of spin and change of \
             velocity come from one impulse at the rim and should lie on one line; they scatter \
             too far to tell a lever of 32.4 mm from one of 23.4.\n\nThe restitution that fits the \
             ten trials in the sense of the paper, by least squares of v_az + E·v_bz, is 0.570 and \
             not 0.523; the paper used more pairs than it prints.\n\nFigs. 7, 10 and 11 show \
             recordings of the scales and the camera over time. The paper does not print them as \
             numbers and nothing computes them, so they are not drawn again here.",
        )
        .figure(figure)
        .checks([
            Check::number(
                "Section 3.1, E by least squares, here over the ten trials",
                &tables.restitution,
                restitution,
            )
            .named("restitution"),
            Check::unpublished(
                "Table 1 and 2, largest distance of a velocity from a multiple of 0.1136 m/s",
                off,
            )
            .unit("m/s"),
        ])
        .known(&[
            (
                "normal/5",
                0.025448,
                "The two velocities are printed to 0.001 m/s: their rounding may move this by \
                 0.000008 kg·m/s, and half a digit is missing by 0.000002.",
            ),
            (
                "spin/1",
                3.458e-5,
                "8.236 rad/s of a disc of 8 g and 32.4 mm is 0.0000346, which rounds to 0.00003. \
                 No rounding of the spin gives 0.00004.",
            ),
            (
                "restitution",
                0.5702,
                "The ten printed pairs give 0.570; 0.523 came from pairs that are not printed.",
            ),
        ]))
}

/// E = −Σ v_a·v_b / Σ v_b² over the normal velocities.
fn least_squares(before: &[[f64; 3]], after: &[[f64; 3]]) -> f64 {
    let product: f64 = before.iter().zip(after).map(|(b, a)| a[1] * b[1]).sum();
    -product / before.iter().map(|b| b[1] * b[1]).sum::<f64>()
}
