// Durations that Go does not read. The schema of a duration is any string, so no error of the schema shows them; but one of them in a result
// fails every list of a client that decodes the field.
import { stepsOf, valuesAt } from "./differences.ts";

const part = /(?<number>\d+(?:\.\d*)?|\.\d+)(?<unit>ns|us|\u00b5s|\u03bcs|ms|[smh])/y;
const nanoseconds: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  "\u00b5s": 1_000n,
  "\u03bcs": 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};
/** Go counts nanoseconds in 64 bits. */
const longest = 2n ** 63n - 1n;

/** The strings at these paths that Go's `time.ParseDuration` rejects. */
export function unreadDurations(object: unknown, paths: readonly string[]): readonly string[] {
  return paths
    .flatMap((path) => valuesAt(object, stepsOf(path)))
    .filter((value) => typeof value === "string")
    .filter((text) => !isGoDuration(text));
}

function isGoDuration(text: string): boolean {
  const isNegative = text.startsWith("-");
  const body = /^[+-]/.test(text) ? text.slice(1) : text;
  if (body === "0") return true;
  let total = 0n;
  part.lastIndex = 0;
  while (part.lastIndex < body.length) {
    const { number = "", unit = "" } = part.exec(body)?.groups ?? {};
    if (unit === "") return false;
    total += amountOf(number, nanoseconds[unit] ?? 0n);
  }
  return body !== "" && total <= (isNegative ? longest + 1n : longest);
}

/** A decimal number of a unit in nanoseconds, without what is less than one. */
function amountOf(number: string, unit: bigint): bigint {
  const [whole = "", fraction = ""] = number.split(".");
  return (BigInt(`0${whole}${fraction}`) * unit) / 10n ** BigInt(fraction.length);
}
