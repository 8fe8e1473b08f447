// What comes back of fields that functions convert together: the kept values where they still convert to what is there, and what the functions made of fields that were absent goes.
import { expect, it, test } from "vitest";
import { gained, oneSided } from "../../../test/restore-case.ts";
import type { NamedField, PropertyPath, TogetherFields } from "./conversion-plan.ts";
import type { Fields } from "./fields.ts";
import { addLostTogether, restoreTogether } from "./kept-together.ts";
import type { ValueShape } from "./shape.ts";

const textOrNull: ValueShape = { nullable: "string" };

/** Two fields of the hub, `o.x` and `p.y`, that are one string of the other version; null and absent are different in it. */
function groupOf({
  shape = "string",
  x = ["o", "x"],
  y = ["p", "y"],
  anchor = 0,
}: Partial<Versions> = {}): TogetherFields {
  const word = (value: unknown): string => (value === null ? "null" : typeof value === "string" ? value.trim() : "-");
  const newer: readonly NamedField[] = [
    { name: "x", path: x, shape, anchor },
    { name: "y", path: y, shape, anchor },
  ];
  return {
    name: "group",
    as: {
      forward: () => ({}),
      back: (values: Fields) =>
        Object.keys(values).length === 0 ? {} : { z: `${word(values["x"])}:${word(values["y"])}` },
    },
    older: [{ name: "z", path: ["q", "z"], shape: "string" }],
    newer,
  };
}

interface Versions {
  readonly shape: ValueShape;
  readonly x: PropertyPath;
  readonly y: PropertyPath;
  readonly anchor: number;
}

interface Case {
  readonly name: string;
  readonly of?: Partial<Versions>;
  readonly kept: Fields;
  /** The text of the other version. */
  readonly z?: string;
  readonly source?: Fields;
  /** What the functions made. */
  readonly object: Fields;
  readonly whole?: true;
  readonly none?: readonly PropertyPath[];
  readonly want: Fields;
}

it.each<Case>([
  {
    name: "values that convert to what is there come back",
    kept: { o: { x: " a" }, p: { y: "b " } },
    z: "a:b",
    object: { o: { x: "a" }, p: { y: "b" } },
    want: { o: { x: " a" }, p: { y: "b " } },
  },
  {
    name: "values that do not convert to it do not",
    kept: { o: { x: " a" }, p: { y: "b " } },
    z: "a:c",
    object: { o: { x: "a" }, p: { y: "c" } },
    want: { o: { x: "a" }, p: { y: "c" } },
  },
  {
    name: "nothing was kept",
    kept: { r: 1 },
    z: "a:b",
    object: { o: { x: "a" }, p: { y: "b" } },
    want: { o: { x: "a" }, p: { y: "b" } },
  },
  {
    name: "what was made of an absent value goes, and an object that both have stays",
    kept: { o: { x: "a" }, p: { y: null } },
    z: "a:-",
    object: { o: { x: "a" }, p: { y: "" } },
    want: { o: { x: "a" }, p: {} },
  },
  {
    name: "what was made of an absent value goes with an object that the hub did not have",
    kept: gained({ o: { x: "a" }, p: { y: null } }, ["p"]),
    z: "a:-",
    object: { o: { x: "a" }, p: { y: "" } },
    want: { o: { x: "a" } },
  },
  {
    name: "an object that the hub did not have stays for another field in it",
    kept: gained({ o: { x: "a" }, p: { y: null } }, ["p"]),
    z: "a:-",
    object: { o: { x: "a" }, p: { y: "", more: 1 } },
    want: { o: { x: "a" }, p: { more: 1 } },
  },
  {
    name: "a value that belongs to a new object stays",
    kept: gained({ o: { x: " a" }, p: { y: null } }, ["p"]),
    z: "a:b",
    object: { o: { x: "a" }, p: { y: "b", more: 1 } },
    want: { o: { x: " a" }, p: { y: "b", more: 1 } },
  },
  {
    name: "a field that goes afterwards is no other one in a new object",
    kept: gained({ o: { x: " a" }, p: { y: null } }, ["p"]),
    z: "a:b",
    object: { o: { x: "a" }, p: { y: "b", more: 1 } },
    none: [["p", "more"]],
    want: { o: { x: "a" }, p: { y: "b", more: 1 } },
  },
  {
    name: "of a whole element, an absent value is one that it does not have",
    kept: { o: { x: "a" } },
    z: "a:-",
    object: { o: { x: "a" }, p: { y: "" } },
    whole: true,
    want: { o: { x: "a" } },
  },
  {
    name: "a whole element without values had none",
    kept: { o: {}, p: {} },
    source: { q: {} },
    object: { o: { x: "" }, p: { y: "" } },
    whole: true,
    want: { o: {}, p: {} },
  },
  {
    name: "without values, what functions make is not there without the object around it",
    kept: gained(gained({ o: { x: null }, p: { y: null } }, ["o"]), ["p"]),
    source: {},
    object: { o: { x: "" }, p: { y: "" } },
    want: {},
  },
  {
    name: "nulls of fields that may be null can mean that all were absent",
    of: { shape: textOrNull },
    kept: { o: { x: null }, p: { y: null } },
    source: { q: {} },
    object: { o: { x: "" }, p: { y: "" } },
    want: { o: {}, p: {} },
  },
  {
    name: "nulls of fields that may be null can mean nulls",
    of: { shape: textOrNull },
    kept: { o: { x: null }, p: { y: null } },
    z: "null:null",
    object: { o: { x: "" }, p: { y: "" } },
    want: { o: { x: null }, p: { y: null } },
  },
  {
    name: "one that was left out among others is a null",
    of: { shape: textOrNull },
    kept: { o: { x: "a" } },
    z: "a:null",
    object: { o: { x: "a" }, p: { y: "" } },
    want: { o: { x: "a" }, p: { y: null } },
  },
  {
    name: "nulls of a whole element are nulls",
    of: { shape: textOrNull },
    kept: { o: { x: null }, p: { y: null } },
    z: "null:null",
    object: { o: { x: "" }, p: { y: "" } },
    whole: true,
    want: { o: { x: null }, p: { y: null } },
  },
  {
    name: "a null of a whole element whose fields may be null beside a value",
    of: { shape: textOrNull },
    kept: { o: { x: "a" }, p: { y: null } },
    z: "a:null",
    object: { o: { x: "a" }, p: { y: "" } },
    whole: true,
    want: { o: { x: "a" }, p: { y: null } },
  },
  {
    name: "a value of another type is ignored",
    kept: { o: { x: 1 }, p: { y: "b" } },
    z: "-:b",
    object: { o: { x: "" }, p: { y: "b" } },
    want: { o: { x: "" }, p: { y: "b" } },
  },
  {
    name: "nothing comes back into objects that a client removed",
    of: { anchor: 1 },
    kept: { o: { x: " a" }, p: { y: " b" } },
    z: "a:b",
    object: {},
    want: {},
  },
  {
    name: "it comes back into objects that functions make again",
    of: { anchor: 1 },
    kept: { o: { x: " a" }, p: { y: " b" } },
    z: "a:b",
    object: { o: { x: "a" }, p: { y: "b" } },
    want: { o: { x: " a" }, p: { y: " b" } },
  },
  {
    name: "it comes back into objects that only one version has",
    of: { anchor: 1 },
    kept: oneSided({ o: { x: " a" }, p: { y: " b" } }, ["o"], ["p"]),
    z: "a:b",
    object: {},
    want: { o: { x: " a" }, p: { y: " b" } },
  },
  {
    name: "one of two values comes back where the other one is in an object that a client removed",
    of: { anchor: 1 },
    kept: { o: { x: " a" }, p: { y: " b" } },
    z: "a:-",
    object: { o: { x: "a" } },
    want: { o: { x: " a" } },
  },
  {
    name: "what was made in an object that a client removed goes with it",
    of: { anchor: 1, y: ["r", "p", "y"] },
    kept: { o: { x: "a" }, r: { p: { y: null } } },
    z: "a:-",
    source: { q: { z: "a:-" }, o: {}, r: {} },
    object: { o: { x: "a" }, r: { p: { y: "" } } },
    want: { o: { x: "a" }, r: { p: {} } },
  },
  {
    name: "what was made in objects that a client removed goes with both of them",
    of: { anchor: 2, y: ["r", "p", "y"] },
    kept: { o: { x: "a" }, r: { p: { y: null } } },
    z: "a:-",
    object: { o: { x: "a" }, r: { p: { y: "" } } },
    want: { o: { x: "a" } },
  },
])("$name", ({ of, kept, z, source = { q: { z } }, object, whole, none = [], want }) => {
  const group = groupOf(of);
  const at = { hub: "newer", context: {}, rules: { fields: [], together: [group] } } as const;
  const parts = { kept, source, decided: new Map() };
  restoreTogether(object, parts, { ...at, group, none, ...(whole && { whole }) });
  expect(object).toEqual(want);
});

test.each<{ name: string; of?: Partial<Versions>; wanted: Fields; got: Fields; lost: Fields }>([
  { name: "values that come back", wanted: { o: { x: "a" } }, got: { o: { x: "a" } }, lost: {} },
  {
    name: "values of which one does not come back",
    wanted: { o: { x: "a" }, p: { y: "b " } },
    got: { o: { x: "a" }, p: { y: "b" } },
    lost: { o: { x: "a" }, p: { y: "b " } },
  },
  {
    name: "an absent value that functions make",
    wanted: { o: { x: "a" } },
    got: { o: { x: "a" }, p: { y: "" } },
    lost: { o: { x: "a" }, p: { y: null } },
  },
  {
    name: "a null beside a value",
    of: { shape: textOrNull },
    wanted: { o: { x: null }, p: { y: "b " } },
    got: { p: { y: "b" } },
    lost: { p: { y: "b " } },
  },
  {
    name: "nulls alone",
    of: { shape: textOrNull },
    wanted: { o: { x: null }, p: { y: null } },
    got: {},
    lost: { o: { x: null }, p: { y: null } },
  },
])("kept of fields together: $name", ({ of, wanted, got, lost }) => {
  const kept: Fields = {};
  addLostTogether(kept, groupOf(of), { wanted, got, hub: "newer" });
  expect(kept).toEqual(lost);
});
