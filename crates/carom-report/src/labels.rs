//! Small texts inside a panel, placed where they cover least.

use crate::panel::Rule;
use crate::plot::Plot;
use crate::series::Point;
use crate::style::NOTE;
use crate::text::{self, Anchor};
use crate::thin::Rect;

/// A possible place: baseline point and anchor.
type Place = (Point, Anchor);

/// Draws the labels of all rules. `ink` is the rest of the panel as segments.
pub(crate) fn draw(plot: &Plot<'_>, ink: &[(Point, Point)]) -> String {
    let frame = Rect::new(0.0, 0.0, plot.x.length, plot.y.length);
    let mut taken = Vec::new();
    let mut out = String::new();
    let rules = plot.panel.rules.iter().map(|rule| (rule.label.as_str(), rule_places(plot, rule)));
    for (label, places) in rules.filter(|(label, _)| !label.is_empty()) {
        let cost = |place: &&Place| cost(&extent(label, **place), frame, &taken, ink);
        if let Some(&place) = places.iter().min_by_key(cost) {
            taken.push(extent(label, place));
            out += &text::text(place.0, NOTE, place.1, "cf-soft cf-halo", label);
        }
    }
    out
}

fn rule_places(plot: &Plot<'_>, rule: &Rule) -> Vec<Place> {
    let (w, h) = (plot.x.length, plot.y.length);
    let Some(at) = plot.rule_at(rule, 0.0) else {
        return Vec::new();
    };
    if rule.horizontal {
        let (above, below) = (at - 4.0, at + NOTE + 2.0);
        let ends = [(w - 6.0, Anchor::End), (6.0, Anchor::Start), (w / 2.0, Anchor::Middle)];
        let pairs =
            ends.into_iter().flat_map(|(x, anchor)| [above, below].map(|y| ((x, y), anchor)));
        pairs.collect()
    } else {
        let sides = |y: f64| [((at + 5.0, y), Anchor::Start), ((at - 5.0, y), Anchor::End)];
        [NOTE + 4.0, h - 7.0, h / 2.0, 2.5 * NOTE + 4.0].into_iter().flat_map(sides).collect()
    }
}

/// The room a label takes.
fn extent(label: &str, ((x, y), anchor): Place) -> Rect {
    let width = text::width(label, NOTE);
    let left = match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - width / 2.0,
        Anchor::End => x - width,
    };
    Rect::new(left, y - 0.8 * NOTE, width, NOTE)
}

/// Leaving the frame is worst, then covering a label, then covering lines.
fn cost(room: &Rect, frame: Rect, taken: &[Rect], ink: &[(Point, Point)]) -> usize {
    let corners = [(room.x0, room.y0), (room.x1, room.y1)];
    let outside = corners.iter().filter(|corner| !frame.grown(-1.0).contains(**corner)).count();
    let covered = taken.iter().filter(|other| room.grown(1.0).overlaps(other)).count();
    let near = room.grown(1.0);
    let crossed = ink.iter().filter(|(a, b)| near.clip(*a, *b).is_some()).count();
    outside * 1_000_000 + covered * 10_000 + crossed.min(9_999)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_avoid_each_other_the_frame_and_lines() {
        let frame = Rect::new(0.0, 0.0, 100.0, 100.0);
        let room = Rect::new(40.0, 40.0, 20.0, 10.0);
        assert_eq!(cost(&room, frame, &[], &[]), 0);
        let crossing = cost(&room, frame, &[], &[((0.0, 0.0), (100.0, 100.0))]);
        let covering = cost(&room, frame, &[Rect::new(50.0, 45.0, 5.0, 5.0)], &[]);
        let leaving = cost(&Rect::new(90.0, 40.0, 20.0, 10.0), frame, &[], &[]);
        assert!(0 < crossing && crossing < covering && covering < leaving);
    }
}
