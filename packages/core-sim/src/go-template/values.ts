// Values of templates as Go has them: JSON with numbers that are floats, and integers of constants and functions.

/** An integer, with its type in Go. */
export class GoInteger {
  readonly value: bigint;
  readonly type: "int" | "int64" | "uint8" | "int32";

  constructor(value: bigint | number, type: "int" | "int64" | "uint8" | "int32" = "int") {
    this.value = BigInt(value);
    this.type = type;
  }
}

/** A value. `null` is nil. */
export type GoValue = null | boolean | number | string | GoInteger | readonly GoValue[] | GoMap;

/** A map with keys that are strings. */
export interface GoMap {
  readonly [key: string]: GoValue;
}

/** Whether a value is a map. */
export function isMap(value: GoValue | undefined): value is GoMap {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof GoInteger);
}

/** Whether a value is a list. */
export function isList(value: GoValue | undefined): value is readonly GoValue[] {
  return Array.isArray(value);
}

/** The value of a key of the map itself. */
export function entryOf(map: GoMap, key: string): GoValue | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** The type in Go, as errors have it. */
export function goTypeOf(value: GoValue): string {
  if (value === null) return "<nil>";
  if (value instanceof GoInteger) return value.type;
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return "float64";
  return isList(value) ? "[]interface {}" : "map[string]interface {}";
}

/** Whether a value is true: not the zero of its type. */
export function isTrue(value: GoValue | undefined): boolean {
  if (value === undefined || value === null) return false;
  if (value instanceof GoInteger) return value.value !== 0n;
  if (isList(value)) return value.length > 0;
  if (isMap(value)) return Object.keys(value).length > 0;
  return typeof value === "number" ? value !== 0 : value !== "" && value !== false;
}

/** Strings in the order of their bytes. */
export function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** The entries of a map in the order in which Go prints and ranges over them. */
export function sortedEntries(map: GoMap): readonly (readonly [string, GoValue])[] {
  return Object.entries(map).toSorted(([a], [b]) => byBytes(a, b));
}

/** A float as %v has it. */
export function formatFloat(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  if (Object.is(value, -0)) return "-0";
  const [mantissa = "", power = ""] = value.toExponential().split("e");
  const exponent = Number(power);
  return exponent < -4 || exponent >= mostPlain ? `${mantissa}e${signed(exponent)}` : String(value);
}

/** From this power of ten on, floats are written with it. */
const mostPlain = 6;

function signed(exponent: number): string {
  return `${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/** A value as %v has it, which is how templates print it. */
export function formatValue(value: GoValue | undefined): string {
  if (value === undefined) return "<no value>";
  if (value === null) return "<nil>";
  if (value instanceof GoInteger) return String(value.value);
  if (typeof value === "number") return formatFloat(value);
  if (isList(value)) return `[${value.map(formatValue).join(" ")}]`;
  if (isMap(value))
    return `map[${sortedEntries(value)
      .map(([key, each]) => `${key}:${formatValue(each)}`)
      .join(" ")}]`;
  return String(value);
}
