// The cases of errors about required fields of an older hub.
import { ofPair, type CodeCase } from "./help-case.ts";

/** A required field that became optional and rejects the empty value. */
function dropped([type, tag]: readonly [string, string], bounds = ""): CodeCase {
  const declaration = `"spec.a": { as: "dropEmpty"${bounds} }`;
  const pair = {
    older: `spec?: { a: ${type}; b?: string }`,
    newer: `spec?: { /** @${tag} */ a?: ${type}; b?: string }`,
    rules: `hub: "older", older: {}`,
  };
  return {
    code: "conversion/not-covered",
    ...ofPair(pair, { [`write \`${declaration}\``]: { rules: `hub: "older", older: { ${declaration} }` } }),
  };
}

const differ = ', bounds: "differ"';

/** All of them. */
export const emptyCases: readonly CodeCase[] = [
  dropped(["string", "minLength 1"]),
  dropped(["string", "pattern ^[a-z]+$"], differ),
  dropped(["string", "format ipv4"], differ),
  dropped(["Int32", "minimum 1"], differ),
];
