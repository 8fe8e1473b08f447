// Hard pairs of empty values: bounds of one version reject them, or they are as good as none.
import type { HardPair } from "./pair-table.ts";

/** A required field that became optional, whose newer version rejects the empty value. */
function dropped(
  name: string,
  [type, tag]: readonly [string, string],
  { older = "a", rule = `{ as: "dropEmpty" }` } = {},
): HardPair {
  return {
    name: `an empty value that an older hub has alone: ${name}`,
    older: `spec?: { ${older}: ${type}; b?: string }`,
    newer: `spec?: { /** @${tag} */ a?: ${type}; b?: string }`,
    rules: `hub: "older", older: { "spec.a": ${rule} }`,
    want: "proved",
  };
}

const differ = { rule: `{ as: "dropEmpty", bounds: "differ" }` };

/** The pairs. */
export const emptyPairs: readonly HardPair[] = [
  dropped("a required string", ["string", "minLength 1"]),
  dropped("an optional string", ["string", "minLength 1"], { older: "a?" }),
  dropped("a required number", ["Int32", "minimum 1"], differ),
  dropped("a string with a pattern", ["string", "pattern ^[a-z]+$"], differ),
  dropped("a string with a format", ["string", "format ipv4"], differ),
];
