// Validation in one place, conversion to the stored version, and when nothing holds an object any more.
import { beforeAll, describe, expect, test } from "vitest";
import { createState, placeOf } from "../../../test/server.ts";
import type { ApiObject, ApiResource } from "../kinds/api-kind.ts";
import { systemContext } from "./write-context.ts";
import { isFinalized, reshape, storedPlace, toStorage, validate } from "./write-rules.ts";

let widgets: ApiResource;
let secrets: ApiResource;
beforeAll(async () => {
  const state = await createState();
  widgets = placeOf(state, { resource: "example.com/v1/widgets", name: "" }).resource;
  secrets = placeOf(state, { resource: "v1/secrets", name: "" }).resource;
});

const widget = (spec: object = {}, metadata: object = {}): ApiObject => ({
  apiVersion: "example.com/v1",
  kind: "Widget",
  metadata: { name: "a", ...metadata },
  spec,
});

test("the place of a stored object is in the version that is stored", () => {
  const v2 = { ...widgets.version, name: "v2" };
  const kind = { ...widgets.kind, versions: [v2, widgets.version] };
  const place = { namespace: "n", name: "a", subresource: "" };
  expect(storedPlace(kind, { namespace: "n", name: "a" })).toEqual({
    ...place,
    resource: { kind, version: widgets.version },
  });
  expect(() => storedPlace({ ...kind, storageVersion: "v3" }, { namespace: "n", name: "a" })).toThrow(
    "Widget has no storage version",
  );
});

test("an object that admission changed is pruned without warnings, another stays as it is", () => {
  const context = { ...systemContext(), fieldValidation: "Strict" as const };
  const [before, changed] = [widget({ b: 1 }), widget({ b: 1 })];
  expect(reshape(before, before, { resource: widgets, context })).toEqual(widget({ b: 1 }));
  expect(reshape(changed, before, { resource: widgets, context })).toEqual(widget({ size: 3 }));
  expect(context.warnings).toEqual([]);
});

describe("validation", () => {
  test("passes a valid object", () => {
    expect(() => validate(widgets, widget({ size: 1 }), undefined)).not.toThrow();
  });

  test("reports metadata, then the schema", () => {
    expect(() => validate(widgets, widget({ size: 0 }, { finalizers: ["/a"] }), undefined)).toThrow(
      'Widget.example.com "a" is invalid: [metadata.finalizers[0]: Invalid value: "/a": prefix part must be non-empty, spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1]',
    );
  });

  test("reports the rules of a kind against the old object", () => {
    const secret = (data: object): ApiObject => ({ ...widget(), kind: "Secret", immutable: true, data });
    expect(() => validate(secrets, secret({ a: "1" }), secret({}))).toThrow(
      'Secret "a" is invalid: data: Forbidden: field is immutable when `immutable` is set',
    );
  });

  test.each([
    { metadata: { name: undefined, generateName: "g-" }, name: "g-" },
    { metadata: { name: undefined }, name: "" },
  ])("names an object with $metadata '$name'", ({ metadata, name }) => {
    expect(() => validate(widgets, widget({}, metadata), undefined)).toThrow(
      `Widget.example.com "${name}" is invalid: metadata.name: Required value: name or generateName is required`,
    );
  });
});

test("an object in the stored version is copied with its metadata", async () => {
  const object = widget();
  const stored = await toStorage(widgets, object);
  expect(stored).toEqual(object);
  expect(stored).not.toBe(object);
  expect(stored.metadata).not.toBe(object.metadata);
});

test("an object in another version is converted", async () => {
  const v2 = { ...widgets.version, name: "v2" };
  const given = { ...widget(), apiVersion: "example.com/v2" };
  const convert = (object: ApiObject, to: string): ApiObject => ({ ...object, apiVersion: `example.com/${to}` });
  expect(await toStorage({ kind: { ...widgets.kind, convert }, version: v2 }, given)).toEqual(widget());
  expect(given.apiVersion).toBe("example.com/v2");
});

test.each([
  { name: "nothing", object: {}, want: true },
  { name: "no finalizers", object: { metadata: { finalizers: [] } }, want: true },
  { name: "a finalizer", object: { metadata: { finalizers: ["a"] } }, want: false },
  { name: "finalizers in the spec of another kind", object: { spec: { finalizers: ["a"] } }, want: true },
  { name: "a Namespace's finalizer", object: { kind: "Namespace", spec: { finalizers: ["a"] } }, want: false },
  { name: "a Namespace's empty list", object: { kind: "Namespace", spec: { finalizers: [] } }, want: true },
  { name: "a Namespace's wrong list", object: { kind: "Namespace", spec: { finalizers: "a" } }, want: true },
  { name: "a Namespace without a spec", object: { kind: "Namespace" }, want: true },
  {
    name: "a Namespace of another group",
    object: { apiVersion: "example.com/v1", kind: "Namespace", spec: { finalizers: ["a"] } },
    want: true,
  },
])("$name lets go of an object: $want", ({ object, want }) => {
  expect(isFinalized({ apiVersion: "v1", kind: "ConfigMap", metadata: {}, ...object })).toBe(want);
});
