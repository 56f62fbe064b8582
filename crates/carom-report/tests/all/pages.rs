//! Properties of whole pages, and of heat maps and envelopes within figures.

#![allow(clippy::unwrap_used, clippy::expect_used)] // the helpers below belong to the tests

use std::collections::HashSet;

use crate::common::{assert_numbers, assert_well_formed, without_data};
use carom_report::{
    Audio, Axis, Cell, Facts, Figure, Heatmap, Link, Page, Panel, Section, Series, Table,
};

fn assert_page(html: &str) {
    let document = html.strip_prefix("<!DOCTYPE html>\n").expect("a document type");
    // The only elements without an end are written as such, so that all tags nest.
    assert_well_formed(document);
}

fn panel() -> Panel {
    let points = (0..200).map(|i| (f64::from(i), f64::from(i).sin())).collect();
    Panel::new("(a)", Axis::linear("x", "m"), Axis::linear("y", "N"))
        .with(Series::line("wave", points))
}

fn map() -> Heatmap {
    let numbers = |count: u32| (0..count).map(f64::from).collect::<Vec<_>>();
    Heatmap::from_fn(numbers(40), numbers(30), |column, row| (column * row % 17) as f64)
        .colours(Axis::linear("level", "dB"))
}

/// A page with every kind of block, all texts being `text`.
fn page(text: &str) -> Page {
    let table = Table::new([text, "n"]).caption(text).row([
        Cell::text(text).bad(),
        Cell::number(text).good(),
        Cell::from(text).neutral(),
    ]);
    let section = Section::new(text)
        .text(text)
        .figure(Figure::new(text).panel(panel().heat(map())))
        .table(table)
        .facts(Facts::new().fact(text, text, text).fact("none", f64::NAN, "Hz"))
        .audio(Audio::wav(text, vec![0, 1, 2]).caption(text))
        .source(text, format!("{text}\n\t{text}"))
        .note(text)
        .warning(text)
        .footnote(text)
        .links([Link::new(text, text)]);
    let twice = section.clone();
    let page = Page::new(text).subtitle(text).footer(text);
    let page = page.home(text, text).link(text, text).here(text).within(text, text);
    page.section(section).section(twice)
}

#[test]
fn every_text_is_escaped() {
    let html = page("<b a=\"1\">&'\u{1}\u{0}</script></style>").to_html();
    assert_page(&html);
    assert!(!html.contains("<b ") && html.contains("&lt;b a=&quot;1&quot;&gt;&amp;&#39;"));
    // Two choose the theme, one copies.
    assert_eq!(html.matches("</script>").count(), 3);
}

#[test]
fn texts_of_any_kind_give_a_well_formed_page() {
    for text in ["", "plain", "10⁻⁴ m s⁻¹, v₀", "\n\n\r\n\t", "日本語 🎵", "javascript:alert(1)"]
    {
        let html = page(text).to_html();
        assert_page(&html);
        assert!(!without_data(&html).contains("NaN"), "{text:?}");
        assert!(!html.contains("href=\"javascript:"));
    }
    assert_page(&Page::new("").to_html());
    assert_page(&Page::default().section(Section::default().links([])).to_html());
}

#[test]
fn a_page_loads_nothing_from_elsewhere() {
    let html = page("text").to_html();
    // The name of a language, not an address.
    let namespace = "http://www.w3.org/2000/svg";
    assert!(!html.replace(namespace, "").contains("http://"));
    for attribute in [" src=\"", " href=\""] {
        for address in html.split(attribute).skip(1) {
            assert!(address.starts_with("data:") || address.starts_with("text\""), "{attribute}");
        }
    }
    assert!(!html.contains("@import") && html.contains("default-src 'none'"));
    let quiet = Page::new("t").section(Section::new("h").text("p")).to_html();
    assert_eq!(quiet.matches("<script").count(), 2, "only the theme's, where nothing is copied");
}

#[test]
fn ids_are_unique_and_output_repeats() {
    let html = page("heading").to_html();
    let mut seen = HashSet::new();
    for id in html.split(" id=\"").skip(1).map(|tail| tail.split('"').next().unwrap()) {
        assert!(seen.insert(id), "{id}");
    }
    assert!(seen.contains("s-heading") && seen.contains("s-heading-2"));
    for target in html.split("url(#").skip(1).map(|tail| tail.split(')').next().unwrap()) {
        assert!(seen.contains(target), "{target}");
    }
    assert_eq!(html, page("heading").to_html());
}

#[test]
fn wide_figures_are_laid_out_for_narrow_screens_too() {
    let width = |svg: &str| -> f64 {
        svg.split(" width=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
    };
    let wide = Figure::new("").columns(3).panel(panel().heat(map())).panel(panel()).panel(panel());
    let html = Page::new("").section(Section::new("").figure(wide)).to_html();
    let figures: Vec<f64> = html.split("<svg ").skip(1).map(width).collect();
    assert_eq!(figures.len(), 2);
    assert!(figures[0] > 900.0 && (385.0..=415.0).contains(&figures[1]), "{figures:?}");
    let small = Figure::new("").panel(panel()).panel_size(200.0, 200.0);
    let html = Page::new("").section(Section::new("").figure(small)).to_html();
    assert_eq!(html.matches("<svg ").count(), 1);
}

#[test]
fn heat_maps_of_anything_are_well_formed() {
    let coordinates = [
        vec![],
        vec![1.0],
        vec![0.0, 1.0, 2.0, 4.0],
        vec![3.0, 3.0, f64::NAN, -1.0],
        vec![-f64::MAX, 5e-324, f64::MAX],
        vec![1e-300, 1.0, 1e300],
    ];
    let axes: [fn() -> Axis; 5] = [
        || Axis::linear("x", "s"),
        || Axis::log("f", "Hz"),
        || Axis::log("f", "Hz").range(0.3, 3.0).inverted(),
        || Axis::linear("x", "").range(1.0, 1.0 + 1e-16),
        || Axis::categories("", ["a", "b"]),
    ];
    let values = [f64::NAN, f64::INFINITY, -1e300, 0.0, 2.0, f64::MAX];
    for x in &coordinates {
        for y in &coordinates {
            for axis in axes {
                for colours in axes {
                    let value = |c: usize, r: usize| values[(c + 2 * r) % values.len()];
                    let map = Heatmap::from_fn(x.clone(), y.clone(), value).colours(colours());
                    let panel = Panel::new("t", axis(), axis()).heat(map);
                    let svg = Figure::new("").panel(panel).panel_size(90.0, 80.0).to_svg();
                    assert_well_formed(&svg);
                    assert_numbers(&svg);
                }
            }
        }
    }
}

#[test]
fn a_heat_map_fills_its_frame_and_has_a_bar() {
    let blank = Panel::new("", Axis::linear("x", ""), Axis::linear("y", ""));
    let svg = Figure::new("").panel(blank.clone().heat(map())).panel_size(400.0, 300.0).to_svg();
    assert_eq!(svg.matches("<image ").count(), 2);
    assert!(svg.contains("x=\"0\" y=\"0\" width=\"400\" height=\"300\" href=\"data:image/png"));
    assert!(svg.contains("x=\"412\" y=\"0\" width=\"11\" height=\"300\" href=\"data:image/png"));
    assert!(svg.contains(">level (dB)</text>") && !svg.contains("no data to show"));
    let nothing = Heatmap::from_fn(vec![1.0, 2.0], vec![1.0], |_, _| f64::NAN);
    assert!(Figure::new("").panel(blank.heat(nothing)).to_svg().contains("no data to show"));
}

#[test]
fn millions_of_samples_are_an_exact_outline() {
    let peak = 1_234_567;
    let mut samples: Vec<f32> = (0..3_000_000_u32).map(|i| 0.5 * (i as f32 * 0.1).sin()).collect();
    samples[peak] = 0.9;
    let wave = Series::waveform("sound", &samples, 48_000.0, 600);
    let axes = (Axis::linear("time", "s").range(0.0, 62.5), Axis::linear("", "").range(-1.0, 1.0));
    let panel = Panel::new("", axes.0, axes.1).with(wave);
    let svg = Figure::new("").panel(panel).panel_size(600.0, 200.0).to_svg();
    assert_numbers(&svg);
    assert!(svg.len() < 40_000, "{}", svg.len());
    let outline = svg.split("cf-wave\" d=\"M").nth(1).unwrap().split("z\"").next().unwrap();
    let numbers: Vec<f64> =
        outline.split([' ', 'L']).map(|number| number.parse().unwrap()).collect();
    let highest = numbers.chunks(2).min_by(|a, b| a[1].total_cmp(&b[1])).unwrap();
    // One sample in millions, where it belongs: 0.9 of the way up, within its column.
    assert!((highest[1] - 10.0).abs() < 0.02, "{highest:?}");
    assert!((highest[0] - 600.0 * peak as f64 / 3e6).abs() <= 1.0, "{highest:?}");
}
