// Pairs of objects that are there again for a value that was kept, or that one version has for a default: the fields beside that value come, stay and go with them.
import type { HardPair } from "./pair-table.ts";

interface Row extends Pick<HardPair, "older" | "newer" | "rules"> {
  readonly name: string;
}

const filled = `"spec.o.rl": { to: "spec.n.Rm", default: "k" }`;
const filledFromSpec = `"spec.rl": { to: "spec.n.Rm", default: "k" }`;

/** The hub requires a field with a default, beside a value that the other version does not tell from none. */
const besideRequired: readonly Row[] = [
  {
    name: "a presence",
    older: "spec?: { o?: { rl?: string; on?: { x?: string } } }",
    newer: "spec?: { n?: { Rm: string; on?: boolean } }",
    rules: `older: { ${filled}, "spec.o.on": { to: "spec.n.on", as: "presence", loses: "inexact" } }`,
  },
  {
    name: "a presence, in an object in another one",
    older: "spec?: { p?: { o?: { rl?: string; on?: { x?: string } } } }",
    newer: "spec?: { q?: { o?: { Rm: string; on?: boolean } } }",
    rules: `older: { "spec.p.o.rl": { to: "spec.q.o.Rm", default: "k" }, "spec.p.o.on": { to: "spec.q.o.on", as: "presence", loses: "inexact" } }`,
  },
  {
    name: "a flag",
    older: "spec?: { o?: { rl?: string; on?: boolean } }",
    newer: "spec?: { n?: { Rm: string; on?: boolean } }",
    rules: `older: { ${filled}, "spec.o.on": { to: "spec.n.on", as: "boolPresence" } }`,
  },
  {
    name: "a string",
    older: "spec?: { o?: { rl?: string; on?: string } }",
    newer: "spec?: { n?: { Rm: string; on?: string } }",
    rules: `older: { ${filled}, "spec.o.on": { to: "spec.n.on", as: "dropEmpty" } }`,
  },
  {
    name: "a list",
    older: "spec?: { o?: { rl?: string; on?: string } }",
    newer: "spec?: { n?: { Rm: string; on?: string[] } }",
    rules: `older: { ${filled}, "spec.o.on": { to: "spec.n.on", as: "listOfOne" } }`,
  },
  {
    name: "digits, which are rare",
    older: "spec?: { rl?: string; on?: string }",
    newer: "spec?: { n?: { Rm: string; on?: Int32 } }",
    rules: `older: { ${filledFromSpec}, "spec.on": { to: "spec.n.on", as: "digits", loses: "inexact" } }`,
  },
  {
    name: "a flag of an object of both versions, which another field leaves",
    older: "spec?: { o?: { d?: string; dm?: string; b?: boolean } }",
    newer: "spec?: { mv?: string; o?: { d: string; b?: boolean } }",
    rules: `older: { "spec.o.d": { default: "k" }, "spec.o.dm": { to: "spec.mv" }, "spec.o.b": { as: "boolPresence" } }`,
  },
  {
    name: "an empty object",
    older: "spec?: { o?: { d?: string; dm?: string; p?: { fb?: string } } }",
    newer: "spec?: { mv?: string; o?: { e: string; q?: { fb?: string } } }",
    rules: `older: { "spec.o.d": { to: "spec.o.e", default: "k" }, "spec.o.dm": { to: "spec.mv" }, "spec.o.p.fb": { to: "spec.o.q.fb" } }`,
  },
  {
    name: "a flag, in elements",
    older: "spec?: { /** @listType map\n@listMapKey id */ l?: { id: string; o?: { rl?: string; on?: boolean } }[] }",
    newer: "spec?: { /** @listType map\n@listMapKey id */ l?: { id: string; n?: { Rm: string; on?: boolean } }[] }",
    rules: `older: { "spec.l[].o.rl": { to: "spec.l[].n.Rm", default: "k" }, "spec.l[].o.on": { to: "spec.l[].n.on", as: "boolPresence" } }`,
  },
];

const movedIn = `"spec.mv": { to: "spec.o.mv" }`;

/** A field enters an object, in which another one has a default. */
const besideMovedIn: readonly Row[] = [
  {
    name: "with another name",
    older: "spec?: { mv?: string; o?: { d?: string; x?: string } }",
    newer: "spec?: { o?: { e?: string; x?: string; mv?: string } }",
    rules: `older: { ${movedIn}, "spec.o.d": { to: "spec.o.e", default: "k" } }`,
  },
  {
    name: "with another form",
    older: "spec?: { mv?: string; o?: { d?: Duration; l: { g?: string }[] } }",
    newer: "spec?: { o?: { e?: Int32; l: { g?: string }[]; mv?: string } }",
    rules: `older: { ${movedIn}, "spec.o.d": { to: "spec.o.e", as: "seconds", default: 30 }, "spec.o.l": { bounds: "differ" } }`,
  },
  ...["d?: string", "e?: string", "e: string"].map((field) => ({
    name: `${field}, beside one that an older hub keeps`,
    older: "spec?: { mv?: string; o?: { d?: string } }",
    newer: `spec?: { o?: { ${field}; kd?: string; mv?: string } }`,
    rules: `hub: "older", older: { ${movedIn}, "spec.o.d": { ${field.startsWith("d") ? "" : `to: "spec.o.e", `}default: "k" } }, newer: { "spec.o.kd": "keep" }`,
  })),
  {
    name: "with another form, beside one with null that an older hub keeps",
    older: "spec?: { mv?: string; o?: { d?: Duration } }",
    newer: "spec?: { o?: { e?: Int32; kd?: string | null; mv?: string } }",
    rules: `hub: "older", older: { ${movedIn}, "spec.o.d": { to: "spec.o.e", as: "seconds", default: 30 } }, newer: { "spec.o.kd": "keep" }`,
  },
];

const older = `hub: "older", `;

/** An older hub without an object that the other version has for a field of its own place. */
const ofOlderHubs: readonly Row[] = [
  ...["d: string", "d?: string"].map((field) => ({
    name: `with ${field}, in elements without keys`,
    older: "spec?: { l?: { name: string; mv?: string; o?: { d?: string; s?: string } }[] }",
    newer: `spec?: { l?: { name: string; o?: { ${field}; s?: string; mv?: string } }[] }`,
    rules: `${older}older: { "spec.l[].mv": { to: "spec.l[].o.mv" }, "spec.l[].o.d": { default: "k" } }`,
  })),
  {
    name: "in elements without keys, where it is rejected when it is empty",
    older: "spec?: { l?: { name: string; mv?: string; /** @minProperties 1 */ o?: { a?: string; d?: string } }[] }",
    newer: "spec?: { l?: { name: string; /** @minProperties 1 */ o?: { a?: string; d: string; mv?: string } }[] }",
    rules: `${older}older: { "spec.l[].mv": { to: "spec.l[].o.mv" }, "spec.l[].o.d": { default: "k" } }`,
  },
  {
    name: "in one that both require and reject when it is empty",
    older: "spec: { /** @minProperties 1 */ o: { a?: string; d?: string } }",
    newer: "spec: { /** @minProperties 1 */ o: { a?: string; d: string } }",
    rules: `${older}older: { "spec.o.d": { default: "k" } }`,
  },
];

/** Objects whose fields are all of rules: the value of a default says that the object is there. */
const ofRulesAlone: readonly Row[] = ["", "m?: { [key: string]: { F } }"].map((map) => {
  const at = map === "" ? "spec" : "spec.m[*]";
  const inMap = (fields: string): string => (map === "" ? fields : map.replace("F", fields));
  return {
    name: map === "" ? "in the spec" : "in a map",
    older: `spec?: { ${inMap("o?: { a?: string; z?: string }")} }`,
    newer: `spec?: { ${inMap("n?: { b?: string; z?: string }")} }`,
    rules: `${older}older: { "${at}.o.a": { to: "${at}.n.b", default: "k" }, "${at}.o.z": { to: "${at}.n.z" } }`,
  };
});

const withDefault = `o?: { /** @default "d" */ a?: string; b: { q: string } }`;
const withoutField = "o?: { b: { q: string } }; n: { m: string }";

/** An older hub whose own default would come into an object that a client adds, in place of what the absence of the field became. */
const besideDefaultOfHub: readonly Row[] = [
  {
    name: "in an object of the spec",
    older: `spec?: { ${withDefault} }`,
    newer: `spec?: { ${withoutField} }`,
    rules: `${older}older: { "spec.o.a": { to: "spec.n.m", default: "" }, "spec.o.b": { bounds: "differ" } }`,
  },
  {
    name: "in elements with a key",
    older: `spec?: { /** @listType map\n@listMapKey k */ l?: { k: string; ${withDefault} }[] }`,
    newer: `spec?: { /** @listType map\n@listMapKey k */ l?: { k: string; ${withoutField} }[] }`,
    rules: `${older}older: { "spec.l[].o.a": { to: "spec.l[].n.m", default: "" }, "spec.l[].o.b": { bounds: "differ" } }`,
  },
];

/** The pairs. */
export const returningPairs: readonly HardPair[] = [
  ...besideRequired.map((row) => ({ ...row, name: `a required field with a default, beside ${row.name}` })),
  ...besideMovedIn.map((row) => ({ ...row, name: `a field with a default beside one that moved in, ${row.name}` })),
  ...ofOlderHubs.map((row) => ({ ...row, name: `a default that an older hub does not have, ${row.name}` })),
  ...ofRulesAlone.map((row) => ({ ...row, name: `an object that a default alone is left in, ${row.name}` })),
  ...besideDefaultOfHub.map((row) => ({ ...row, name: `another default than that of an older hub, ${row.name}` })),
].map((row): HardPair => ({ ...row, want: "proved" }));
