//! The style sheet and the script of pages.

use crate::style;

/// The browser lets a page load nothing from elsewhere.
pub(super) const POLICY: &str = "default-src 'none'; img-src data:; media-src data:; \
                                 style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The mark of the site, beside its name.
pub(super) const MARK: &str = "<img alt=\"\" width=\"26\" height=\"26\" src=\"data:image/svg+xml,\
    %3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E\
    %3Crect width='32' height='32' rx='7' fill='%2314181e'/%3E\
    %3Ccircle cx='11' cy='11' r='5.5' fill='%23ff8b45'/%3E\
    %3Cpath d='M4 21.5c3-3.5 6-3.5 9 0s6 3.5 9 0 4-3.2 6-1.6' fill='none' stroke='%234aa8e6' \
    stroke-width='2.6' stroke-linecap='round'/%3E%3C/svg%3E\"/>";

/// Colours that figures do not need: light, dark.
const LIGHT: &str = "--desk:#e9edf1;--soft:#f5f6f8;--line:#dde1e6;--link:#00639b;--good:#00734f;--bad:#b54700;\
                     --warn:#dd9500;--warn-bg:#fdf5e3;";
const DARK: &str = "--desk:#0c0f13;--soft:#1c222a;--line:#313944;--link:#6cbcf0;--good:#4fd3a6;--bad:#ff9d61;\
                    --warn:#f4bd45;--warn-bg:#2d2616;";

/// The width of text is limited, that of figures and tables is not. A table that is wider than the
/// page has shadows at its sides; backgrounds that scroll with it cover them at its ends.
const SHAPES: &str = r#"*{box-sizing:border-box}
body{margin:0;background:var(--desk);color:var(--ink);font:16px/1.6 Inter,system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;-webkit-text-size-adjust:100%;text-size-adjust:100%}
header,main,footer{max-width:72rem;margin-inline:auto;padding-inline:clamp(8px,2vw,24px)}
a{color:var(--link);text-underline-offset:.15em;text-decoration-thickness:.06em}
a:hover{text-decoration-thickness:.12em}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
[hidden]{display:none!important}
.top{display:flex;align-items:center;gap:1.5rem;padding:.55rem clamp(12px,2vw,24px);background:var(--bg);border-bottom:1px solid var(--line);font-size:15px;line-height:1.5}
.brand{display:inline-flex;align-items:center;gap:.5rem;color:var(--ink);font-weight:700;font-size:1.08rem;letter-spacing:-.01em;text-decoration:none;white-space:nowrap}
.brand span{color:var(--muted);font-weight:400}
nav{display:flex;flex-wrap:wrap;gap:.15rem;margin-left:auto;font-size:.92rem}
nav a,nav span{padding:.3rem .7rem;border-radius:7px;white-space:nowrap}
nav a,nav span{color:var(--muted);text-decoration:none}
nav a:hover{color:var(--ink);background:var(--soft)}
nav [aria-current]{color:var(--ink);background:var(--soft);font-weight:600}
.top .theme{width:32px;height:32px;flex:none;margin-left:auto;padding:0;border-radius:50%;background:linear-gradient(90deg,var(--ink) 50%,var(--bg) 50%);background-clip:padding-box;box-shadow:inset 0 0 0 6px var(--bg)}
nav~.theme{margin-left:0!important}
header{padding-top:clamp(1.2rem,3vw,2.2rem)}
h1{margin:0;font-size:clamp(1.3rem,1.1rem + .8vw,1.6rem);line-height:1.2;letter-spacing:-.015em;font-weight:680;text-wrap:balance;max-width:50rem;overflow-wrap:anywhere}
.sub{margin:.4rem 0 0;color:var(--muted);font-size:.95rem;line-height:1.5;text-wrap:pretty}
section{margin-top:14px;padding:1.1rem clamp(12px,2.2vw,24px);background:var(--bg);border:1px solid var(--line);border-radius:14px}
header+main section:first-child{margin-top:1.3rem}
section p:last-child,section .fig:last-child,section .scroll:last-child,section figure:last-child,section .facts:last-child,section .links:last-child,section .note:last-child{margin-bottom:0}
h2{margin:0 0 .8rem;padding-top:.2rem;font-size:1.15rem;line-height:1.25;letter-spacing:-.01em;font-weight:650;overflow-wrap:anywhere}
p{margin:0 0 1rem;max-width:44rem;text-wrap:pretty;overflow-wrap:break-word}
sup,sub{font-size:.72em;line-height:0}
.fig{margin:1.1rem -8px;overflow-x:auto}
.fig svg{display:block}
.fig.narrow{display:none}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(9.5rem,46%),1fr));gap:1px;margin:1.1rem 0 1.5rem;border:1px solid var(--line);border-radius:8px;overflow:hidden}
.facts div{padding:.7rem .95rem .75rem;box-shadow:0 0 0 1px var(--line)}
dt{color:var(--muted);font-size:.82rem;line-height:1.35}
dd{margin:.15rem 0 0;font-size:1.35rem;line-height:1.3;font-weight:600;letter-spacing:-.01em;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.unit{color:var(--muted);font-size:.68em;font-weight:400;letter-spacing:0;white-space:nowrap}
.scroll{margin:1.1rem 0 1.5rem;overflow-x:auto;max-width:max-content;background:linear-gradient(90deg,var(--bg) 40%,transparent) left/3rem 100% no-repeat local,linear-gradient(270deg,var(--bg) 40%,transparent) right/3rem 100% no-repeat local,linear-gradient(90deg,var(--line),transparent) left/.9rem 100% no-repeat scroll,linear-gradient(270deg,var(--line),transparent) right/.9rem 100% no-repeat scroll}
table{border-collapse:collapse;font-size:.93rem;line-height:1.4;font-variant-numeric:tabular-nums}
caption{padding-bottom:.5rem;text-align:left;font-weight:600}
th,td{padding:.42rem 1rem .42rem 0;text-align:left;vertical-align:baseline;border-bottom:1px solid var(--line)}
th:last-child,td:last-child{padding-right:.2rem}
td:first-child{min-width:7.5rem}
th{color:var(--muted);font-size:.86em;font-weight:500;vertical-align:bottom;border-bottom-color:var(--frame)}
.num{text-align:right}
.num,.short{white-space:nowrap}
td.good{color:var(--good);font-weight:550}
td.bad{color:var(--bad);font-weight:550}
td.neutral{color:var(--muted)}
td.good::before{content:"✓\a0"}
td.bad::before{content:"✕\a0"}
figure{margin:1.1rem 0 1.5rem}
figcaption{margin-bottom:.4rem;color:var(--muted);font-size:.88rem;line-height:1.4}
.audio div{display:flex;flex-wrap:wrap;align-items:center;gap:.6rem 1.25rem}
audio{width:100%;max-width:30rem;height:44px}
.save{font-size:.92rem}
.save span{display:inline-block;margin-left:.5em;color:var(--muted)}
.save::before{content:"↓";display:inline-block;margin-right:.35em}
.code{max-width:52rem;border:1px solid var(--line);border-radius:8px;overflow:hidden}
.code figcaption{display:flex;justify-content:space-between;align-items:center;gap:1rem;min-height:2.4rem;margin:0;padding:.3rem .5rem .3rem .9rem;border-bottom:1px solid var(--line)}
pre{margin:0;padding:.8rem .9rem;max-height:32rem;overflow:auto;background:var(--soft);font:.84rem/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;tab-size:4}
code{font:inherit}
button{padding:.2rem .7rem;border:1px solid var(--line);border-radius:6px;background:var(--bg);color:var(--ink);font:inherit;font-size:.82rem;cursor:pointer}
button:hover{border-color:var(--frame)}
.note{max-width:44rem;margin:1.1rem 0 1.5rem;padding:.75rem 1rem;border-left:3px solid var(--c0);border-radius:0 6px 6px 0;background:var(--soft)}
.note.warning{border-color:var(--warn);background:var(--warn-bg)}
.note p{margin:0 0 .6rem}
.note p:last-child{margin:0}
.foot{color:var(--muted);font-size:.86rem;line-height:1.5}
.links{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(19rem,100%),1fr));gap:.8rem;margin:1.1rem 0 1.5rem;padding:0;list-style:none}
.links li{position:relative;padding:.85rem 1rem .9rem;border:1px solid var(--line);border-radius:8px}
.links li:hover{border-color:var(--frame)}
.links div{display:flex;justify-content:space-between;align-items:baseline;gap:.75rem;font-weight:600;line-height:1.35}
.links a{text-decoration:none}
.links a::after{content:"";position:absolute;inset:0;border-radius:8px}
footer{padding-block:1.25rem 2rem}
footer p{max-width:none;margin:2.5rem 0 0;padding-top:1rem;border-top:1px solid var(--line);color:var(--muted);font-size:.86rem}
"#;

/// Narrow screens show the figures that were laid out for them, at full width.
const NARROW: &str = ".fig.wide{display:none}
.fig.narrow{display:block}
.fig.narrow svg{width:100%}
dd{font-size:1.2rem}
th,td{padding-right:.8rem}
.short{white-space:normal}
";

/// The bar at the top on narrow screens, as on the other pages of the site.
const BAR: &str = "@media screen and (max-width:820px){
.top{gap:.8rem;padding-inline:10px}
.brand span{display:none}
nav a,nav span{padding-inline:.45rem}
}
@media screen and (max-width:480px){
.brand{font-size:0;gap:0}
nav{margin-left:0;flex:1;gap:0}
nav a,nav span{padding:.12rem .38rem;font-size:.88rem}
}
";

/// Print has no buttons and no players, and avoids page breaks within a block.
const PRINT: &str = "body{font-size:10.5pt;background:none}
section{padding-inline:0;border:0}
.top,button,.audio div{display:none!important}
.fig,figure,.facts,.note,tr,li{break-inside:avoid}
h2{break-after:avoid}
pre{max-height:none;white-space:pre-wrap}
.scroll{overflow:visible}
a{color:inherit}
";

/// Takes the theme that was chosen on another page of the site, before anything is drawn.
pub(super) const THEME: &str = "<script>try{var t=localStorage.getItem('theme');\
    if(t)document.documentElement.dataset.theme=t}catch(e){}</script>\n";

/// The button that chooses the theme; it is kept for all pages of the site.
pub(super) const CHOICE: &str = r#"<button type="button" class="theme" aria-label="Light or dark" title="Light or dark" hidden></button>
<script>(function () {
  var button = document.querySelector('button.theme'), root = document.documentElement;
  button.hidden = false;
  button.onclick = function () {
    var now = root.dataset.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
    root.dataset.theme = now === 'dark' ? 'light' : 'dark';
    try { localStorage.setItem('theme', root.dataset.theme); } catch (e) {}
  };
})();</script>
"#;

/// Makes the buttons copy and the links save the sound of the player. Both are hidden without it.
pub(super) const SCRIPT: &str = r#"<script>
document.querySelectorAll('a.save').forEach(function (a) {
  a.href = a.parentNode.querySelector('audio').src;
  a.hidden = false;
});
document.querySelectorAll('button.copy').forEach(function (b) {
  var code = b.closest('figure').querySelector('code');
  function done() {
    b.textContent = 'Copied';
    setTimeout(function () { b.textContent = 'Copy'; }, 1500);
  }
  function byHand() {
    getSelection().selectAllChildren(code);
    if (document.execCommand('copy')) done();
  }
  b.onclick = function () {
    if (navigator.clipboard) navigator.clipboard.writeText(code.textContent).then(done, byHand);
    else byHand();
  };
  b.hidden = false;
});
</script>
"#;

/// The style sheet of every page.
pub(super) fn sheet() -> String {
    let (light, dark) = style::themes();
    let root = format!(":root{{color-scheme:light dark;{light}{LIGHT}}}\n");
    let night = format!("@media (prefers-color-scheme:dark){{:root{{{dark}{DARK}}}}}\n");
    let chosen =
        chosen("light", &(light.clone() + LIGHT)) + &chosen("dark", &(dark.clone() + DARK));
    let narrow = format!("@media screen and (max-width:640px){{\n{NARROW}}}\n");
    // Last, so that paper stays white for readers who prefer dark screens.
    let paper = format!("@media print{{\n:root{{color-scheme:light;{light}{LIGHT}}}\n{PRINT}}}\n");
    root + &night + &chosen + SHAPES + BAR + &narrow + &paper
}

/// The colours of a theme that was chosen, against those that the system and figures would have.
fn chosen(theme: &str, colours: &str) -> String {
    let colours = colours.replace(';', "!important;");
    format!(
        "@media screen{{:root[data-theme={theme}],:root[data-theme={theme}] .fig svg\
         {{color-scheme:{theme};{colours}}}}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_balance_and_nothing_is_fetched() {
        let css = sheet();
        assert_eq!(css.matches('{').count(), css.matches('}').count());
        for word in ["url(", "@import", "http", "<", "NaN"] {
            assert!(!css.contains(word) && !SCRIPT[8..].contains("http"), "{word}");
        }
        assert!(css.find("prefers-color-scheme:dark") < css.find("@media print"));
    }

    #[test]
    fn every_colour_is_defined_in_every_theme() {
        let css = sheet();
        let (light, dark) = style::themes();
        for name in css.split("var(--").skip(1).map(|tail| tail.split(')').next().unwrap()) {
            let definition = format!("--{name}:");
            assert!((light.clone() + LIGHT).contains(&definition), "{name} in light");
            assert!((dark.clone() + DARK).contains(&definition), "{name} in dark");
        }
    }
}
