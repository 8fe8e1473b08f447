// Hard pairs of fields that may be null in one version only, and that move to another object: the null makes no object.
import type { HardPair } from "./pair-table.ts";

const keyed = "/** @listType map\n@listMapKey id */";
const [orNull, plain] = ["a?: string | null", "a?: string"];

/** The null in the older version, and in the newer one, with either hub. */
const ways = ["", 'hub: "older", '].flatMap((hub) => [
  { hub, older: orNull, newer: plain, what: `that only the older version has ${hub}` },
  { hub, older: plain, newer: orNull, what: `that only the newer version has ${hub}` },
]);

/** The pairs. */
export const movedNullPairs: readonly HardPair[] = ways.flatMap(({ hub, older, newer, what }): HardPair[] => [
  {
    name: `a null ${what}, of a field that enters an object`,
    older: `spec?: { ${older}; o?: { x?: string } }`,
    newer: `spec?: { o?: { ${newer}; x?: string } }`,
    rules: `${hub}older: { "spec.a": { to: "spec.o.a", bounds: "differ" } }`,
    want: "proved",
  },
  {
    name: `a null ${what}, of a field that leaves an object`,
    older: `spec?: { o?: { ${older}; x?: string } }`,
    newer: `spec?: { ${newer}; o?: { x?: string } }`,
    rules: `${hub}older: { "spec.o.a": { to: "spec.a", bounds: "differ" } }`,
    want: "proved",
  },
  {
    name: `a null ${what}, of a field between two objects`,
    older: `spec?: { p?: { ${older}; k?: string }; o?: { m?: string } }`,
    newer: `spec?: { p?: { k?: string }; o?: { ${newer}; m?: string } }`,
    rules: `${hub}older: { "spec.p.a": { to: "spec.o.a", bounds: "differ" } }`,
    want: "proved",
  },
  {
    name: `a null ${what}, of a field that moves to the status`,
    older: `spec: { ${older}; id?: string }; status?: { m?: string }`,
    newer: `spec: { id?: string }; status?: { ${newer}; m?: string }`,
    rules: `${hub}older: { "spec.a": { to: "status.a", bounds: "differ" } }`,
    want: "proved",
  },
  {
    name: `a null ${what}, of a field that enters an object of one version`,
    older: `spec?: { ${older}; id?: string }`,
    newer: `spec?: { o?: { ${newer}; x?: string }; id?: string }`,
    rules: `${hub}older: { "spec.a": { to: "spec.o.a", bounds: "differ" } }, newer: { "spec.o.x": "added" }`,
    want: "proved",
  },
  {
    name: `a null ${what}, of a field that enters an object in elements`,
    older: `spec: { ${keyed} l?: { id: string; ${older}; o?: { m?: string } }[] }`,
    newer: `spec: { ${keyed} l?: { id: string; o?: { ${newer}; m?: string } }[] }`,
    rules: `${hub}older: { "spec.l[].a": { to: "spec.l[].o.a", bounds: "differ" } }`,
    want: "proved",
  },
]);
