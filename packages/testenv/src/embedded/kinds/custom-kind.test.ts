// The kind that a definition describes: names, versions, and conversion.
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { widgetCrd } from "../../../test/server.ts";
import type { ApiKind, ApiObject } from "./api-kind.ts";
import { customKind } from "./custom-kind.ts";

const fields = (...names: string[]): object => ({
  openAPIV3Schema: { type: "object", properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])) },
});
const versions = [
  {
    name: "v1alpha1",
    served: false,
    storage: false,
    schema: fields("a"),
    deprecated: true,
    deprecationWarning: "use v1",
  },
  { name: "v1beta1", served: true, storage: false, schema: fields("a"), deprecated: true },
  { name: "v1", served: true, storage: true, schema: fields("a", "b"), subresources: { status: {} } },
];
const selectable = { name: "v2", served: true, storage: false, selectableFields: [{ jsonPath: ".spec.a" }] };

const calls: unknown[] = [];

function kindOf(spec: object = {}): ApiKind {
  const crd = widgetCrd();
  const definition = { ...crd, spec: { ...crd.spec, versions, ...spec } } as CustomResourceDefinition;
  return customKind(definition, async (given, object, apiVersion) => {
    calls.push([given.metadata.name, apiVersion]);
    return { ...object, apiVersion, b: "from the webhook" };
  });
}

test("names that are not set follow from the kind", () => {
  expect(kindOf()).toMatchObject({
    group: "example.com",
    plural: "widgets",
    singular: "widget",
    kind: "Widget",
    listKind: "WidgetList",
    scope: "Namespaced",
    shortNames: [],
    categories: [],
    storageVersion: "v1",
    counted: true,
    unconditionalUpdate: false,
  });
});

test("names that are set stay", () => {
  const names = {
    kind: "Widget",
    plural: "widgets",
    singular: "w",
    listKind: "Ws",
    shortNames: ["wi"],
    categories: ["all"],
  };
  const { plural, ...rest } = names;
  expect(kindOf({ names, scope: "Cluster" })).toMatchObject({ ...rest, plural, scope: "Cluster" });
});

test("versions are sorted by priority, with their warnings and what they serve", () => {
  expect(kindOf({ versions: [...versions, selectable] }).versions).toMatchObject([
    { name: "v2", served: true, status: false, selectableFields: ["spec.a"] },
    { name: "v1", served: true, status: true, selectableFields: [], schema: expect.any(Function) },
    {
      name: "v1beta1",
      served: true,
      status: false,
      selectableFields: [],
      schema: expect.any(Function),
      warning: "example.com/v1beta1 Widget is deprecated",
    },
    {
      name: "v1alpha1",
      served: false,
      status: false,
      selectableFields: [],
      schema: expect.any(Function),
      warning: "use v1",
    },
  ]);
});

test("a schema is compiled once", () => {
  const { schema } = kindOf().versions[0] ?? {};
  expect(schema?.()).toBe(schema?.());
});

const object = (): ApiObject => ({
  apiVersion: "example.com/v1",
  kind: "Widget",
  metadata: { name: "x" },
  a: "1",
  b: "2",
});

test("conversion without a webhook changes apiVersion, and prunes what the version does not have", async () => {
  const given = object();
  const { b: _b, ...pruned } = object();
  expect(await kindOf().convert(given, "v1beta1")).toEqual({ ...pruned, apiVersion: "example.com/v1beta1" });
  expect(await kindOf().convert(given, "v1")).toEqual(object());
  expect(given).toEqual(object());
});

test("an object in a version that the definition does not have any more cannot be converted", async () => {
  await expect(kindOf().convert({ ...object(), apiVersion: "example.com/v0" }, "v1")).rejects.toMatchObject({
    status: { code: 500, message: "request to convert CR from an invalid group/version: example.com/v0" },
  });
});

test("conversion by a webhook is pruned too", async () => {
  const kind = kindOf({ conversion: { strategy: "Webhook" } });
  const { b: _b, ...pruned } = object();
  expect(await kind.convert(object(), "v1beta1")).toEqual({ ...pruned, apiVersion: "example.com/v1beta1" });
  expect(calls).toEqual([["widgets.example.com", "example.com/v1beta1"]]);
});

test("an embedded resource whose metadata cannot be decoded is not converted, by whatever strategy", async () => {
  const embedded = {
    type: "object",
    "x-kubernetes-embedded-resource": true,
    "x-kubernetes-preserve-unknown-fields": true,
  };
  const schema = (b: object): object => ({ openAPIV3Schema: { type: "object", properties: { b } } });
  const kind = kindOf({
    versions: [
      { name: "v1", served: true, storage: true, schema: schema({ "x-kubernetes-preserve-unknown-fields": true }) },
      { name: "v1beta1", served: true, storage: false, schema: schema(embedded) },
    ],
  });
  await expect(kind.convert({ ...object(), b: { metadata: 5 } }, "v1beta1")).rejects.toMatchObject({
    status: {
      code: 500,
      message: "b.metadata: Invalid value: 5: json: cannot unmarshal number into Go value of type v1.ObjectMeta",
    },
  });
  expect(await kind.convert({ ...object(), b: { metadata: { x: 1 } } }, "v1beta1")).toMatchObject({
    b: { metadata: {} },
  });
});

test("an object is read with the defaults of its own version, without unknown fields, and is not changed by that", () => {
  const schema = (a: object): object => ({
    openAPIV3Schema: { type: "object", properties: { a, b: { default: "x" } } },
  });
  const kind = kindOf({
    versions: [
      { name: "v1", served: true, storage: true, schema: schema({ type: "string" }) },
      { name: "v1beta1", served: true, storage: false, schema: schema({ default: 1 }) },
    ],
  });
  const { b: _b, ...rest } = object();
  const given: ApiObject = { ...rest, unknown: 1 };
  expect(kind.read(given)).toEqual({ ...object(), b: "x" });
  expect(kind.read({ apiVersion: "example.com/v1beta1", kind: "Widget", metadata: {} })).toMatchObject({
    a: 1,
    b: "x",
  });
  expect(given).toHaveProperty("unknown");
  const other = { ...given, apiVersion: "example.com/v0" };
  expect([kind.read(other), kind.read(object())]).toEqual([other, object()]);
});
