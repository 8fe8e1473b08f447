// Formats values by a format of Go's fmt, with its notes about arguments that do not fit. What is not played: verbs beside those for strings, booleans and decimal numbers.
import { UnplayedTemplate, goQuoted } from "./go-errors.ts";
import { formatFloat, formatValue, GoInteger, type GoValue, isList, isMap, sortedEntries, goTypeOf } from "./values.ts";

type Given = GoValue | undefined;

/** Values beside each other, with a space between two of them always, or where neither is a string. */
export function printedValues(values: readonly Given[], spaces: "always" | "unless strings"): string {
  return values.reduce<string>((text, value, index) => {
    const before = values[index - 1];
    const isSpaced = index > 0 && (spaces === "always" || (typeof value !== "string" && typeof before !== "string"));
    return `${text}${isSpaced ? " " : ""}${formatValue(value ?? null)}`;
  }, "");
}

/** A verb with its flags, width and precision. */
interface Directive {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  readonly verb: string;
}

const directive = /%([-+# 0]*)(\d*)(\.\d*)?(.?)/gsu;
/** Verbs that are played. */
const verbs = "vsdqtfFgeEGxX";
const widest = 10_000;

/** Formats by a format such as `%s-%d`. */
export function formatted(format: string, values: readonly Given[]): string {
  let next = 0;
  const text = format.replaceAll(directive, (...[, flags, width, precision, verb]: readonly string[]) => {
    if (verb === "%") return "%";
    if (verb === undefined || verb === "") return "%!(NOVERB)";
    // The width or the number of an argument.
    if (verb === "*" || verb === "[") throw new UnplayedTemplate(`printf ${goQuoted(format)}`);
    if (Number(width) > widest) throw new UnplayedTemplate(`printf ${goQuoted(format)}`);
    if (next >= values.length) return `%!${verb}(MISSING)`;
    const value = values[next] ?? null;
    next += 1;
    const places = precision === undefined ? undefined : Number(precision.slice(1));
    return formattedValue(value, { flags: flags ?? "", width: Number(width), precision: places, verb });
  });
  const extra = values.slice(next).map((value) => named(value ?? null));
  return extra.length === 0 ? text : `${text}%!(EXTRA ${extra.join(", ")})`;
}

function named(value: GoValue): string {
  return value === null ? "<nil>" : `${goTypeOf(value)}=${formatValue(value)}`;
}

/** Go uses flags, width and precision for the value in the note, too. */
function unfit(value: GoValue, { verb, flags, width, precision }: Directive): string {
  if (flags !== "" || width > 0 || precision !== undefined) throw new UnplayedTemplate(`printf %${verb}`);
  return `%!${verb}(${named(value)})`;
}

function formattedValue(value: GoValue, how: Directive): string {
  const { verb, flags } = how;
  if (value === null) return verb === "v" ? padded("<nil>", how) : `%!${verb}(<nil>)`;
  if (!verbs.includes(verb) || flags.includes("#") || flags.includes(" "))
    throw new UnplayedTemplate(`printf %${flags}${verb}`);
  if (isList(value)) return `[${value.map((each) => formattedPart(each, how)).join(" ")}]`;
  if (isMap(value)) {
    const entries = sortedEntries(value).map(([key, each]) => `${formattedPart(key, how)}:${formattedPart(each, how)}`);
    return `map[${entries.join(" ")}]`;
  }
  if (typeof value === "string") return formattedString(value, how);
  if (typeof value === "boolean") return "vt".includes(verb) ? padded(String(value), how) : unfit(value, how);
  return value instanceof GoInteger ? formattedInteger(value, how) : formattedFloat(value, how);
}

/** A value in a list or a map: nil is that by every verb. */
function formattedPart(value: GoValue, how: Directive): string {
  return value === null ? "<nil>" : formattedValue(value, how);
}

function formattedString(value: string, how: Directive): string {
  const { verb, precision, flags } = how;
  const cut = precision === undefined ? value : Array.from(value).slice(0, precision).join("");
  if (verb === "s" || verb === "v") return padded(cut, how);
  if (verb === "q" && !flags.includes("+")) return padded(goQuoted(cut), how);
  if (verb === "q" || verb === "x" || verb === "X") throw new UnplayedTemplate(`printf %${flags}${verb}`);
  return unfit(value, how);
}

function formattedInteger(integer: GoInteger, how: Directive): string {
  const { verb, flags, precision } = how;
  if (!"vdxX".includes(verb)) {
    if (verb === "q") throw new UnplayedTemplate(`printf %${verb}`);
    return unfit(integer, how);
  }
  if (precision !== undefined) throw new UnplayedTemplate(`printf %.${precision}${verb}`);
  const { value } = integer;
  const digits = (value < 0n ? -value : value).toString(verb === "v" || verb === "d" ? 10 : 16);
  return paddedNumber(value < 0n, verb === "X" ? digits.toUpperCase() : digits, { ...how, flags });
}

function formattedFloat(value: number, how: Directive): string {
  const { verb, precision } = how;
  if (!"vfFgeEG".includes(verb)) {
    if (verb === "x" || verb === "X") throw new UnplayedTemplate(`printf %${verb}`);
    return unfit(value, how);
  }
  const size = Math.abs(value);
  const isNegative = value < 0 || Object.is(value, -0);
  if (verb === "f" || verb === "F") return paddedNumber(isNegative, fixed(size, precision ?? 6), how);
  if (verb !== "v" && verb !== "g") throw new UnplayedTemplate(`printf %${verb}`);
  if (precision !== undefined) throw new UnplayedTemplate(`printf %.${precision}${verb}`);
  return paddedNumber(isNegative, formatFloat(size), how);
}

function fixed(size: number, places: number): string {
  if (size >= 1e21 || places > 100) throw new UnplayedTemplate("printf %f");
  return size.toFixed(places);
}

function paddedNumber(isNegative: boolean, digits: string, how: Directive): string {
  const { flags, width } = how;
  const sign = isNegative ? "-" : flags.includes("+") ? "+" : "";
  const isFilled = flags.includes("0") && !flags.includes("-");
  return isFilled
    ? sign + digits.padStart(width - sign.length, "0")
    : padded(sign + digits, { ...how, flags: flags.replaceAll("0", "") });
}

function padded(text: string, { flags, width }: Directive): string {
  const missing = width - Array.from(text).length;
  if (missing <= 0) return text;
  if (flags.includes("-")) return text + " ".repeat(missing);
  return (flags.includes("0") ? "0" : " ").repeat(missing) + text;
}
