// The meaning of an unquoted scalar in Go's YAML 1.1 reader. Reading uses it for values, and writing to decide which strings need quotes.

/** The meaning of an unquoted scalar. A timestamp is read as a string and written with quotes. */
export type PlainMeaning =
  | { readonly type: "string" | "null" | "timestamp" }
  | { readonly type: "boolean"; readonly value: boolean }
  | { readonly type: "integer"; readonly value: bigint }
  | { readonly type: "float"; readonly value: number };

const string: PlainMeaning = { type: "string" };

function spellings(words: string): string[] {
  return words.split(" ").flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()]);
}

const words: ReadonlyMap<string, PlainMeaning> = new Map<string, PlainMeaning>([
  ...spellings("y yes true on").map((word) => [word, { type: "boolean", value: true }] as const),
  ...spellings("n no false off").map((word) => [word, { type: "boolean", value: false }] as const),
  ...["", "~", "null", "Null", "NULL"].map((word) => [word, { type: "null" }] as const),
  ...[".nan", ".NaN", ".NAN"].map((word) => [word, { type: "float", value: Number.NaN }] as const),
  ...[".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"].map(
    (word) => [word, { type: "float", value: Number.POSITIVE_INFINITY }] as const,
  ),
  ...["-.inf", "-.Inf", "-.INF"].map((word) => [word, { type: "float", value: Number.NEGATIVE_INFINITY }] as const),
]);

const mayMeanMore = /^(?:$|[-+0-9yYnNtTfFoO~.])/;
const floatPattern = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
// strconv also reads hexadecimal mantissas, but Go's yaml passes only scalars that start with a dot to it unchecked.
const dottedFloat = /^\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+)?$/;
const integerPattern = /^([-+]?)(0[xX][0-9a-fA-F]+|0[oO]?[0-7]+|0[bB][01]+|0|[1-9][0-9]*)$/;
const base60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
const date =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?(?:Z|[-+]\d{2}:\d{2}))|(?: +(\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?))?$/;

/** The meaning of an unquoted scalar in Go's YAML reader. */
export function plainMeaning(scalar: string): PlainMeaning {
  if (!mayMeanMore.test(scalar)) return string;
  const word = words.get(scalar);
  if (word !== undefined) return word;
  if (scalar.startsWith(".")) return dottedFloat.test(scalar) ? float(scalar) : string;
  if (!/^[-+0-9]/.test(scalar)) return string;
  return isTimestamp(scalar) ? { type: "timestamp" } : numberMeaning(scalar.replaceAll("_", ""));
}

/** Whether Go's encoder writes a string without quotes, because it is still read as a string then. */
export function isPlainString(scalar: string): boolean {
  return plainMeaning(scalar).type === "string" && !base60.test(scalar);
}

function numberMeaning(digits: string): PlainMeaning {
  const integer = integerPattern.exec(digits);
  const [, sign = "", body = ""] = integer ?? [];
  // More digits are beyond 64 bits in every base, and a bigint of many digits takes time.
  if (integer !== null && body.replace(/^0[xXoObB]?0*/, "").length <= 64) {
    const magnitude = BigInt(/^0[0-7]+$/.test(body) ? `0o${body}` : body);
    const value = sign === "-" ? -magnitude : magnitude;
    const limit = sign === "" ? 2n ** 64n : 2n ** 63n;
    if (value >= -(2n ** 63n) && value < limit) return { type: "integer", value };
  }
  return floatPattern.test(digits) ? float(digits) : string;
}

function float(digits: string): PlainMeaning {
  const value = Number(digits.replaceAll("_", ""));
  // Out of range is an error in strconv, and Go's yaml then reads a string.
  return Number.isFinite(value) ? { type: "float", value } : string;
}

function isTimestamp(scalar: string): boolean {
  const parts = date.exec(scalar);
  if (parts === null) return false;
  const [year = 0, month = 0, day = 0, ...clock] = parts
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const [hour = 0, minute = 0, second = 0] = clock.filter((part) => part !== undefined);
  const daysInMonth = month >= 1 && month <= 12 ? new Date(Date.UTC(year, month, 0)).getUTCDate() : 0;
  return day >= 1 && day <= daysInMonth && hour < 24 && minute < 60 && second < 60;
}
