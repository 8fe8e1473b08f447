// Hard pairs of objects that one version has alone: a required field of theirs that is elsewhere in the other version says whether they are there.
import type { HardPair } from "./pair-table.ts";

interface OwnObject {
  readonly name: string;
  readonly older: string;
  readonly newer: string;
  /** The rules of each version. */
  readonly rules: readonly [older: string, newer: string];
  readonly want?: HardPair["want"];
  /** The hubs it is declared for; both unless set. */
  readonly hubs?: readonly ("newer" | "older")[];
}

const keyed = "/** @listType map\n@listMapKey id */";
const twoFields = "spec?: { o?: { x: string; y?: string }; id?: string }";
const oneField = "spec?: { x?: string; id?: string }";
const required = "spec: { o: { x: string }; id: string }";
const optional = "spec: { x?: string; id: string }";
const moved = `"spec.x": { to: "spec.o.x" }`;
const filled = `"spec.x": { to: "spec.o.x", default: "" }`;
const back = `"spec.o.x": { to: "spec.x" }`;

const withUid = "{ apiVersion: string; kind: string; name: string; namespace?: string; uid?: string }";
const bareReference = "{ apiGroup: string; kind: string; name: string }";

const objects: readonly OwnObject[] = [
  { name: "the newer one", older: oneField, newer: twoFields, rules: [moved, `"spec.o.y": "added"`] },
  {
    name: "the newer one, with a kept field",
    older: oneField,
    newer: twoFields,
    rules: [moved, `"spec.o.y": "keep"`],
    hubs: ["older"],
  },
  {
    name: "the newer one, with a default that no object has",
    older: oneField,
    newer: twoFields,
    rules: [filled, `"spec.o.y": "added"`],
  },
  { name: "the older one", older: twoFields, newer: oneField, rules: [`${back}, "spec.o.y": "removed"`, ""] },
  {
    name: "the older one, with a kept field",
    older: twoFields,
    newer: oneField,
    rules: [`${back}, "spec.o.y": "keep"`, ""],
    hubs: ["newer"],
  },
  {
    name: "the newer one, in keyed elements",
    older: `spec?: { ${keyed} l?: { id: string; x?: string }[] }`,
    newer: `spec?: { ${keyed} l?: { id: string; o?: { x: string; y?: string } }[] }`,
    rules: [`"spec.l[].x": { to: "spec.l[].o.x" }`, `"spec.l[].o.y": "added"`],
  },
  {
    name: "a required newer one",
    older: optional,
    newer: required,
    rules: [moved, ""],
    want: "conversion/needs-default",
  },
  { name: "a required newer one, with a default", older: optional, newer: required, rules: [filled, ""] },
  {
    name: "two required newer ones, with a default",
    older: optional,
    newer: "spec: { t: { o: { x: string }; z?: string }; id: string }",
    rules: [`"spec.x": { to: "spec.t.o.x", default: "" }`, `"spec.t.z": "added"`],
  },
  {
    name: "a required newer one, with the default of another field",
    older: optional,
    newer: "spec: { o: { x?: string; z: string }; id: string }",
    rules: [`"spec.x": { to: "spec.o.x" }`, `"spec.o.z": { default: "a" }`],
  },
  {
    name: "the newer one, with two fields of the older version",
    older: "spec?: { x?: string; y?: string; id?: string }",
    newer: twoFields,
    rules: [`${moved}, "spec.y": { to: "spec.o.y" }`, ""],
    want: "conversion/needs-default",
  },
  {
    name: "the newer one, with two fields of the older version and a default",
    older: "spec?: { x?: string; y?: string; id?: string }",
    newer: twoFields,
    rules: [`${filled}, "spec.y": { to: "spec.o.y" }`, ""],
  },
];

/** Objects that a default or a field from elsewhere makes. */
const made: readonly OwnObject[] = [
  {
    name: "a required one whose fields are all new",
    older: "spec?: { z?: string }",
    newer: "spec?: { o: { x?: string }; z?: string }",
    rules: ["", `"spec.o.x": "added"`],
    want: "conversion/needs-default",
  },
  {
    name: "a required one whose fields are all new, as a whole",
    older: "spec?: { z?: string }",
    newer: "spec?: { o: { x?: string }; z?: string }",
    rules: ["", `"spec.o": { default: {} }`],
  },
  {
    name: "a required one whose fields are all new, with a default of one",
    older: "spec?: { z?: string }",
    newer: "spec?: { o: { x: string; y?: string }; z?: string }",
    rules: ["", `"spec.o.x": { default: "d" }, "spec.o.y": "added"`],
  },
  {
    name: "a required one with a rule of its own, and rules for fields of it",
    older: `spec?: { t: { ref: ${withUid}; z?: string } }`,
    newer: `spec?: { t: { s: { ref: ${bareReference} }; z?: string } }`,
    rules: [`"spec.t.ref": { to: "spec.t.s.ref", as: "reference" }, "spec.t.ref.uid": "removed"`, ""],
    hubs: ["newer"],
  },
  {
    name: "one that a default makes on the way back",
    older: "spec: { a: string }; status?: { x?: string }",
    newer: "spec: { a: string; x: string }",
    rules: [`"status.x": { to: "spec.x", default: "d" }`, ""],
  },
  {
    name: "two that defaults make, of which a client fills one",
    older: "spec?: { a: string; b?: boolean }; status?: { x?: string; z?: string }",
    newer: "spec?: { aN: string; b?: boolean; n: { x: string } }; status?: { z?: string }",
    rules: [`"status.x": { to: "spec.n.x", default: "d" }, "spec.a": { to: "spec.aN", default: "e" }`, ""],
  },
  {
    name: "a field of one that moves deeper into an optional object",
    older: "spec: { x: string; z?: string }",
    newer: "spec: { o?: { x: string }; z?: string }",
    rules: [moved, ""],
    want: "conversion/required-lost",
  },
  {
    name: "a field of one that moves deeper into an optional object, declared",
    older: "spec: { x: string; z?: string }",
    newer: "spec: { o?: { x: string }; z?: string }",
    rules: [`"spec.x": { to: "spec.o.x", bounds: "differ" }`, ""],
  },
  {
    name: "a field of an optional one that moves out of it",
    older: "spec: { o?: { x: string; y?: string }; z?: string }",
    newer: "spec: { o?: { y?: string }; x: string; z?: string }",
    rules: [back, ""],
    want: "conversion/needs-default",
  },
  {
    name: "a default of both versions in one that another field makes",
    older: `spec?: { /** @default "d" */ a?: string }; status?: { x?: string; z?: string }`,
    newer: `spec?: { /** @default "d" */ a?: string; x?: string }; status?: { z?: string }`,
    rules: [`"status.x": { to: "spec.x" }`, ""],
    want: "conversion/gained-default",
  },
  {
    name: "a default of both versions in one that is always there",
    older: `/** @default {} */ spec?: { /** @default "d" */ a?: string }; status?: { x?: string; z?: string }`,
    newer: `/** @default {} */ spec?: { /** @default "d" */ a?: string; x?: string }; status?: { z?: string }`,
    rules: [`"status.x": { to: "spec.x" }`, ""],
  },
  {
    name: "a field with a default that is lost together with its object",
    older: "spec: { a?: Duration }",
    newer: "spec: { o?: { a?: Duration; f: string } }",
    rules: [`"spec.a": { to: "spec.o.a" }`, `"spec.o.f": { default: "" }`],
  },
  {
    name: "a field with a default in an object of both versions that another field leaves",
    older: "spec: { o?: { z?: string }; b?: string }",
    newer: "spec: { o?: { b?: string; f: string }; z?: string }",
    rules: [`"spec.b": { to: "spec.o.b" }, "spec.o.z": { to: "spec.z" }`, `"spec.o.f": { default: "" }`],
  },
];

const withIn = "spec?: { k?: string; o?: { c?: string; in: { d?: string } } }";
const withRequiredIn = "spec?: { k?: string; o?: { c?: string; in: { d: string } } }";
const withoutIn = "spec?: { k?: string; x?: string; f?: string }";
const intoOther = `"spec.x": { to: "spec.o.c" }`;

/** Required ones in an optional one of the same version, which another field makes. */
const inMade: readonly OwnObject[] = [
  {
    name: "a required newer one in one that another field makes",
    older: withoutIn,
    newer: withIn,
    rules: [`${intoOther}, "spec.f": { to: "spec.o.in.d" }`, ""],
    want: "conversion/needs-default",
  },
  {
    name: "a required older one in one that another field makes",
    older: withIn,
    newer: withoutIn,
    rules: [`"spec.o.c": { to: "spec.x" }, "spec.o.in.d": { to: "spec.f" }`, ""],
    want: "conversion/required-lost",
  },
  {
    name: "a required newer one in one that another field makes, with a default",
    older: withoutIn,
    newer: withRequiredIn,
    rules: [`${intoOther}, "spec.f": { to: "spec.o.in.d", default: "q" }`, ""],
  },
  {
    name: "a required newer one in one that another field makes, with the default of a new field",
    older: "spec?: { k?: string; x?: string }",
    newer: withRequiredIn,
    rules: [intoOther, `"spec.o.in.d": { default: "q" }`],
  },
  {
    name: "two required newer ones in one that another field makes, with a default",
    older: "spec?: { k?: string; x?: string }",
    newer: "spec?: { k?: string; o?: { c?: string; p: { in: { d: string } } } }",
    rules: [intoOther, `"spec.o.p.in.d": { default: "q" }`],
  },
  {
    name: "a required newer one whose fields are new, in one that another field makes",
    older: "spec?: { k?: string; x?: string }",
    newer: withIn,
    rules: [intoOther, `"spec.o.in.d": "added"`],
    want: "conversion/needs-default",
  },
  {
    name: "a required newer one by a field that is always beside the one that makes the object around it",
    older: "spec?: { k?: string; p?: { x?: string; f: string } }",
    newer: withRequiredIn,
    rules: [`"spec.p.x": { to: "spec.o.c" }, "spec.p.f": { to: "spec.o.in.d" }`, ""],
  },
  {
    name: "a required newer one whose fields are new, in one that is new too",
    older: "spec?: { k?: string }",
    newer: withRequiredIn,
    rules: ["", `"spec.o.c": "added", "spec.o.in.d": "added"`],
  },
];

const withRequired = "spec?: { k?: string; o?: { c?: string; d: string } }";
const oneLeaves = `"spec.o.c": { to: "spec.x" }`;

/** Required fields of the version alone, in an object that a field of the other version makes. */
const besideMoved: readonly OwnObject[] = [
  ...[`"removed"`, `"keep"`].map((rule): OwnObject => ({
    name: `a required field of the older one, ${rule}, that another field makes`,
    older: withRequired,
    newer: "spec?: { k?: string; x?: string }",
    rules: [`${oneLeaves}, "spec.o.d": ${rule}`, ""],
    want: "conversion/required-lost",
    hubs: rule === `"keep"` ? ["newer"] : ["newer", "older"],
  })),
  {
    name: "a required field of the older one, with a default, that another field makes",
    older: withRequired,
    newer: "spec?: { k?: string; x?: string }",
    rules: [`${oneLeaves}, "spec.o.d": { keep: true, default: "" }`, ""],
  },
  {
    name: "a required field of the older one, that a field of an object in it makes",
    older: "spec?: { k?: string; o?: { p?: { c?: string }; d: string } }",
    newer: "spec?: { k?: string; x?: string }",
    rules: [`"spec.o.p.c": { to: "spec.x" }, "spec.o.d": "removed"`, ""],
    want: "conversion/required-lost",
  },
  {
    name: "a required field of the older one, that no field makes",
    older: withRequired,
    newer: "spec?: { k?: string }",
    rules: [`"spec.o.c": "removed", "spec.o.d": "removed"`, ""],
  },
];

/** The pairs. */
export const ownObjectPairs: readonly HardPair[] = [...objects, ...made, ...inMade, ...besideMoved].flatMap(
  ({ name, older, newer, rules: [ofOlder, ofNewer], want = "proved", hubs = ["newer", "older"] }) =>
    hubs.map((hub) => ({
      name: `an object by a field that it needs: ${name}${hub === "older" ? ", with an older hub" : ""}`,
      older,
      newer,
      rules: `${hub === "older" ? `hub: "older", ` : ""}older: { ${ofOlder} }, newer: { ${ofNewer} }`,
      want,
    })),
);
