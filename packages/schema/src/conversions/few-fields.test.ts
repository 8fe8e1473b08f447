// Objects with few fields: those that were chosen, and what their version requires.
import { expect, it } from "vitest";
import type { JSONSchema } from "@capstan/kube/builtin";
import { withFewFields } from "./few-fields.ts";

const text: JSONSchema = { type: "string" };
const disk: JSONSchema = { type: "object", required: ["id"], properties: { id: text, size: text, kind: text } };
const net: JSONSchema = { type: "object", properties: { a: text, b: text } };
const schema: JSONSchema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      required: ["name"],
      properties: {
        name: text,
        zone: text,
        net,
        disks: { type: "array", items: disk },
        byName: { type: "object", additionalProperties: disk },
      },
    },
    status: { type: "object", properties: { phase: text } },
  },
};
const version = { apiVersion: "g.io/v1", schema };
const metadata = { name: "a" };
const own = { apiVersion: "g.io/v1", kind: "Foo", metadata };
const full = {
  ...own,
  spec: {
    name: "n",
    zone: "z",
    net: { a: "1", b: "2" },
    disks: [{ id: "i", size: "s", kind: "k" }],
    byName: { x: { id: "i", size: "s" } },
  },
  status: { phase: "p" },
};

const fewOf = (objects: readonly object[], fields: readonly string[], choices: readonly number[]): object =>
  withFewFields(objects, version, { fields, choices });

it("only the chosen field is there, and what is required beside it", () => {
  // In their order: spec, spec.net, spec.net.a.
  expect(fewOf([full], ["spec.net.a"], [2])).toEqual({ ...own, spec: { name: "n", net: { a: "1" } } });
});

it("a choice may be an object around fields, with nothing in it but what is required", () => {
  expect(fewOf([full], ["spec.net.a"], [1])).toEqual({ ...own, spec: { name: "n", net: {} } });
  expect(fewOf([full], ["spec.net.a"], [0])).toEqual({ ...own, spec: { name: "n" } });
});

it("further choices count from the last one, and begin again after the last", () => {
  const fields = ["spec.zone", "status.phase"];
  expect(fewOf([full], fields, [1, 2])).toEqual({ ...own, spec: { name: "n", zone: "z" }, status: { phase: "p" } });
  expect(fewOf([full], fields, [5])).toEqual(fewOf([full], fields, [1]));
});

it("a field of elements is there in each, with what they require", () => {
  expect(fewOf([full], ["spec.disks[].size"], [2])).toEqual({
    ...own,
    spec: { name: "n", disks: [{ id: "i", size: "s" }] },
  });
  expect(fewOf([full], ["spec.byName[*].size"], [2])).toEqual({
    ...own,
    spec: { name: "n", byName: { x: { id: "i", size: "s" } } },
  });
});

it("an object or list that a rule names is there as a whole", () => {
  expect(fewOf([full], ["spec.net"], [1])).toEqual({ ...own, spec: { name: "n", net: { a: "1", b: "2" } } });
});

it("what the first object lacks comes from the others", () => {
  const first = { ...own, spec: { name: "m" } };
  expect(fewOf([first, full], ["spec.zone"], [1])).toEqual({ ...own, spec: { name: "m", zone: "z" } });
});

it("without fields to choose from nothing but what is required is there", () => {
  expect(fewOf([full], [], [3, 1])).toEqual(own);
});

it("a field with the name of a prototype is one as any other", () => {
  const odd: object = JSON.parse('{"apiVersion":"g.io/v1","kind":"Foo","spec":{"name":"n","__proto__":{"x":1}}}');
  expect(JSON.stringify(fewOf([odd], ["spec.__proto__"], [1]))).toContain('"__proto__":{"x":1}');
});
