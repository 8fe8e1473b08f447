// The form of variables: which fields a schema has, and what setting one does to a request.
import { expect, test } from "vitest";
import { variableFields, withVariable } from "./variable-fields.ts";

test("objects have a field for each of their parts; a choice has its values, and lists and maps are YAML", () => {
  const schema = {
    type: "object",
    required: ["cpu"],
    default: { zone: "b" },
    properties: {
      cpu: { type: "integer", minimum: 1, maximum: 64, description: "Cores." },
      zone: { type: "string", enum: ["a", "b"] },
      tags: { type: "array", items: { type: "string" }, maxItems: 3 },
      labels: { type: "object", additionalProperties: { type: "string" } },
      spot: { type: "boolean", default: false },
    },
  };
  const request = { variables: [{ name: "size", value: { cpu: 4, tags: ["x"] } }] };
  const fields = variableFields([{ name: "size", required: false, schema }], request);
  expect(fields.map(({ path, type, value, default: preset }) => [path.join("."), type, value, preset])).toEqual([
    ["size.cpu", "number", "4", undefined],
    ["size.zone", "choice", undefined, '"b"'],
    ["size.tags", "yaml", "- x", undefined],
    ["size.labels", "yaml", undefined, undefined],
    ["size.spot", "boolean", undefined, "false"],
  ]);
  expect(fields.map(({ required }) => required)).toEqual([true, false, false, false, false]);
  expect(fields[0]).toMatchObject({ description: "Cores.", limits: "a whole number, at least 1, at most 64" });
  expect(fields[1]?.choices).toEqual(['"a"', '"b"']);
  expect(fields[2]?.limits).toBe("at most 3 items");
});

const request = {
  variables: [
    { name: "a", value: { b: 1, c: 2 } },
    { name: "d", value: 3 },
  ],
  items: [],
};

test.each([
  ["a field", ["a", "b"], 5, [{ name: "a", value: { c: 2, b: 5 } }, request.variables[1]]],
  ["a new field", ["a", "e", "f"], 5, [{ name: "a", value: { b: 1, c: 2, e: { f: 5 } } }, request.variables[1]]],
  ["a whole variable", ["d"], "x", [request.variables[0], { name: "d", value: "x" }]],
  ["a new variable", ["g"], true, [...request.variables, { name: "g", value: true }]],
  ["no field", ["a", "b"], undefined, [{ name: "a", value: { c: 2 } }, request.variables[1]]],
  ["no variable", ["d"], undefined, [request.variables[0]]],
  ["a name of every object", ["toString"], 1, [...request.variables, { name: "toString", value: 1 }]],
] as const)("%s", (_name, path, value, want) => {
  const before = JSON.stringify(request);
  expect(withVariable(request, path, value)).toEqual({ ...request, variables: want });
  expect(JSON.stringify(request)).toBe(before);
});

test("an object without fields is left out, and so is its variable", () => {
  const small = { variables: [{ name: "a", value: { b: { c: 1 } } }] };
  expect(withVariable(small, ["a", "b", "c"], undefined)).toEqual({ variables: [] });
});
