// Hard pairs of lists and maps of objects that one version requires and the other does not.
import type { HardPair } from "./pair-table.ts";

/** A list or map, as a type and as its empty value. */
export interface Elements {
  readonly name: string;
  readonly type: string;
  /** The empty one. */
  readonly none: string;
}

/** Both of them. */
export const elementsOfObjects: readonly Elements[] = [
  { name: "list", type: "{ n?: string }[]", none: "[]" },
  { name: "map", type: "Record<string, { n?: string }>", none: "{}" },
];

/** The versions of a field that only one of them requires. */
export function optionalIn(side: "older" | "newer", type: string): Pick<HardPair, "older" | "newer"> {
  const [optional, required] = [`spec?: { a?: ${type}; id?: string }`, `spec?: { a: ${type}; id?: string }`];
  return side === "older" ? { older: optional, newer: required } : { older: required, newer: optional };
}

/** A group that has the empty list or map for an absent one in the version that requires it. With an older hub an empty one of the newer version is lost. */
export function filledGroup({ type, none }: Elements, hub: string): string {
  const isEmpty = "Object.keys(a).length === 0";
  const [forward, loses] =
    hub === ""
      ? ["a === undefined ? {} : { a }", ""]
      : [
          `a === undefined || ${isEmpty} ? {} : { a }`,
          `, loses: ({ a }: { a?: ${type} }) => a !== undefined && ${isEmpty}`,
        ];
  return `together: { a: { older: { a: "spec.a" }, newer: { a: "spec.a" }, as: {
    forward: ({ a }: { a?: ${type} }): { a?: ${type} } => (${forward}),
    back: ({ a }: { a?: ${type} }): { a: ${type} } => ({ a: a ?? ${none} }) }${loses} } }`;
}

const notCovered = "conversion/not-covered";

/** A list or map that one version requires, with and without rules. */
const ofElements: readonly HardPair[] = ["", `hub: "older", `].flatMap((hub) =>
  elementsOfObjects.flatMap((one): readonly HardPair[] => {
    const { type, none } = one;
    const name = `a ${one.name} of objects that one version requires${hub === "" ? "" : ", with an older hub"}`;
    const ofNewer = optionalIn("older", type);
    const ofOlder = optionalIn("newer", type);
    return [
      { name: `${name}: the newer one, without a rule`, ...ofNewer, rules: `${hub}older: {}`, want: notCovered },
      {
        name: `${name}: the newer one, with a rule of its bounds alone`,
        ...ofNewer,
        rules: `${hub}older: { "spec.a": { bounds: "differ" } }`,
        want: notCovered,
      },
      {
        name: `${name}: the newer one, with a default`,
        ...ofNewer,
        rules: `${hub}older: { "spec.a": { default: ${none} } }`,
        want: "proved",
      },
      { name: `${name}: the older one, without a rule`, ...ofOlder, rules: `${hub}older: {}`, want: notCovered },
      {
        name: `${name}: the older one, with functions`,
        ...ofOlder,
        rules: `${hub}older: {}, ${filledGroup(one, hub)}`,
        want: "proved",
      },
    ];
  }),
);

const [withId, withKey] = ["id", "key"].map((key) => `/** @listType map\n@listMapKey ${key} */`);

/** Fields of elements beside a rule of the whole list. */
const ofFields: readonly HardPair[] = ["", `hub: "older", `].map((hub) => ({
  name: `fields of elements beside a default of the list, which no rule names${hub === "" ? "" : ", with an older hub"}`,
  older: `spec?: { ${withId} l?: { id: string; c?: string }[] }`,
  newer: `spec?: { ${withKey} l: { key: string }[] }`,
  rules: `${hub}older: { "spec.l[].c": "removed", "spec.l": { default: [], bounds: "differ" } }`,
  want: "conversion/not-covered",
}));

/** The pairs. */
export const presencePairs: readonly HardPair[] = [...ofElements, ...ofFields];
