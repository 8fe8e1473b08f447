// Hard pairs of forms whose field may be null in the version that is not the hub only: the null is dropped there, which the rule names.
import type { HardPair } from "./pair-table.ts";

/** The types of a field in both versions, the form, and the loss that it has with the newer and with the older version as the hub. */
type FormOfNull = readonly [older: string, newer: string, as: string, losses?: readonly [string, string]];

const forms: readonly FormOfNull[] = [
  ["boolean", "boolean", '"invert"'],
  ["boolean", "boolean", '"boolPresence"'],
  ["string", "string", '"dropEmpty"'],
  ["Int32", "Int32", '"dropEmpty"'],
  ["Duration", "Int32", '"seconds"'],
  ['"a" | "b"', '"A" | "B"', '{ enum: { a: "A", b: "B" } }'],
  ["string", "Int32", '"digits"', ['"inexact"', ""]],
  ["Int32", "string", '"digits"', ["", '"inexact"']],
  ["Quantity", "Int32", '{ quantity: "Mi" }', ['"inexact"', ""]],
  ["boolean", "{ x?: string }", '"presence"', ["", '"inexact"']],
  ["{ x?: string }", "boolean", '"presence"', ['"inexact"', ""]],
  [
    "Record<string, string>",
    "{ key: string; value: string }[]",
    '{ mapToList: { key: "key", value: "value" } }',
    ["", '"repeated"'],
  ],
  ["string", "string[]", '"listOfOne"', ["", '"others"']],
];

/** Required older fields that may be null, of which these forms make no value. */
const required: readonly HardPair[] = [
  ["string", "string", "dropEmpty"],
  ["Int32", "Int32", "dropEmpty"],
  ["boolean", "boolean", "boolPresence"],
].flatMap(([older, newer, as]) =>
  ["newer", "older"].flatMap((hub) =>
    (as === "boolPresence" ? ["", ", in elements"] : [""]).flatMap((place): HardPair[] => {
      const [from, to] = [`a: ${older} | null; z?: string`, `a?: ${newer}`];
      const around = (fields: string): string =>
        place === "" ? `spec?: { ${fields} }` : `spec?: { l?: { ${fields} }[] }`;
      const path = place === "" ? "spec.a" : "spec.l[].a";
      // Without keys, only the hub tells elements with null from those with none.
      const lost = `"spec.l": { loses: "unmatched" }, `;
      const rules = (more: string, list: string): string =>
        `hub: "${hub}", older: { ${list}"${path}": { as: "${as}"${more} } }`;
      const name = `a null of a required ${older} with ${as}, and the ${hub} hub${place}`;
      return [
        {
          name,
          older: around(from),
          newer: around(`${to}; z?: string`),
          rules: rules(', bounds: "differ"', hub === "older" && place !== "" ? lost : ""),
          want: "proved",
        },
        {
          name: `${name}, in both versions`,
          older: around(from),
          newer: around(`${to} | null; z?: string`),
          rules: rules("", ""),
          want: "proved",
        },
      ];
    }),
  ),
);

/** The pairs. */
export const nullFormPairs: readonly HardPair[] = [
  ...required,
  ...forms.flatMap(([older, newer, as, losses = ["", ""]]) =>
    (["newer", "older"] as const).flatMap((hub): HardPair[] => {
      const loss = losses[hub === "newer" ? 0 : 1];
      const rule = `as: ${as}${loss === "" ? "" : `, loses: ${loss}`}`;
      const pair = {
        older: `spec?: { a?: ${hub === "newer" ? `(${older}) | null` : older} }`,
        newer: `spec?: { b?: ${hub === "older" ? `(${newer}) | null` : newer} }`,
      };
      const rules = (more: string): string => `hub: "${hub}", older: { "spec.a": { to: "spec.b", ${rule}${more} } }`;
      const name = `a null that the hub, the ${hub} version, does not have, of ${older} with ${as}`;
      return [
        { ...pair, name: `${name}, as if it came back`, rules: rules(""), want: "conversion/bounds-differ" },
        { ...pair, name, rules: rules(', bounds: "differ"'), want: "proved" },
      ];
    }),
  ),
];
