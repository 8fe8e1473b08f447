// JSON with whole numbers that JavaScript cannot hold: beyond 2^53 a number loses its last digits. Here they are strings with a mark that no
// text from outside has, so that code that passes values on keeps every digit.

/** Sixteen digits in a row: fewer cannot be beyond 2^53. */
const manyDigits = /\d{16}/;
const wholeNumber = /^-?\d+$/;

/** Nobody outside of this process knows it. */
const mark = `\u0000${crypto.getRandomValues(new Uint32Array(4)).join("-")}:`;
// As JSON.stringify writes the mark.
// Linear: it begins with a fixed string.
const marked = new RegExp(`"${JSON.stringify(mark).slice(1, -1).replaceAll("\\", "\\\\")}(-?\\d+)"`, "g");

/** What V8 passes to a reviver in addition to the key and the value; TypeScript does not know it yet. */
interface ReviverContext {
  readonly source: string;
}

/**
 * Parses JSON. A whole number beyond 2^53 becomes an opaque string, which `stringifyExactJson` writes as the same number again.
 *
 * @throws SyntaxError for what is not JSON.
 */
export function parseExactJson(text: string): unknown {
  if (!manyDigits.test(text)) return JSON.parse(text);
  const exact = (_: string, value: unknown, { source }: ReviverContext): unknown =>
    typeof value === "number" && !Number.isSafeInteger(value) && wholeNumber.test(source) ? mark + source : value;
  // The third parameter is missing in the type.
  return JSON.parse(text, exact as Parameters<typeof JSON.parse>[1]);
}

/** Whether a value is a whole number, also one beyond 2^53 of `parseExactJson`. */
export function isWholeNumber(value: unknown): boolean {
  return Number.isInteger(value) || (typeof value === "string" && value.startsWith(mark));
}

/** Writes JSON, with the numbers of `parseExactJson` digit by digit. */
export function stringifyExactJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(marked, "$1");
}
