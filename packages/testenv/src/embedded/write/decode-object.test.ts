// Which bodies are objects of a resource, and what happens to unknown fields.
import { compileSchema } from "@capstan/schema/structural";
import { beforeAll, describe, expect, test } from "vitest";
import { createState, placeOf } from "../../../test/server.ts";
import type { ApiObject, ApiResource } from "../kinds/api-kind.ts";
import { decodeObject, shapeObject } from "./decode-object.ts";
import { systemContext, type WriteContext } from "./write-context.ts";

let widgets: ApiResource;
let gadgets: ApiResource;
let configMaps: ApiResource;
beforeAll(async () => {
  const state = await createState();
  const resourceOf = (resource: string): ApiResource => placeOf(state, { resource, name: "" }).resource;
  [widgets, gadgets, configMaps] = [
    resourceOf("example.com/v1/widgets"),
    resourceOf("example.com/v1/gadgets"),
    resourceOf("v1/configmaps"),
  ];
});

const widget = (more: object = {}): object => ({ apiVersion: "example.com/v1", kind: "Widget", ...more });

test.each([
  {
    name: "what is not an object",
    body: undefined,
    message: "the object provided is unrecognized (must be of type Widget): it is not a JSON object",
  },
  { name: "no kind", body: { apiVersion: "v1" }, message: `Object 'Kind' is missing in '{"apiVersion":"v1"}'` },
  {
    name: "an empty kind",
    body: { apiVersion: "v1", kind: "" },
    message: `Object 'Kind' is missing in '{"apiVersion":"v1","kind":""}'`,
  },
  { name: "no apiVersion", body: { kind: "Widget" }, message: `Object 'Kind' is missing in '{"kind":"Widget"}'` },
  {
    name: "no kind in a long object",
    body: { a: "x".repeat(300) },
    message: `Object 'Kind' is missing in '{"a":"${"x".repeat(194)}'`,
  },
  {
    name: "another version",
    body: { ...widget(), apiVersion: "example.com/v2" },
    message: "the API version in the data (example.com/v2) does not match the expected API version (example.com/v1)",
  },
  {
    name: "another kind",
    body: { ...widget(), kind: "Gadget" },
    message: "the object provided is unrecognized: its kind is Gadget, but Widget was expected",
  },
  {
    name: "metadata of the wrong shape",
    body: widget({ metadata: { labels: 1 } }),
    message: /^Widget in version "v1" cannot be handled as a Widget: .+/,
  },
  {
    name: "another namespace",
    body: widget({ metadata: { namespace: "other" } }),
    message: "the namespace of the provided object does not match the namespace sent on the request",
  },
])("$name is rejected", ({ body, message }) => {
  let thrown: unknown;
  try {
    decodeObject(body, widgets, "n");
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({ status: { code: 400, reason: "BadRequest" } });
  expect((thrown as Error).message).toMatch(message);
});

test.each([
  { name: "sets the namespace", given: { name: "a" }, want: { name: "a", namespace: "n" } },
  { name: "accepts the same namespace", given: { namespace: "n" }, want: { namespace: "n" } },
  { name: "accepts an empty namespace", given: { namespace: "" }, want: { namespace: "n" } },
  { name: "removes nulls", given: { name: "a", labels: null }, want: { name: "a", namespace: "n" } },
  { name: "accepts no metadata", given: undefined, want: { namespace: "n" } },
])("decoding $name", ({ given, want }) => {
  const body = widget({ spec: { size: 1 }, ...(given === undefined ? {} : { metadata: given }) });
  expect(decodeObject(body, widgets, "n")).toStrictEqual(widget({ spec: { size: 1 }, metadata: want }));
});

test("a cluster-scoped object has no namespace", () => {
  const body = { apiVersion: "example.com/v1", kind: "Gadget", metadata: { name: "a", namespace: "" } };
  expect(decodeObject(body, gadgets, "ignored").metadata).toStrictEqual({ name: "a" });
});

describe("unknown fields", () => {
  const given = (): ApiObject => ({ apiVersion: "example.com/v1", kind: "Widget", metadata: {}, spec: { a: 1 }, b: 2 });
  const context = (more: Partial<WriteContext>): WriteContext => ({ ...systemContext(), ...more });

  test.each<{ fieldValidation: WriteContext["fieldValidation"]; warnings: string[] }>([
    { fieldValidation: "Ignore", warnings: [] },
    { fieldValidation: "Warn", warnings: ['unknown field "spec.a"', 'unknown field "b"'] },
  ])("are pruned, defaults are set: $fieldValidation", ({ fieldValidation, warnings }) => {
    const object = given();
    const used = context({ fieldValidation });
    shapeObject(object, widgets, used);
    expect(object).toEqual({ apiVersion: "example.com/v1", kind: "Widget", metadata: {}, spec: { size: 3 } });
    expect(used.warnings.toSorted()).toEqual(warnings.toSorted());
  });

  const fields = /unknown field "(?:b|spec\.a)", unknown field "(?:b|spec\.a)"$/;
  test.each([
    { name: "an object", patch: undefined, code: 400, start: 'Widget in version "v1" cannot be handled as a Widget' },
    { name: "a patch", patch: "{}", code: 422, start: ' "" is invalid: patch: Invalid value: "{}"' },
  ])("of $name are rejected when Strict", ({ patch, code, start }) => {
    let thrown: unknown;
    try {
      shapeObject(given(), widgets, context({ fieldValidation: "Strict", ...(patch === undefined ? {} : { patch }) }));
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({
      status: { code, message: expect.stringContaining(`${start}: strict decoding error: unknown field "`) },
    });
    expect(thrown).toMatchObject({ status: { message: expect.stringMatching(fields) } });
  });

  test("are not reported when there are none, but rules are that are not evaluated", () => {
    const used = context({ fieldValidation: "Warn" });
    const object: ApiObject = { apiVersion: "example.com/v1", kind: "Widget", metadata: {}, spec: { size: 1 } };
    shapeObject(object, widgets, used);
    expect(used.warnings).toEqual([]);
    const schema = compileSchema({
      type: "object",
      "x-kubernetes-validations": [{ rule: "false" }],
      properties: { size: { type: "integer", default: 1 } },
    });
    const ruled = { ...widgets, version: { ...widgets.version, schema: () => schema } };
    shapeObject(object, ruled, used);
    expect(object["size"]).toBe(1);
    expect(used.warnings).toEqual([
      'unknown field "spec"',
      "x-kubernetes-validations of this kind are not evaluated by the embedded API server",
    ]);
  });

  test("of known shape pass when Strict, and kinds without a schema take any", () => {
    const object: ApiObject = { apiVersion: "example.com/v1", kind: "Widget", metadata: {}, spec: { size: 1 } };
    expect(() => shapeObject(object, widgets, context({ fieldValidation: "Strict" }))).not.toThrow();
    const map: ApiObject = { apiVersion: "v1", kind: "ConfigMap", metadata: {}, other: 1 };
    shapeObject(map, configMaps, context({ fieldValidation: "Strict" }));
    expect(map["other"]).toBe(1);
  });
});
