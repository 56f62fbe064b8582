//! Properties of whole figures.

#![allow(clippy::unwrap_used, clippy::expect_used)] // the helpers below belong to the tests

use std::collections::HashSet;

use crate::common::{assert_numbers, assert_well_formed};
use carom_report::{Axis, Figure, Marker, Panel, Series};

fn panel() -> Panel {
    Panel::new("(a)", Axis::linear("x", "m"), Axis::linear("y", "N"))
}

fn wave(count: u32) -> Vec<(f64, f64)> {
    (0..count).map(|i| f64::from(i) / f64::from(count)).map(|t| (t, (20.0 * t).sin())).collect()
}

fn pseudo(i: u32) -> f64 {
    f64::from(i.wrapping_mul(2_654_435_761) >> 8) / f64::from(1 << 24)
}

#[test]
fn a_name_has_one_entry_in_the_legend() {
    let named =
        || panel().with(Series::reference("exact", wave(50))).with(Series::line("coarse", wave(9)));
    let banded = named().with(Series::band("coarse", wave(9), wave(9)));
    let svg = Figure::new("").panel(named()).panel(named()).panel(banded).to_svg();
    assert_well_formed(&svg);
    assert_eq!(svg.matches(">exact</text>").count(), 1);
    assert_eq!(svg.matches(">coarse</text>").count(), 1);
}

#[test]
fn texts_are_escaped_everywhere() {
    let evil = "<b a=\"1\">&'\u{1}\u{0}";
    let figure = Figure::new(evil).caption(evil).panel(
        Panel::new(evil, Axis::linear(evil, evil), Axis::categories(evil, [evil, "b"]))
            .with(Series::line(evil, wave(9)))
            .hline(0.5, evil)
            .vline(0.5, evil),
    );
    let svg = figure.to_svg();
    assert_well_formed(&svg);
    assert!(svg.contains("&lt;b a=&quot;1&quot;&gt;&amp;&#39;") && !svg.contains("<b "));
}

#[test]
fn any_data_give_a_well_formed_picture() {
    let nan = f64::NAN;
    let data: Vec<Vec<(f64, f64)>> = vec![
        vec![],
        vec![(1.0, 2.0)],
        vec![(nan, 1.0), (1.0, nan), (f64::INFINITY, f64::NEG_INFINITY)],
        vec![(3.0, 3.0); 4],
        vec![(-1.0, -1.0), (0.0, 0.0)],
        vec![(1e-300, 1e300), (1e300, 1e-300)],
        vec![(-f64::MAX, f64::MAX), (f64::MAX, -f64::MAX), (5e-324, 5e-324)],
        vec![(0.0, 0.0), (1.0, nan), (2.0, 1.0), (3.0, 2.0)],
        vec![(1.0, 1.0), (1.0 + 1e-15, 1.0 - 1e-15)],
    ];
    let axes: [fn() -> Axis; 6] = [
        || Axis::linear("value", "m"),
        || Axis::log("value", ""),
        || Axis::linear("", "").inverted().include(f64::NAN).include(3.0),
        || Axis::log("", "s").range(-1.0, 1.0).inverted(),
        || Axis::linear("", "").range(1.0, 1.0 + 1e-16),
        || Axis::linear("", "").range(-f64::MAX, f64::MAX),
    ];
    for points in &data {
        for x in axes {
            for y in axes {
                let p = || points.clone();
                let panel = Panel::new("t", x(), y())
                    .with(Series::line("line", p()).dashed())
                    .with(Series::line("marked", p()).marked())
                    .with(Series::markers("markers", p()).marker(Marker::Diamond))
                    .with(Series::band("band", p(), p()).dotted().marked())
                    .hline(f64::NAN, "nowhere")
                    .vline(1e300, "far");
                let svg = Figure::new("").panel(panel).to_svg();
                assert_well_formed(&svg);
                assert_numbers(&svg);
            }
        }
    }
}

#[test]
fn an_empty_panel_is_labelled_and_an_empty_figure_is_well_formed() {
    let nothing = Panel::new("", Axis::linear("", ""), Axis::log("", ""));
    let svg = Figure::new("").panel(nothing.with(Series::line("l", vec![(1.0, -1.0)]))).to_svg();
    assert!(svg.contains("no data to show"));
    assert_well_formed(&Figure::new("").to_svg());
    assert_well_formed(
        &Figure::new("").columns(0).panel_size(f64::NAN, -1.0).panel(panel()).to_svg(),
    );
}

#[test]
fn a_million_points_stay_small() {
    let million = 1_000_000;
    let noise = || (0..million).map(|i| (f64::from(i), pseudo(i))).collect::<Vec<_>>();
    let cloud: Vec<_> = (0..million).map(|i| (pseudo(i), pseudo(i ^ 0x5555_5555))).collect();
    let broken =
        noise().into_iter().enumerate().map(|(i, p)| if i % 3 == 0 { (p.0, f64::NAN) } else { p });
    let all = [
        Series::line("wave", wave(million)).marked(),
        Series::line("noise", noise()).marked(),
        Series::line("scribble", cloud.clone()),
        Series::markers("cloud", cloud),
        Series::line("broken", broken.collect()),
        Series::band("band", noise(), noise()),
    ];
    let mut together = Figure::new("").columns(4);
    for series in all {
        let svg = Figure::new("").panel(panel().with(series.clone())).to_svg();
        assert!(svg.len() < 200_000, "{} takes {}", svg.len(), "one series");
        together = together.panel(panel().with(series));
    }
    let svg = together.to_svg();
    assert!(svg.len() < 250_000, "{}", svg.len());
    assert_numbers(&svg);
}

#[test]
fn figures_on_one_page_do_not_collide() {
    let figures =
        [Figure::new("a").panel(panel()).to_svg(), Figure::new("b").panel(panel()).to_svg()];
    let mut seen = HashSet::new();
    for svg in &figures {
        let root = svg.split("id=\"").nth(1).unwrap().split('"').next().unwrap();
        for id in svg.split(" id=\"").skip(1).map(|tail| tail.split('"').next().unwrap()) {
            assert!(id.starts_with(root) && seen.insert(id.to_string()), "{id}");
        }
        assert!(svg.contains(&format!("url(#{root}-clip)")));
        let sheet = svg.split("<style>").nth(1).unwrap().split("</style>").next().unwrap();
        let rules = sheet.lines().filter(|line| line.contains('{') && !line.starts_with('@'));
        assert!(rules.into_iter().all(|rule| rule.starts_with(&format!("#{root}"))));
    }
    assert_eq!(figures[0], Figure::new("a").panel(panel()).to_svg(), "same input, same output");
}

#[test]
fn a_gap_breaks_the_line_and_markers_stay_inside() {
    let points = vec![(0.0, 0.0), (1.0, 1.0), (2.0, f64::NAN), (3.0, 1.0), (4.0, 0.0)];
    let svg = Figure::new("").panel(panel().with(Series::line("l", points))).to_svg();
    let line = svg.split("cf-solid\" d=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(line.matches('M').count(), 2);
    let far = vec![(0.0, 0.0), (1.0, 1.0), (2.0, 900.0)];
    let fixed = Panel::new("", Axis::linear("", ""), Axis::linear("", "").range(-1.0, 2.0));
    let svg =
        Figure::new("").panel(fixed.with(Series::markers("", far).marker(Marker::Square))).to_svg();
    let marks = svg.split("cf-mark\" d=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(marks.matches('M').count(), 2);
}

#[test]
fn small_units_move_into_the_label() {
    let points = (0..9).map(|i| (f64::from(i), 2.5e-5 * f64::from(i))).collect();
    let svg = Figure::new("").panel(panel().with(Series::line("", points))).to_svg();
    let label =
        svg.split("y (10<tspan").nth(1).expect("a power of ten").split("</text>").next().unwrap();
    assert!(label.contains(">−4</tspan>") && label.ends_with("> N)</tspan>"), "{label}");
    assert!(!svg.contains("0.000"));
}

#[test]
fn themes_are_embedded() {
    let svg = Figure::new("").panel(panel()).to_svg();
    for part in ["@media (prefers-color-scheme:dark)", "@media print", "font-family:Inter"] {
        assert!(svg.contains(part), "{part}");
    }
}

#[test]
fn names_without_room_are_tilted() {
    let chart = |names: Vec<String>| {
        let heights = (0..names.len()).map(|i| (i as f64, 1.0)).collect();
        let panel = Panel::new("", Axis::categories("", names), Axis::linear("", ""));
        Figure::new("")
            .panel(panel.with(Series::markers("n", heights)))
            .panel_size(200.0, 100.0)
            .to_svg()
    };
    assert!(!chart(vec!["two words".into(), "three short words".into()]).contains("rotate"));
    assert_eq!(chart(vec!["incompressibility".into(); 9]).matches("rotate").count(), 9);
    assert_well_formed(&chart(vec![]));
}
