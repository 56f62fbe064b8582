// Numbers as text.

export const PREFIXES = /** @type {[number, string][]} */ ([
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
  [1, ""],
  [1e-3, "m"],
  [1e-6, "µ"],
  [1e-9, "n"],
  [1e-12, "p"],
]);

/** Few digits, and no more zeros than needed. @param {number} value @param {number} [digits] */
export function number(value, digits = 4) {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : value < 0 ? "−∞" : "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  const text =
    size >= 1e6 || size < 1e-4
      ? value
          .toExponential(digits - 1)
          .replace(/\.?0+e/, "e")
          .replace("e+", "e")
      : String(Number(value.toPrecision(digits)));
  return text.replace("-", "−").replace("e−", "e-");
}

/**
 * With a unit and its prefix: 0.00088 s as 0.88 ms.
 * @param {number} value @param {string} unit @param {number} [digits]
 */
export function quantity(value, unit, digits = 3) {
  if (!Number.isFinite(value) || value === 0) return `${number(value, digits)} ${unit}`;
  const size = Math.abs(value);
  const [scale, prefix] = PREFIXES.find(([scale]) => size >= scale * 0.9995) ?? [1e-12, "p"];
  return `${number(value / scale, digits)} ${prefix}${unit}`;
}

/** A time, in minutes or hours where it is long. @param {number} seconds */
export function duration(seconds) {
  if (seconds >= 7200) return `${number(seconds / 3600, 3)} h`;
  return seconds >= 600 ? `${number(seconds / 60, 3)} min` : quantity(seconds, "s");
}

/** What the engine says, with names in quotation marks: a terminal shows `them` like this. @param {string} text */
export const quoted = (text) => text.replace(/`([^`]*)`/g, "“$1”");

const NOTES = ["C", "C♯", "D", "E♭", "E", "F", "F♯", "G", "A♭", "A", "B♭", "B"];

/** The nearest note and how far off: 445 Hz is A4 +20 ct. @param {number} frequency */
export function note(frequency) {
  if (!(frequency > 10)) return "";
  const exact = 69 + 12 * Math.log2(frequency / 440);
  const nearest = Math.round(exact);
  const cents = Math.round((exact - nearest) * 100);
  const sign = cents < 0 ? "−" : "+";
  const name = `${NOTES[((nearest % 12) + 12) % 12]}${Math.floor(nearest / 12) - 1}`;
  return cents ? `${name} ${sign}${Math.abs(cents)}\u00a0ct` : name;
}
