// Pairs in which what a client changes at one place once lost something at another one.
import type { HardPair } from "./pair-table.ts";

const split = `forward: ({ full }: { full?: string }): { first?: string; last?: string } =>
    (full === undefined ? {} : { first: full.slice(0, 1), last: full.slice(1) }),
  back: ({ first, last }: { first?: string; last?: string }): { full?: string } =>
    (first === undefined && last === undefined ? {} : { full: (first ?? "") + (last ?? "") })`;
const same = `forward: ({ x, y }: { x?: string; y?: number }) => ({ x, y }), back: ({ x, y }: { x?: string; y?: number }) => ({ x, y })`;

/** What the group loses of the version that is not the hub. */
const losesOfNewer = `, loses: ({ first = "", last }: { first?: string; last?: string }) => first.length !== 1 || last === undefined`;
const d = '/** @default "d" */';
const keyed = "/** @listType map\n@listMapKey id */";
const hubs = [
  { hub: "", loses: "" },
  { hub: `hub: "older", `, loses: losesOfNewer },
] as const;

function groupOf(first: string, last: string, loses: string): string {
  return `together: { g: { older: { full: "spec.w" }, newer: { first: "${first}", last: "${last}" }, as: { ${split} }${loses} } }`;
}

/** Fields outside of an object, which the hub has in it. */
const movedIntoObjects = [
  [
    "a presence and a table",
    'spec?: { backup?: boolean; mode?: "a" | "b"; net?: { name?: string } }',
    'spec?: { net?: { name?: string; backup?: { at?: string; n?: Int32 }; mode?: "A" | "B" | "C" } }',
    `older: { "spec.backup": { to: "spec.net.backup", as: "presence" }, "spec.mode": { to: "spec.net.mode", as: { enum: { a: "A", b: "B" }, added: { C: "b" } } } }`,
  ],
  [
    "a presence, beside fields of its own",
    "spec?: { backup?: boolean; net?: { name?: string } }",
    "spec?: { net?: { name?: string; backup?: { at?: string }; mtu?: Int32; y?: string } }",
    `older: { "spec.backup": { to: "spec.net.backup", as: "presence" } }, newer: { "spec.net.mtu": "added", "spec.net.y": { default: "d" } }`,
  ],
  [
    "a quantity, and it is the older version",
    "spec?: { net?: { name?: string; memory?: Quantity } }",
    "spec?: { memoryMiB?: Int32; net?: { name?: string } }",
    `hub: "older", older: { "spec.net.memory": { to: "spec.memoryMiB", as: { quantity: "Mi" } } }`,
  ],
  [
    "a table, in elements",
    `spec?: { ${keyed} l?: { id: string; mode?: "a" | "b"; o?: { n?: string } }[] }`,
    `spec?: { ${keyed} l?: { id: string; o?: { n?: string; mode?: "A" | "B" | "C" } }[] }`,
    `older: { "spec.l[].mode": { to: "spec.l[].o.mode", as: { enum: { a: "A", b: "B" }, added: { C: "b" } } } }`,
  ],
] as const;

/** The pairs. */
export const editedPairs: readonly HardPair[] = [
  ...[
    ["a value", "n?: Int32", `"removed"`],
    ["a value with a default", "/** @default 3 */ n?: Int32", `"removed"`],
    ["an object", "n?: { s?: string; n?: Int32 }", `"removed"`],
  ].map(([name = "", field = "", rule = ""]): HardPair => ({
    name: `elements without keys, which have nothing but fields of one version in an object of both, ${name}`,
    older: `spec?: { l?: { o?: { ${field} } }[] }`,
    newer: "spec?: { l?: { o?: { y?: string[] } }[] }",
    rules: `older: { "spec.l[].o.n": ${rule}, "spec.l": { loses: "unmatched" } }, newer: { "spec.l[].o.y": "added" }`,
    want: "proved",
  })),
  ...["", "@minProperties 1"].map((atLeast): HardPair => ({
    name: `an object with a field that the hub keeps and one of both, which a client of the hub removes ${atLeast}`,
    older: `spec?: { /** ${atLeast} */ disk?: { size: Int32; hint?: string }; z?: string }`,
    newer: `spec?: { /** ${atLeast} */ disk?: { size: Int32 }; z?: string }`,
    rules: `older: { "spec.disk.hint": "keep" }`,
    want: "proved",
  })),
  {
    name: "an object of the hub alone with a default and an added field, which a field enters that a client removes",
    older: "spec?: { h?: string }",
    newer: "spec?: { o?: { y: 'A' | 'B'; f?: boolean; h?: string } }",
    rules: `older: { "spec.h": { to: "spec.o.h" } }, newer: { "spec.o.y": { default: "A" }, "spec.o.f": "added" }`,
    want: "proved",
  },
  {
    name: "an object of the hub alone with two defaults, which a field enters that a client removes",
    older: "spec?: { h?: string }",
    newer: "spec?: { o?: { y: 'A' | 'B'; f?: boolean; h?: string } }",
    rules: `older: { "spec.h": { to: "spec.o.h" } }, newer: { "spec.o.y": { default: "A" }, "spec.o.f": { default: false } }`,
    want: "proved",
  },
  ...movedIntoObjects.map(([name, older, newer, rules]): HardPair => ({
    name: `an object that a client removes, into which the hub has moved ${name}`,
    older,
    newer,
    rules,
    want: "proved",
  })),
  ...hubs.flatMap(({ hub, loses }): HardPair[] => [
    {
      name: `functions over two objects, and a field that makes one of them ${hub}`,
      older: "spec?: { w?: string; t?: string }",
      newer: "spec?: { b?: { x?: string; t?: string }; d?: { y?: string } }",
      rules: `${hub}older: { "spec.t": { to: "spec.b.t" } }, ${groupOf("spec.b.x", "spec.d.y", loses)}`,
      want: "proved",
    },
    {
      name: `functions over two objects, of which both versions have one ${hub}`,
      older: "spec?: { w?: string; b?: { z?: string } }",
      newer: "spec?: { b?: { x?: string; z?: string }; d?: { y?: string } }",
      rules: `${hub}older: {}, ${groupOf("spec.b.x", "spec.d.y", loses)}`,
      want: "proved",
    },
    {
      name: `functions over an object with a default, which a client leaves empty ${hub}`,
      older: "spec?: { w?: string; o?: { a?: string } }",
      newer: "spec?: { o?: { x?: string; y?: string; a?: string } }",
      rules: `${hub}older: { "spec.o.a": { default: "d" } }, ${groupOf("spec.o.x", "spec.o.y", loses)}`,
      want: "proved",
    },
    {
      name: `a default in an object, and one in the object in it, which a field enters ${hub}`,
      older: "spec?: { w?: string; o?: { a?: string; p?: { b?: string } } }",
      newer: "spec?: { o?: { a?: string; p?: { b?: string; w?: string } } }",
      rules: `${hub}older: { "spec.w": { to: "spec.o.p.w" }, "spec.o.a": { default: "d" }, "spec.o.p.b": { default: "e" } }`,
      want: "proved",
    },
    {
      name: `two defaults in an object in elements, which a field enters ${hub}`,
      older: `spec?: { ${keyed} l?: { id: string; w?: string; o?: { a?: string; b?: string } }[] }`,
      newer: `spec?: { ${keyed} l?: { id: string; o?: { w?: string; a?: string; b?: string } }[] }`,
      rules: `${hub}older: { "spec.l[].w": { to: "spec.l[].o.w" }, "spec.l[].o.a": { default: "d" }, "spec.l[].o.b": { default: "e" } }`,
      want: "proved",
    },
    {
      name: `an empty object that a field enters and leaves ${hub}`,
      older: "spec?: { tls?: { port?: Int32; cert?: string } }",
      newer: "spec?: { tls?: { cert?: string }; tlsPort?: Int32 }",
      rules: `${hub}older: { "spec.tls.port": { to: "spec.tlsPort" } }`,
      want: "proved",
    },
    {
      name: `functions of a field in an object that one version rejects when it is empty ${hub}`,
      older: "spec?: { /** @minProperties 1 */ b?: { x?: string }; y?: Int32 }",
      newer: "spec?: { b?: { v?: string }; z?: Int32 }",
      rules: `${hub}older: {}, together: { g: { older: { x: "spec.b.x", y: "spec.y" }, newer: { x: "spec.b.v", y: "spec.z" }, as: { ${same} } } }`,
      want: "proved",
    },
  ]),
  {
    name: "a default in an object that a loss of functions makes",
    older: "spec?: { w?: string; a?: string }",
    newer: `spec?: { y?: string; o?: { x?: string; ${d} a?: string } }`,
    rules: `hub: "older", older: { "spec.a": { to: "spec.o.a", default: "d" } }, ${groupOf("spec.o.x", "spec.y", losesOfNewer)}`,
    want: { fails: "spec.o was not there, and a value beside spec.o.a makes it" },
  },
  {
    name: "a default of both versions in an object that is always there, beside a loss of functions",
    older: `spec?: { w?: string; ${d} a?: string }`,
    newer: `spec?: { y?: string; /** @default {} */ o?: { x?: string; ${d} a?: string } }`,
    rules: `hub: "older", older: { "spec.a": { to: "spec.o.a" } }, ${groupOf("spec.o.x", "spec.y", losesOfNewer)}`,
    want: "proved",
  },
  {
    name: "no default in an object that a loss of functions makes",
    older: "spec?: { w?: string; a?: string }",
    newer: "spec?: { y?: string; o?: { x?: string; a?: string } }",
    rules: `hub: "older", older: { "spec.a": { to: "spec.o.a" } }, ${groupOf("spec.o.x", "spec.y", losesOfNewer)}`,
    want: "proved",
  },
  {
    name: "functions that give a required field no value, and say that this is lost",
    older: "spec?: { a?: { r: string } }",
    newer: "spec?: { a?: { r: string } }",
    rules: `older: { "spec.a.r": { as: { forward: (v: string): string => (v === "none" ? (undefined as never) : v), back: (v: string) => v }, loses: ["none"] } }`,
    want: { fails: "spec.a.r: Required value" },
  },
  {
    name: "functions beside a required field with a default, in an object that only the newer version has",
    older: "spec?: { r?: string; w?: string }",
    newer: "spec?: { x?: string; n?: { r: string; y?: string } }",
    rules: `older: { "spec.r": { to: "spec.n.r", default: "A" } }, ${groupOf("spec.x", "spec.n.y", "")}`,
    want: "proved",
  },
];
