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

/** A required field that the newer version does not have. */
function gone(code: CodeCase["code"], [field, rule, way]: readonly [string, string, string]): CodeCase {
  const pair = { older: `spec?: { a?: string; ${field} }`, newer: "spec?: { a?: string }" };
  const rules = (text: string): string => `hub: "older", older: { ${text} }`;
  return { code, ...ofPair({ ...pair, rules: rules(rule) }, { [`write \`${way}\``]: { rules: rules(way) } }) };
}

const keptWith = (value: string): string => `"spec.b": { keep: true, default: ${value} }`;

const differ = ', bounds: "differ"';

/** All of them. */
export const emptyCases: readonly CodeCase[] = [
  dropped(["string", "minLength 1"]),
  dropped(["string", "pattern ^[a-z]+$"], differ),
  dropped(["string", "format ipv4"], differ),
  dropped(["Int32", "minimum 1"], differ),
  gone("conversion/not-covered", ["b: string", "", keptWith('""')]),
  gone("conversion/not-covered", ["b: Int32", "", keptWith("0")]),
  gone("conversion/required-lost", ["b: string", `"spec.b": "removed"`, keptWith('""')]),
  gone("conversion/kept-anyway", ["b: string", `"spec.b": "keep"`, keptWith('""')]),
  gone("conversion/kept-anyway", ["b?: string", keptWith('""'), `"spec.b": "removed"`]),
];
