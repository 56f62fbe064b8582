//! Figures 5.1 to 5.7 and Table 5.2.

mod attack;
mod brightness;
mod contact_time;
mod materials;
mod phase;
mod resonator;
mod rest_velocity;
mod table;

use super::SOURCE;
use crate::study::Study;

/// All of them, in the order of the chapter.
pub(crate) static STUDIES: &[Study] = &[
    Study {
        id: "avanzini/fig-5.1",
        title: "A hammer on a massive surface, and the trajectories that stick",
        source: &SOURCE,
        run: phase::fig_5_1,
    },
    Study {
        id: "avanzini/fig-5.2",
        title: "An attack: hammer, resonator and the force between them",
        source: &SOURCE,
        run: attack::fig_5_2,
    },
    Study {
        id: "avanzini/fig-5.3",
        title: "The velocity after the collision, graphically",
        source: &SOURCE,
        run: rest_velocity::fig_5_3,
    },
    Study {
        id: "avanzini/fig-5.4",
        title: "Velocity and contact time on a rigid surface",
        source: &SOURCE,
        run: contact_time::fig_5_4,
    },
    Study {
        id: "avanzini/fig-5.5",
        title: "Contact time on resonators, from light to heavy",
        source: &SOURCE,
        run: resonator::fig_5_5,
    },
    Study {
        id: "avanzini/brightness",
        title: "Contact time and brightness of the attack",
        source: &SOURCE,
        run: brightness::brightness,
    },
    Study {
        id: "avanzini/table-5.2",
        title: "Which stimuli the bounds of four materials are",
        source: &SOURCE,
        run: table::table_5_2,
    },
    Study {
        id: "avanzini/fig-5.6",
        title: "A hundred stimuli and the materials they were heard as",
        source: &SOURCE,
        run: materials::fig_5_6,
    },
    Study {
        id: "avanzini/fig-5.7",
        title: "Materials by quality factor and decay",
        source: &SOURCE,
        run: materials::fig_5_7,
    },
];

/// A relative error in words.
fn exact_to(error: f64) -> String {
    if error == 0.0 { "to the last digit".into() } else { format!("to {error:.1e}") }
}
