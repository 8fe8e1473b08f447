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

/** The pairs. */
export const ownObjectPairs: readonly HardPair[] = objects.flatMap(
  ({ name, older, newer, rules: [ofOlder, ofNewer], want = "proved", hubs = ["newer", "older"] }) =>
    hubs.map((hub) => ({
      name: `an object by a field that it needs: ${name}${hub === "older" ? ", with an older hub" : ""}`,
      older,
      newer,
      rules: `${hub === "older" ? `hub: "older", ` : ""}older: { ${ofOlder} }, newer: { ${ofNewer} }`,
      want,
    })),
);
