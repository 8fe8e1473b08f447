// Hard pairs of lists whose keys differ: other names, other forms, keys in one version alone.
import type { HardPair } from "./pair-table.ts";

/** The tags of a list with these keys. */
const keyed = (...keys: readonly string[]): string =>
  `/** @listType map\n${keys.map((key) => `@listMapKey ${key}\n`).join("")} */`;

const names = `"a" | "b" | "c"`;
const hubs = [
  { of: "", hub: "", own: `newer: { "spec.l[].h": "added" }`, older: "", newer: "; h?: string", lost: "" },
  {
    of: " of an older hub",
    hub: `hub: "older", `,
    own: "",
    older: "; h?: string",
    newer: "",
    lost: `, "spec.l[].h": "removed"`,
  },
] as const;

const tcp = `/** @default "TCP" */ proto?: "TCP" | "UDP"`;
const unmatched = `"spec.l": { bounds: "differ", loses: "unmatched" }`;
const ports = [
  {
    of: "in which it is",
    older: "",
    newer: `${tcp}; h?: string`,
    rules: `older: { ${unmatched} }, newer: { "spec.l[].h": "added", "spec.l[].proto": { default: "TCP" } }`,
  },
  {
    of: "and that may be absent in the older one",
    older: `; proto?: "TCP" | "UDP"`,
    newer: `${tcp}; h?: string`,
    rules: `older: { "spec.l": { bounds: "differ" }, "spec.l[].proto": { default: "TCP" } }, newer: { "spec.l[].h": "added" }`,
  },
  {
    of: "in which it is, with an older hub",
    older: "; h?: string",
    newer: tcp,
    rules: `hub: "older", older: { ${unmatched}, "spec.l[].h": "removed" }, newer: { "spec.l[].proto": "added" }`,
  },
  {
    of: "and that may be absent in the older one, the hub",
    older: `; h?: string; proto?: "TCP" | "UDP"`,
    newer: tcp,
    rules: `hub: "older", older: { ${unmatched}, "spec.l[].h": "removed", "spec.l[].proto": { default: "TCP" } }`,
  },
  {
    of: "and that it requires without a default of its schema",
    older: "",
    newer: `proto: "TCP" | "UDP"; h?: string`,
    rules: `older: { ${unmatched} }, newer: { "spec.l[].h": "added", "spec.l[].proto": { default: "TCP" } }`,
  },
] as const;

/** The pairs. */
export const keyPairs: readonly HardPair[] = [
  ...hubs.flatMap(({ of, hub, own, older, newer, lost }): readonly HardPair[] => [
    {
      name: `a field more in elements whose key has another name${of}`,
      older: `spec?: { ${keyed("name")} l?: { name: ${names}; v?: string${older} }[] }`,
      newer: `spec?: { ${keyed("id")} l?: { id: ${names}; v?: string${newer} }[] }`,
      rules: `${hub}older: { "spec.l": { bounds: "differ" }, "spec.l[].name": { to: "spec.l[].id" }${lost} }, ${own}`,
      want: "proved",
    },
    {
      name: `a field more in elements whose key has other values${of}`,
      older: `spec?: { ${keyed("name")} l?: { name: ${names}; v?: string${older} }[] }`,
      newer: `spec?: { ${keyed("name")} l?: { name: "A" | "B" | "C"; v?: string${newer} }[] }`,
      rules: `${hub}older: { "spec.l[].name": { as: { enum: { a: "A", b: "B", c: "C" } } }${lost} }, ${own}`,
      want: "proved",
    },
    {
      name: `a field more in elements with several keys, some of which change${of}`,
      older: `spec?: { ${keyed("name", "zone", "on")} l?: { name: ${names}; zone: ${names}; on: boolean${older} }[] }`,
      newer: `spec?: { ${keyed("id", "zone", "off")} l?: { id: ${names}; zone: ${names}; off: boolean${newer} }[] }`,
      rules: `${hub}older: { "spec.l": { bounds: "differ" }, "spec.l[].name": { to: "spec.l[].id" }, "spec.l[].on": { to: "spec.l[].off", as: "invert" }${lost} }, ${own}`,
      want: "proved",
    },
    {
      name: `a field more in elements whose keys change places${of}`,
      older: `spec?: { ${keyed("a", "b")} l?: { a: ${names}; b: ${names}${older} }[] }`,
      newer: `spec?: { ${keyed("a", "b")} l?: { a: ${names}; b: ${names}${newer} }[] }`,
      rules: `${hub}older: { "spec.l[].a": { to: "spec.l[].b" }, "spec.l[].b": { to: "spec.l[].a" }${lost} }, ${own}`,
      want: "proved",
    },
    {
      name: `a field more in elements whose key functions convert, as if it always came back${of}`,
      older: `spec?: { ${keyed("name")} l?: { name: ${names}${older} }[] }`,
      newer: `spec?: { ${keyed("name")} l?: { name: string${newer} }[] }`,
      rules: `${hub}older: { "spec.l[].name": ${byFunctions(hub)}${lost} }, ${own}`,
      want: "conversion/unmatched-elements",
    },
  ]),
  ...ports.map(({ of, older, newer, rules }): HardPair => ({
    name: `a key with a default that only the newer version has, ${of}`,
    older: `spec?: { l?: { port: Int32; v?: string${older} }[] }`,
    newer: `spec?: { ${keyed("port", "proto")} l?: { port: Int32; v?: string; ${newer} }[] }`,
    rules,
    want: "proved",
  })),
  {
    name: "a default that only the older version has, in elements without keys that have a field more in the newer one",
    older: "spec?: { l?: { a?: string; /** @default 3 */ z?: Int32 }[] }",
    newer: "spec?: { l?: { a?: string; h?: string }[] }",
    rules: `older: { "spec.l": { loses: "unmatched" }, "spec.l[].z": "removed" }, newer: { "spec.l[].h": "added" }`,
    want: "proved",
  },
  {
    name: "the only key of a list, with a default of the schema of the newer version",
    older: `spec?: { l?: { name?: string; v?: string }[] }`,
    newer: `spec?: { ${keyed("name")} l?: { /** @default "x" */ name?: string; v?: string; h?: string }[] }`,
    rules: `older: { "spec.l": { bounds: "differ" }, "spec.l[].name": { default: "x" } }, newer: { "spec.l[].h": "added" }`,
    want: "proved",
  },
  {
    name: "the only key of a list, with a default that the schema does not have",
    older: `spec?: { l?: { v?: string }[] }`,
    newer: `spec?: { ${keyed("name")} l?: { name: string; v?: string }[] }`,
    rules: `older: { "spec.l": { bounds: "differ" } }, newer: { "spec.l[].name": { default: "x" } }`,
    want: "conversion/default-key",
  },
  {
    name: "a field more in elements whose key functions convert",
    older: `spec?: { ${keyed("name")} l?: { name: ${names} }[] }`,
    newer: `spec?: { ${keyed("name")} l?: { name: string; h?: string }[] }`,
    rules: `older: { "spec.l": { bounds: "differ", loses: "unmatched" }, "spec.l[].name": ${byFunctions("")} }, newer: { "spec.l[].h": "added" }`,
    want: "proved",
  },
  {
    name: "a field more in elements of which two keys become one, as if all lists were valid",
    older: `spec?: { ${keyed("name")} l?: { name: "a" | "b" }[] }`,
    newer: `spec?: { ${keyed("name")} l?: { name: "a" | "b" | "c"; h?: string }[] }`,
    rules: `older: { "spec.l": { loses: "unmatched" }, "spec.l[].name": { as: { enum: {}, added: { c: "a" } } } }, newer: { "spec.l[].h": "added" }`,
    want: "conversion/bounds-differ",
  },
  {
    name: "elements of which two keys become one in the older hub",
    older: `spec?: { ${keyed("name")} l?: { name: "a" | "b"; h?: string }[] }`,
    newer: `spec?: { ${keyed("name")} l?: { name: "a" | "b" | "c" }[] }`,
    rules: `hub: "older", older: { "spec.l": { bounds: "differ" }, "spec.l[].name": { as: { enum: {}, added: { c: "a" } } }, "spec.l[].h": "removed" }`,
    want: "proved",
  },
  {
    name: "a field that the hub keeps in elements whose key has another name and other values",
    older: `spec?: { ${keyed("name")} l?: { name: ${names}; k?: string }[] }`,
    newer: `spec?: { ${keyed("id")} l?: { id: "A" | "B" | "C"; h?: string }[] }`,
    rules: `older: { "spec.l": { bounds: "differ" }, "spec.l[].name": { to: "spec.l[].id", as: { enum: { a: "A", b: "B", c: "C" } } }, "spec.l[].k": "keep" }, newer: { "spec.l[].h": "added" }`,
    want: "proved",
  },
  {
    name: "a field that the hub keeps in elements that have keys only in the hub",
    older: `spec?: { l?: { name: ${names}; k?: string }[] }`,
    newer: `spec?: { ${keyed("name")} l?: { name: ${names} }[] }`,
    rules: `older: { "spec.l": { bounds: "differ" }, "spec.l[].k": "keep" }`,
    want: "conversion/keep-needs-keys",
  },
  {
    name: "fields of both versions in elements that have keys only in the newer one, which is not the hub",
    older: `spec?: { l?: { name: ${names}; h?: string }[] }`,
    newer: `spec?: { ${keyed("name")} l?: { name: ${names}; k?: string }[] }`,
    rules: `hub: "older", older: { "spec.l": { bounds: "differ", loses: "unmatched" }, "spec.l[].h": "removed" }, newer: { "spec.l[].k": "keep" }`,
    want: "proved",
  },
  {
    name: "a field of elements that have keys only in the newer version, which is not the hub, as if it always came back",
    older: `spec?: { l?: { name: ${names}; h?: string }[] }`,
    newer: `spec?: { ${keyed("name")} l?: { name: ${names} }[] }`,
    rules: `hub: "older", older: { "spec.l": { bounds: "differ" }, "spec.l[].h": "removed" }`,
    want: "conversion/unmatched-elements",
  },
  {
    name: "a field of elements that have keys only in the older version, which is the hub",
    older: `spec?: { ${keyed("name")} l?: { name: ${names}; h?: string }[] }`,
    newer: `spec?: { l?: { name: ${names} }[] }`,
    rules: `hub: "older", older: { "spec.l": { bounds: "differ" }, "spec.l[].h": "removed" }`,
    want: "proved",
  },
  ...hubs.flatMap(({ of, hub, own, older, newer, lost }): HardPair[] => [
    {
      name: `a list${of} whose key has another name, without bounds`,
      older: `spec?: { ${keyed("name")} l?: { name: string${older} }[] }`,
      newer: `spec?: { ${keyed("id")} l?: { id: string${newer} }[] }`,
      rules: `${hub}older: { "spec.l[].name": { to: "spec.l[].id" }${lost} }, ${own}`,
      want: "proved",
    },
    {
      name: `a list${of} one of whose keys has another name and form, without bounds`,
      older: `spec?: { ${keyed("name", "k")} l?: { name: "a" | "b"; k: string${older} }[] }`,
      newer: `spec?: { ${keyed("id", "k")} l?: { id: "A" | "B"; k: string${newer} }[] }`,
      rules: `${hub}older: { "spec.l[].name": { to: "spec.l[].id", as: { enum: { a: "A", b: "B" } } }${lost} }, ${own}`,
      want: "proved",
    },
    {
      name: `a list${of} whose key is another field, without bounds`,
      older: `spec?: { ${keyed("name")} l?: { name: string; id: string${older} }[] }`,
      newer: `spec?: { ${keyed("id")} l?: { name: string; id: string${newer} }[] }`,
      rules: `${hub}older: { ${lost.replace(", ", "")} }, ${own}`,
      want: "conversion/bounds-differ",
    },
  ]),
];

/** Functions for a key, of which many newer values become the same older one. */
function byFunctions(hub: string): string {
  const loses = hub === "" ? "" : ', loses: (name: string) => !["a", "b"].includes(name)';
  return `{ as: { forward: (name: ${names}): string => name, back: (name: string): ${names} => (name === "a" || name === "b" ? name : "c") }${loses} }`;
}
