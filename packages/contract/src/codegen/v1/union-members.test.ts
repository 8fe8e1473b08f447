// Fields of unions of objects: what was kept, and defaults, come into the members that have them only.
import { expect, test } from "vitest";
import type { ConversionPlan } from "./conversion-plan.ts";
import { convertTo } from "./convert.ts";
import { planOfFoo } from "../../../test/conversion-plan.ts";

const discriminator = ["spec", "type"];
const plan: ConversionPlan = {
  ...planOfFoo,
  rules: {
    fields: [
      // Before the discriminator, whose kept value says which member it is.
      { newer: ["spec", "disk"], shape: "string", members: { newer: [{ path: discriminator, values: ["Disk"] }] } },
      {
        older: discriminator,
        newer: discriminator,
        shape: "string",
        as: { toNewer: (value) => value, toOlder: (value) => (value === "Disk" ? "Snap" : value) },
      },
      {
        newer: ["spec", "zone"],
        default: "a",
        shape: "string",
        members: { newer: [{ path: discriminator, values: ["Snap", "Disk"] }] },
      },
    ],
  },
};
const object = (version: string, spec: object): Record<string, unknown> => ({
  apiVersion: `g.io/${version}`,
  kind: "Foo",
  metadata: {},
  spec,
});

test("a default comes into the members that have the field", () => {
  const specOf = (spec: object): unknown => convertTo("newer", plan, { object: object("v1", spec) })["spec"];
  expect(specOf({ type: "Snap" })).toEqual({ type: "Snap", zone: "a" });
  expect(specOf({ type: "Image", image: "x" })).toEqual({ type: "Image", image: "x" });
});

test("what was kept comes back into the member that had it, and into no other", () => {
  const hub = object("v2", { type: "Disk", disk: "d", zone: "b" });
  const read = convertTo("older", plan, { object: hub });
  expect(read["spec"]).toEqual({ type: "Snap" });
  expect(convertTo("newer", plan, { object: read })).toEqual(hub);
  const changed = { ...read, spec: { type: "Image", image: "x" } };
  expect(convertTo("newer", plan, { object: changed })["spec"]).toEqual({ type: "Image", image: "x" });
});

test("what was kept in a union in another one comes back where both have the member", () => {
  const type = ["spec", "u", "type"];
  const kind = ["spec", "u", "i", "kind"];
  const members = [
    { path: type, values: ["A"] },
    { path: kind, values: ["Q"] },
  ];
  const nested: ConversionPlan = {
    ...planOfFoo,
    rules: { fields: [{ newer: ["spec", "u", "i", "h"], shape: "string", members: { newer: members } }] },
  };
  const hub = object("v2", { u: { type: "A", i: { kind: "Q", h: "1" } } });
  const read = convertTo("older", nested, { object: hub });
  const back = (u: object): unknown => convertTo("newer", nested, { object: { ...read, spec: { u } } })["spec"];
  expect(back({ type: "A", i: { kind: "Q" } })).toEqual(hub["spec"]);
  expect(back({ type: "A", i: { kind: "P" } })).toEqual({ u: { type: "A", i: { kind: "P" } } });
  expect(back({ type: "B", i: { kind: "Q" } })).toEqual({ u: { type: "B", i: { kind: "Q" } } });
});

test("a member that the other version shows as one with a default comes back while that is all that it has", () => {
  const names = { A: "A", X: "A" } as const;
  const shown: ConversionPlan = {
    ...planOfFoo,
    hub: "older",
    rules: {
      fields: [
        {
          older: ["spec", "a"],
          newer: ["spec", "aa"],
          default: "k",
          shape: "string",
          members: { older: [{ path: discriminator, values: ["A"] }], newer: [{ path: discriminator, values: ["A"] }] },
        },
        {
          older: discriminator,
          newer: discriminator,
          shape: "string",
          union: { A: ["a"], X: [] },
          as: { toNewer: (value) => names[value === "X" ? value : "A"], toOlder: (value) => value },
        },
      ],
    },
  };
  const hub = object("v1", { type: "X" });
  const read = convertTo("newer", shown, { object: hub });
  expect(read["spec"]).toEqual({ type: "A", aa: "k" });
  expect(convertTo("older", shown, { object: read })).toEqual(hub);
  const changed = { ...read, spec: { type: "A", aa: "z" } };
  expect(convertTo("older", shown, { object: changed })["spec"]).toEqual({ type: "A", a: "z" });
});

test("a default that a member requires comes where the version had another member, of which that is made", () => {
  const kept: ConversionPlan = {
    ...planOfFoo,
    hub: "older",
    rules: {
      fields: [
        {
          older: discriminator,
          newer: discriminator,
          shape: "string",
          as: { toNewer: (value) => value, toOlder: (value) => (value === "D" ? "A" : value) },
        },
        {
          newer: ["spec", "a"],
          keep: true,
          default: "k",
          shape: "string",
          members: { newer: [{ path: discriminator, values: ["A", "E"], needed: ["A"] }] },
        },
      ],
    },
  };
  const there = (spec: object): unknown =>
    convertTo("newer", kept, { object: convertTo("older", kept, { object: object("v2", spec) }) })["spec"];
  expect(there({ type: "D" })).toEqual({ type: "A", a: "k" });
  expect(there({ type: "E" })).toEqual({ type: "E" });
  expect(there({ type: "A", a: "z" })).toEqual({ type: "A", a: "z" });
});

test("an empty object comes back into the member that had it, when that is there again", () => {
  const moved: ConversionPlan = {
    ...planOfFoo,
    rules: {
      fields: [
        {
          older: discriminator,
          newer: discriminator,
          shape: "string",
          as: { toNewer: (value) => value, toOlder: (value) => (value === "Disk" ? "Snap" : value) },
        },
        { newer: ["spec", "o", "a"], shape: "string", members: { newer: [{ path: discriminator, values: ["Disk"] }] } },
      ],
      onlyIn: [{ side: "newer", path: ["spec", "o"], members: [{ path: discriminator, values: ["Disk"] }] }],
    },
  };
  const hub = object("v2", { type: "Disk", o: {} });
  const read = convertTo("older", moved, { object: hub });
  expect(read["spec"]).toEqual({ type: "Snap" });
  expect(convertTo("newer", moved, { object: read })).toEqual(hub);
  const changed = { ...read, spec: { type: "Image" } };
  expect(convertTo("newer", moved, { object: changed })["spec"]).toEqual({ type: "Image" });
});
