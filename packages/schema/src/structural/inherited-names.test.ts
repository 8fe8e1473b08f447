// Properties with names that every object inherits, such as "constructor": they are properties like any other.
import type { JSONSchema } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { definition } from "../../test/definition.ts";
import { checkCrd } from "./definition/check-crd.ts";
import { compileSchema } from "./values/compile-schema.ts";

const parse = (text: string): JSONSchema => JSON.parse(text);
const problems = (schema: JSONSchema): string[] => checkCrd(definition(schema)).map(({ message }) => message);

test("the default of a property called __proto__ is a field", () => {
  const value = {};
  compileSchema(
    parse('{"type":"object","properties":{"__proto__":{"type":"object","default":{"a":1}}}}'),
  ).applyDefaults(value);
  expect([JSON.stringify(value), Object.getPrototypeOf(value)]).toEqual(['{"__proto__":{"a":1}}', Object.prototype]);
});

/** The same definition with a name that no object inherits shows what is wanted. */
const rejected: readonly { readonly name: string; readonly schema: (name: string) => JSONSchema }[] = [
  {
    name: "a key of a list that no item has",
    schema: (name) => ({
      properties: {
        f: {
          type: "array",
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": [name],
          items: { type: "object", properties: { other: { type: "string" } } },
        },
      },
    }),
  },
  {
    name: "a property that only anyOf has",
    schema: (name) => ({ anyOf: [{ properties: { [name]: { pattern: "a" } } }] }),
  },
];
for (const { name, schema } of rejected) {
  test(`${name} is rejected, whatever its name is`, () => {
    const want = problems(schema("absent")).map((text) => text.replaceAll("absent", "constructor"));
    expect(want).not.toEqual([]);
    expect(problems(schema("constructor"))).toEqual(want);
  });
}
