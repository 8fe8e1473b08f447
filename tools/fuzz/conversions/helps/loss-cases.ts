// The cases of forms that lose values and do not say so, for each word that names a loss, and of a word where there is no loss.
import { ofPair, type HelpCase } from "./help-case.ts";

const asLists = "{ key: string; value: string }[]";
const asMap = "Record<string, string>";
const keyed = "/** @listType map\n @listMapKey key */";
const entries = `{ key: "key", value: "value" }`;

/** A case whose help is this rule of the field `spec.a`. */
function ofField(
  [older, newer]: readonly [string, string],
  [rule, way]: readonly [string, string],
  hub = "",
): HelpCase {
  const rules = (text: string): string => `${hub}older: { "spec.a": ${text} }`;
  return ofPair(
    { older: `spec?: { ${older} }`, newer: `spec?: { ${newer} }`, rules: rules(rule) },
    { [`"spec.a": ${way}`]: { rules: rules(way) } },
  );
}

const olderHub = `hub: "older", `;

/** A table of which two values become one. */
function table(more?: string): string {
  return `{ as: { enum: { a: "A", b: "B", c: "A" } }${more === undefined ? "" : `, ${more}`} }`;
}

/** All of them; each is rejected with `conversion/wrong-form`. */
export const lossCases: readonly HelpCase[] = [
  ofField(["a?: string", "a?: string[]"], [`{ as: "listOfOne" }`, `{ as: "listOfOne", loses: "others" }`], olderHub),
  ofField(
    [`a?: ${asMap}`, `a?: ${asLists}`],
    [`{ as: { mapToList: ${entries} } }`, `{ as: { mapToList: ${entries} }, loses: "repeated" }`],
    olderHub,
  ),
  ofField(
    [`a?: ${asMap}`, `${keyed} a?: ${asLists}`],
    [`{ as: { mapToList: ${entries} }, loses: "repeated" }`, `{ as: { mapToList: ${entries} }, loses: "order" }`],
    olderHub,
  ),
  ofField(
    [`a?: ${asLists}`, `a?: ${asMap}`],
    [`{ as: { listToMap: ${entries} } }`, `{ as: { listToMap: ${entries} }, loses: "repeated" }`],
  ),
  ofField(
    [`${keyed} a?: ${asLists}`, `a?: ${asMap}`],
    [`{ as: { listToMap: ${entries} } }`, `{ as: { listToMap: ${entries} }, loses: "order" }`],
  ),
  ofField(["a?: Duration", "a?: Int64"], [`{ as: "seconds" }`, `{ as: "seconds", loses: "inexact" }`], olderHub),
  ofField(["a?: Duration", "a?: Int32"], [`{ as: "seconds", loses: "inexact" }`, `{ as: "seconds" }`], olderHub),
  ofField(
    ["a?: Int64", "a?: Quantity"],
    [`{ as: { quantity: "Mi" }, loses: "inexact" }`, `{ as: { quantity: "Mi" } }`],
  ),
  ofField(["a?: string", "a?: string[]"], [`{ as: "listOfOne", loses: "others" }`, `{ as: "listOfOne" }`]),
  // Bounds name no value that a table merges, and a table needs none.
  ...["", olderHub].flatMap((hub) =>
    [table(), table('bounds: "differ"')].map((rule) =>
      ofField([`a?: "a" | "b" | "c"`, `a?: "A" | "B"`], [rule, table('loses: ["c"]')], hub),
    ),
  ),
  ofField(
    [`a?: ("a" | "b" | "c") | null`, `a?: "A" | "B"`],
    [table('bounds: "differ"'), table('loses: ["c"], bounds: "differ"')],
  ),
  ofPair(
    {
      older: `spec?: { a?: ("a" | "b" | "c")[] }`,
      newer: `spec?: { a?: ("A" | "B")[] }`,
      rules: `older: { "spec.a[]": ${table('bounds: "differ"')} }`,
    },
    { [`"spec.a[]": ${table('loses: ["c"]')}`]: { rules: `older: { "spec.a[]": ${table('loses: ["c"]')} }` } },
  ),
  ofPair(
    {
      older: `spec?: { /** @listType set */ a?: ("a" | "b" | "c")[] }`,
      newer: `spec?: { /** @listType set */ a?: ("A" | "B")[] }`,
      rules: `${olderHub}older: { "spec.a": { loses: "unmatched" }, "spec.a[]": ${table('bounds: "differ"')} }`,
    },
    {
      [`"spec.a[]": ${table('loses: ["c"], bounds: "differ"')}`]: {
        rules: `${olderHub}older: { "spec.a": { loses: "unmatched" }, "spec.a[]": ${table('loses: ["c"], bounds: "differ"')} }`,
      },
    },
  ),
];
