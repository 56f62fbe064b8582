//! Colours, sizes and the style sheet that all figures share.

use std::fmt::Write;

/// Size of the figure's title.
pub(crate) const TITLE: f64 = 16.0;
/// Size of the line below the title, and of panel titles.
pub(crate) const SUBTITLE: f64 = 12.5;
/// Size of axis labels and legend entries.
pub(crate) const LABEL: f64 = 12.0;
/// Size of tick labels.
pub(crate) const TICK: f64 = 11.0;
/// Size of the labels of lines inside a panel.
pub(crate) const NOTE: f64 = 10.5;

/// Number of palette colours.
pub(crate) const COLOURS: usize = 8;

/// A named colour: light, dark.
type Colour = (&'static str, &'static str, &'static str);

/// The colours of Okabe and Ito, with the two that are too light on white replaced by an ochre and
/// an indigo, and each changed in lightness until it is legible on its background.
const PALETTE: [Colour; COLOURS] = [
    ("c0", "#0072b2", "#4aa8e6"),
    ("c1", "#d55e00", "#ff8b45"),
    ("c2", "#00916a", "#2fc898"),
    ("c3", "#c0559a", "#e68fc4"),
    ("c4", "#dd9500", "#f4bd45"),
    ("c5", "#45a0dc", "#93d3ff"),
    ("c6", "#7d5f17", "#c8aa62"),
    ("c7", "#54429f", "#aa9af5"),
];

/// The colours of everything else.
const ROLES: [Colour; 6] = [
    ("bg", "#ffffff", "#14181e"),
    ("ink", "#1c2026", "#e6e9ed"),
    ("muted", "#59616c", "#a4adb9"),
    ("frame", "#7f8894", "#69737f"),
    ("grid", "#e8ebef", "#272e37"),
    ("ref", "#000000", "#f8f9fa"),
];

/// Class, property and the name of its colour.
const USES: [(&str, &str, &str); 9] = [
    ("cf-bg", "fill", "bg"),
    ("cf-text", "fill", "ink"),
    ("cf-soft", "fill", "muted"),
    ("cf-grid", "stroke", "grid"),
    ("cf-frame", "stroke", "frame"),
    ("cf-rule", "stroke", "ink"),
    ("cf-halo", "stroke", "bg"),
    ("cf-ref", "color", "ref"),
    ("cf-guide", "color", "muted"),
];

/// Everything that is not a colour.
const SHAPES: [(&str, &str); 14] = [
    ("cf-bold", "font-weight:600"),
    ("cf-grid", "fill:none;stroke-width:.8"),
    ("cf-frame", "fill:none;stroke-width:.9"),
    ("cf-line", "fill:none;stroke:currentColor;stroke-width:1.5;stroke-linejoin:round"),
    ("cf-solid", "stroke-linecap:round"),
    ("cf-dashed", "stroke-dasharray:6 3.5"),
    ("cf-dotted", "stroke-dasharray:.1 3.4;stroke-linecap:round;stroke-width:1.9"),
    ("cf-mark", "stroke:currentColor;stroke-width:1.3;stroke-linejoin:round"),
    ("cf-dot", "fill:currentColor;stroke:none"),
    ("cf-band", "fill:currentColor;fill-opacity:.2;stroke:none"),
    ("cf-wave", "fill:currentColor;stroke:currentColor;stroke-width:.6;stroke-linejoin:round"),
    ("cf-heat", "image-rendering:pixelated"),
    ("cf-rule", "fill:none;stroke-width:1;stroke-dasharray:4 3;stroke-opacity:.8"),
    ("cf-halo", "paint-order:stroke;stroke-width:3.5;stroke-linejoin:round"),
];

/// The style sheet of the figure whose root element has the given id.
pub(crate) fn sheet(id: &str) -> String {
    let mut css = format!(
        "#{id}{{font-family:Inter,Helvetica,Arial,sans-serif;max-width:100%;height:auto}}\n"
    );
    for (class, rule) in SHAPES {
        let _ = writeln!(css, "#{id} .{class}{{{rule}}}");
    }
    let _ = writeln!(css, "#{id} .cf-ref .cf-line{{stroke-width:2.8}}");
    let _ = writeln!(css, "#{id} .cf-guide .cf-line{{stroke-width:1.2}}");
    // Literal colours first, for viewers that do not know custom properties.
    css.push_str(&uses(id, |colour| colour.1.into()));
    let by_name = uses(id, |colour| format!("var(--{})", colour.0));
    let _ = writeln!(css, "@supports (color:var(--a)){{\n{by_name}}}");
    let _ = writeln!(css, "#{id}{{{}}}", properties(|colour| colour.1));
    let dark = properties(|colour| colour.2);
    let _ = writeln!(css, "@media (prefers-color-scheme:dark){{#{id}{{{dark}}}}}");
    // Last, so that paper stays white for readers who prefer dark screens.
    let light = properties(|colour| colour.1);
    let _ = writeln!(css, "@media print{{#{id}{{{light}}}}}");
    css
}

fn uses(id: &str, value: impl Fn(&Colour) -> String) -> String {
    let mut css = String::new();
    for (class, property, role) in USES {
        if let Some(colour) = ROLES.iter().find(|colour| colour.0 == role) {
            let _ = writeln!(css, "#{id} .{class}{{{property}:{}}}", value(colour));
        }
    }
    // The inside of a marker has the colour of the background and covers the lines below.
    let _ = writeln!(css, "#{id} .cf-mark{{fill:{}}}", value(&ROLES[0]));
    for colour in &PALETTE {
        let _ = writeln!(css, "#{id} .cf-{}{{color:{}}}", colour.0, value(colour));
    }
    css
}

fn properties(value: impl Fn(&Colour) -> &'static str) -> String {
    let all = ROLES.iter().chain(&PALETTE);
    all.map(|colour| format!("--{}:{};", colour.0, value(colour))).collect()
}

/// All colours as custom properties on a light and on a dark background, for pages.
pub(crate) fn themes() -> (String, String) {
    (properties(|colour| colour.1), properties(|colour| colour.2))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance as WCAG defines it.
    fn luminance(hex: &str) -> f64 {
        let channel = |i: usize| {
            let c = f64::from(u8::from_str_radix(&hex[i..i + 2], 16).unwrap()) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn colours_read_on_both_backgrounds() {
        let (_, white, black) = ROLES[0];
        for (name, light, dark) in PALETTE {
            assert!(contrast(light, white) > 2.4, "{name} on white");
            assert!(contrast(dark, black) > 4.5, "{name} on dark");
        }
        for (name, light, dark) in &ROLES[1..3] {
            assert!(contrast(light, white) > 4.5 && contrast(dark, black) > 4.5, "{name}");
        }
    }

    #[test]
    fn every_rule_is_scoped_and_braces_balance() {
        let css = sheet("f1");
        assert_eq!(css.matches('{').count(), css.matches('}').count());
        for line in css.lines().filter(|line| line.len() > 1) {
            assert!(line.starts_with("#f1") || line.starts_with('@'), "{line}");
        }
        let place = |needle| css.find(needle).unwrap();
        assert!(place("prefers-color-scheme:dark") < place("@media print"));
    }
}
