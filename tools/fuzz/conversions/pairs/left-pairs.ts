// Hard pairs of fields that leave their object for another one, which either version may have alone.
import type { HardPair } from "./pair-table.ts";

const hubs = [
  ["", ""],
  [`hub: "older", `, ", with an older hub"],
] as const;

/** A field that moves from the spec to the status, beside others. */
function toStatus(name: string, [older, newer, rule]: readonly [string, string, string]): HardPair[] {
  return hubs.map(([hub, end]) => ({
    name: `a field that moves from the spec to the status: ${name}${end}`,
    older: `spec?: { ${older} }; status?: { z?: string }`,
    newer: `spec?: { c?: string }; status?: { z?: string; ${newer} }`,
    rules: `${hub}older: { "spec.b": { to: "status.b"${rule} } }, newer: { "spec.c": "added" }`,
    want: "proved",
  }));
}

/** A field that moves from one object of the spec to another. */
function toOther(name: string, pair: Pick<HardPair, "older" | "newer" | "want">, rule: string): HardPair[] {
  return hubs.map(([hub, end]) => ({
    name: `a field that moves to another object: ${name}${end}`,
    ...pair,
    rules: `${hub}older: { "spec.x.b": { to: "spec.y.b"${rule} } }`,
  }));
}

const dropEmpty = `, as: "dropEmpty"`;
const boolPresence = `, as: "boolPresence"`;
const differ = `, bounds: "differ"`;

/** A field that leaves an object in other objects, which come back with it, or with what stays in them. */
function outOfInner(name: string, pair: Pick<HardPair, "older" | "newer">, rules: string): HardPair[] {
  return hubs.map(([hub, end]) => ({
    name: `a field that leaves an object in another one: ${name}${end}`,
    ...pair,
    rules: `${hub}older: { ${rules} }`,
    want: "proved",
  }));
}

/** The pairs. */
export const leftPairs: readonly HardPair[] = [
  ...toStatus("a required string that became optional", ["b: string", "b?: string", dropEmpty]),
  ...toStatus("an optional string", ["b?: string", "b?: string", dropEmpty]),
  ...toStatus("a required flag that became optional", ["b: boolean", "b?: boolean", boolPresence]),
  ...toStatus("an optional flag", ["b?: boolean", "b?: boolean", boolPresence]),
  ...toStatus("a required string that may be missing", ["b: string", "b?: string", differ]),
  ...toStatus("a required enum that may be missing", [`b: "x" | "y"`, `b?: "x" | "y"`, differ]),
  ...toStatus("a required field", ["b: string", "b: string", differ]),
  {
    name: "a required field of a required spec that moves to the status",
    older: "spec: { b: string }; status?: { z?: string }",
    newer: "spec: { c?: string }; status?: { z?: string; b?: string }",
    rules: `older: { "spec.b": { to: "status.b", as: "dropEmpty" } }, newer: { "spec.c": "added" }`,
    want: "proved",
  },
  {
    name: "the only field of a required spec that moves to the status",
    older: "spec: { b?: string }; status?: { z?: string }",
    newer: "spec: { c?: string }; status?: { z?: string; b?: string }",
    rules: `older: { "spec.b": { to: "status.b" } }, newer: { "spec.c": "added" }`,
    want: "proved",
  },
  ...toOther(
    "between two that both versions require",
    {
      older: "spec?: { x: { b: string; z?: string }; y: { z?: string } }",
      newer: "spec?: { x: { z?: string }; y: { b: string; z?: string } }",
      want: "proved",
    },
    "",
  ),
  ...toOther(
    "both versions have both",
    {
      older: "spec?: { x?: { b: string; z?: string }; y?: { z?: string } }",
      newer: "spec?: { x?: { z?: string }; y?: { b?: string; z?: string } }",
      want: "proved",
    },
    dropEmpty,
  ),
  ...toOther(
    "of keyed elements",
    {
      older: `spec?: { /** @listType map\n@listMapKey id */ l?: { id: string; x?: { b: string }; y?: { z?: string } }[] }`,
      newer: `spec?: { /** @listType map\n@listMapKey id */ l?: { id: string; x?: { z?: string }; y?: { b?: string; z?: string } }[] }`,
      want: "proved",
    },
    dropEmpty,
  ).map((pair) => ({
    ...pair,
    rules: `${pair.rules.replaceAll("spec.", "spec.l[].")}, newer: { "spec.l[].x.z": "added" }`,
  })),
  ...toOther(
    "each version has one of them",
    { older: "spec?: { x?: { b: string } }", newer: "spec?: { y?: { b?: string } }", want: "proved" },
    "",
  ),
  ...outOfInner(
    "a required string that became optional",
    {
      older: "spec: { o?: { z?: string; q?: { m: string; c?: string } } }",
      newer: "spec: { m?: string; o?: { z?: string; q?: { c?: string } } }",
    },
    `"spec.o.q.m": { to: "spec.m"${dropEmpty} }`,
  ),
  ...outOfInner(
    "a required string of a required object in another one",
    {
      older: "spec: { o?: { p: { q: { m: string; c?: string } } } }",
      newer: "spec: { m?: string; o?: { p: { q: { c?: string } } } }",
    },
    `"spec.o.p.q.m": { to: "spec.m"${dropEmpty} }, "spec.o.p": { bounds: "differ" }, "spec.o.p.q": { bounds: "differ" }`,
  ),
  ...outOfInner(
    "a flag of elements in the status",
    {
      older: `status?: { /** @listType map\n@listMapKey id */ l?: { id: string; o?: { q?: { m: boolean; c?: string } } }[] }`,
      newer: `status?: { /** @listType map\n@listMapKey id */ l?: { id: string; m?: boolean; o?: { q?: { c?: string } } }[] }`,
    },
    `"status.l[].o.q.m": { to: "status.l[].m"${boolPresence} }`,
  ),
  ...outOfInner(
    "a default, out of one that may not be empty",
    {
      older: "spec: { o?: { c: string; /** @minProperties 1 */ p?: { a?: string; f?: boolean } } }",
      newer: "spec: { o?: { c: string; /** @minProperties 1 */ p?: { a?: string } }; f: boolean }",
    },
    `"spec.o.p.f": { to: "spec.f", default: false }, "spec.o.c": { bounds: "differ" }`,
  ),
  ...outOfInner(
    "a default of elements, out of one that may not be empty and is lost with it",
    {
      older: `spec: { /** @listType map\n@listMapKey id */ l?: { id: string; /** @minProperties 1 */ o?: { c?: string; /** @minProperties 1 */ p?: { f?: boolean } } }[] }`,
      newer: `spec: { /** @listType map\n@listMapKey id */ l?: { id: string; /** @minProperties 1 */ o?: { c?: string }; f: boolean }[] }`,
    },
    `"spec.l[].o.p.f": { to: "spec.l[].f", default: false }`,
  ),
  ...hubs.map(([hub, end]) => ({
    name: `a field that leaves an object that both versions require, with another required field in it${end}`,
    older: "spec: { a?: Duration; o: { a: Quantity; p: { a: Int32; b: Quantity } } }",
    newer: "spec: { a?: Duration; o: { a: Quantity; p: { b: Quantity } }; n?: { a0?: Int32 } }",
    rules: `${hub}older: { "spec.o.p.a": { to: "spec.n.a0", as: "dropEmpty" } }`,
    want: "proved" as const,
  })),
  {
    name: "an object that a default makes, in which another field is required, and that a client then changes",
    older: "spec?: { a: Duration; o?: { a: string; p?: { a: boolean } } }",
    newer: "spec?: { a: Duration; o?: { a?: string }; n: { y: Duration; a0: boolean } }",
    rules:
      `hub: "older", older: { "spec.o.p.a": { to: "spec.n.a0", default: false }, "spec.o.a": { as: "dropEmpty" } }, ` +
      `newer: { "spec.n.y": { keep: true, default: "0s" } }`,
    want: "proved",
  },
  {
    name: "an object that a default makes, in which a boolean is required, and that a client then changes",
    older: "spec?: { a: Duration; o?: { b: boolean; p?: { a: boolean } } }",
    newer: "spec?: { a: Duration; o?: { b?: boolean }; n: { a0: boolean } }",
    rules: `hub: "older", older: { "spec.o.p.a": { to: "spec.n.a0", default: false }, "spec.o.b": { as: "boolPresence" } }`,
    want: "proved",
  },
  ...["", `hub: "older", `].map((hub): HardPair => ({
    name: `an object that the older version alone requires, that fields leave in both ${hub}`,
    older: "spec?: { dhcp?: { name?: string }; network: { id?: string } }",
    newer: "spec?: { network?: { provision?: { name?: string }; reference?: { id?: string }; type: 'A' | 'B' } }",
    rules:
      `${hub}older: { "spec.network": { bounds: "differ" }, "spec.network.id": { to: "spec.network.reference.id" }, ` +
      `"spec.dhcp.name": { to: "spec.network.provision.name" } }, newer: { "spec.network.type": { default: "A" } }`,
    want: "proved",
  })),
  {
    name: "a required field that becomes no value, in an object that only the older version has",
    older: "spec?: { x?: { b: string } }",
    newer: "spec?: { y?: { b?: string } }",
    rules: `older: { "spec.x.b": { to: "spec.y.b", as: "dropEmpty" } }`,
    want: "conversion/wrong-form",
  },
];
