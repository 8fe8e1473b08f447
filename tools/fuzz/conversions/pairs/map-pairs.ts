// Hard pairs of a list and a map, for both hubs: what a client of the other version leaves as it was stays in the hub, and in its order.
import type { HardPair } from "./pair-table.ts";

const keyed = "/** @listType map\n @listMapKey name */";
const asMap = "Record<string, string>";
const asList = "{ name: string; value: string }[]";
const entries = `{ key: "name", value: "value" }`;

/** A list of the hub, by the hub. */
interface OfHub {
  readonly list: string;
  readonly map: string;
  readonly argument?: string;
  readonly more?: string;
  /** Whether the map is in the hub. */
  readonly isMapOfHub?: boolean;
}

/** The same pair for both hubs. */
function inBothHubs(
  name: string,
  { list, map, argument = entries, more = "", isMapOfHub = false }: OfHub,
  want: HardPair["want"],
): readonly HardPair[] {
  return (["newer", "older"] as const).map((hub) => {
    const isListNewer = (hub === "newer") !== isMapOfHub;
    const [older, newer] = isListNewer ? [map, list] : [list, map];
    const form = isListNewer ? "mapToList" : "listToMap";
    const rules = `hub: "${hub}", older: { "spec.a": { as: { ${form}: ${argument} }${more} } }`;
    return {
      name: `${name}, in the ${hub} hub`,
      older: `spec?: { ${older} }`,
      newer: `spec?: { ${newer} }`,
      rules,
      want,
    };
  });
}

const differ = ', bounds: "differ"';

/** The pairs. */
export const mapPairs: readonly HardPair[] = [
  {
    name: "a map and a list whose key may be null",
    older: "spec?: { env?: Record<string, string> }",
    newer: "spec?: { env?: { k: string | null; v: string }[] }",
    rules: `older: { "spec.env": { as: { mapToList: { key: "k", value: "v" } } } }`,
    want: "conversion/wrong-form",
  },
  ...inBothHubs("a list without keys that is a map", { list: `a?: ${asList}`, map: `a?: ${asMap}` }, "proved"),
  ...inBothHubs("a list with keys that is a map", { list: `${keyed} a?: ${asList}`, map: `a?: ${asMap}` }, "proved"),
  ...["order", "repeated"].flatMap((word) =>
    inBothHubs(
      `a list that is a map, as if it lost something ("${word}")`,
      { list: `a?: ${asList}`, map: `a?: ${asMap}`, more: `, loses: "${word}"` },
      "conversion/wrong-form",
    ),
  ),
  ...inBothHubs(
    "a list of objects without keys that is a map",
    {
      list: "a?: { name: string; x?: Int32; y?: { z?: string } }[]",
      map: "a?: Record<string, { x?: Int32; y?: { z?: string } }>",
      argument: `"name"`,
    },
    "proved",
  ),
  ...inBothHubs(
    "a map whose values may be null and that is a list",
    {
      list: "a?: { name: string; x?: Int32 }[]",
      map: "a?: Record<string, { x?: Int32 } | null>",
      argument: `"name"`,
      more: `, loses: "repeated"`,
      isMapOfHub: true,
    },
    "proved",
  ),
  ...inBothHubs(
    "a list of so many elements that those with one key leave too little place, as if it had enough",
    { list: `/** @maxItems 3 */ a?: ${asList}`, map: `/** @maxProperties 3 */ a?: ${asMap}` },
    "conversion/bounds-differ",
  ),
  ...inBothHubs(
    "a list of so many elements that those with one key leave too little place",
    { list: `/** @maxItems 3 */ a?: ${asList}`, map: `/** @maxProperties 3 */ a?: ${asMap}`, more: differ },
    "proved",
  ),
  ...inBothHubs(
    "a list of as many elements with keys as a map has",
    {
      list: `/** @listType map\n @listMapKey name\n @maxItems 3 */ a?: ${asList}`,
      map: `/** @maxProperties 3 */ a?: ${asMap}`,
    },
    "proved",
  ),
  ...inBothHubs(
    "a list of one element that is a map",
    { list: `/** @maxItems 1 */ a?: ${asList}`, map: `/** @maxProperties 1 */ a?: ${asMap}` },
    "proved",
  ),
  ...inBothHubs(
    "a list that is a map of one value",
    { list: `/** @maxItems 3 */ a?: ${asList}`, map: `/** @maxProperties 1 */ a?: ${asMap}`, more: differ },
    "proved",
  ),
  {
    name: "a list that is a map, in elements with keys and in the values of a map",
    older: `spec?: { ${keyed} a?: { name: string; env?: ${asMap} }[]; b?: Record<string, { env?: ${asMap} }> }`,
    newer: `spec?: { ${keyed} a?: { name: string; env?: ${asList} }[]; b?: Record<string, { env?: ${asList} }> }`,
    rules: `older: { "spec.a[].env": { as: { mapToList: ${entries} } }, "spec.b[*].env": { as: { mapToList: ${entries} } } }`,
    want: "proved",
  },
  {
    name: "a list that is a map, in elements without keys",
    older: `spec?: { a?: { name: string; env?: ${asMap} }[] }`,
    newer: `spec?: { a?: { name: string; env?: ${asList} }[] }`,
    rules: `older: { "spec.a": { loses: "unmatched" }, "spec.a[].env": { as: { mapToList: ${entries} } } }`,
    want: "proved",
  },
];
