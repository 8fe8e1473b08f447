// Schemas that have a shape, and schemas that core would read wrongly.
import type { JSONSchema } from "@capstan/kube/builtin";
import { describe, expect, it } from "vitest";
import type { Shape } from "../contracts/shape.ts";
import { isRequiredAt, isTextMap, schemaAt, shapeSchemas } from "./schema-shapes.ts";

const of = (type: string, more: JSONSchema = {}): JSONSchema => ({ type, ...more });
const [text, flag, int, float] = [of("string"), of("boolean"), of("integer"), of("number")];
const object = (properties: Record<string, JSONSchema>): JSONSchema => of("object", { properties });
const list = (items: JSONSchema): JSONSchema => of("array", { items });
const mapOf = (values: JSONSchema): JSONSchema => of("object", { additionalProperties: values });
const textMap = mapOf(text);
const oneOf = (...values: string[]): JSONSchema => of("string", { enum: values });
const quantity: JSONSchema = { "x-kubernetes-int-or-string": true };
/** What is neither a list nor an object, and a list and an object of nothing known. */
const others: readonly JSONSchema[] = [{}, of("array"), of("object"), list({})];
/** The elements of a list, but not in a list. */
const alone = (items: JSONSchema): JSONSchema => of("object", { items });

const shapes: Readonly<Record<Shape, readonly [right: readonly JSONSchema[], wrong: readonly JSONSchema[]]>> = {
  object: [
    [object({}), of("object")],
    [text, of("array"), {}],
  ],
  objects: [[list(object({}))], [...others, list(text), object({}), alone(of("object"))]],
  boolean: [[flag], [...others, text]],
  string: [[text], [...others, int]],
  number: [
    [int, float],
    [...others, text],
  ],
  strings: [[list(text)], [...others, list(int), text, alone(text)]],
  endpoint: [
    [object({ host: text, port: int }), object({ host: text, port: int, more: flag })],
    [
      ...others,
      object({ host: text }),
      object({ port: int }),
      object({ host: text, port: text }),
      object({ host: int, port: int }),
    ],
  ],
  failureDomainMap: [
    [mapOf(object({ controlPlane: flag })), mapOf(object({ controlPlane: flag, attributes: textMap }))],
    [
      ...others,
      mapOf({}),
      mapOf(object({ controlPlane: text })),
      mapOf(object({ controlPlane: flag, attributes: mapOf(int) })),
      list(object({ controlPlane: flag })),
    ],
  ],
  failureDomainList: [
    [
      list(object({ name: text, controlPlane: flag })),
      list(object({ name: text, controlPlane: flag, attributes: textMap })),
    ],
    [
      ...others,
      list(object({ controlPlane: flag })),
      list(object({ name: text })),
      list(object({ name: int, controlPlane: flag })),
      list(object({ name: text, controlPlane: flag, attributes: text })),
      alone(object({ name: text, controlPlane: flag })),
    ],
  ],
  conditions: [
    [list(object({ type: text, status: text }))],
    [
      ...others,
      list(object({ type: text })),
      list(object({ status: text })),
      list(object({ type: text, status: flag })),
      alone(object({ type: text, status: text })),
    ],
  ],
  plainConditions: [
    [list(object({ type: text, status: text })), list(object({})), text],
    [list(object({ type: text, severity: text })), list(object({ severity: int }))],
  ],
  kubernetesConditions: [
    [list(object({ type: text, status: text }))],
    [...others, list(object({ type: text })), list(object({ type: text, status: text, severity: text }))],
  ],
  severityConditions: [
    [list(object({ type: text, status: text, severity: text }))],
    [
      ...others,
      list(object({ type: text, status: text })),
      list(object({ type: text, status: text, severity: int })),
      list(object({ type: int, status: text, severity: text })),
      list(object({ type: text, status: int, severity: text })),
    ],
  ],
  reference: [
    [object({ kind: text, name: text })],
    [
      ...others,
      object({ kind: text }),
      object({ name: text }),
      object({ kind: int, name: text }),
      object({ kind: text, name: int }),
    ],
  ],
  versions: [
    [list(object({ version: text, replicas: int }))],
    [
      ...others,
      list(object({ version: text })),
      list(object({ replicas: int })),
      list(object({ version: int, replicas: int })),
      list(object({ version: text, replicas: float })),
    ],
  ],
  addresses: [
    [
      list(
        object({ type: oneOf("Hostname", "ExternalIP", "InternalIP", "ExternalDNS", "InternalDNS"), address: text }),
      ),
      list(object({ type: oneOf("Hostname"), address: text })),
    ],
    [
      ...others,
      list(object({ type: text, address: text })),
      list(object({ type: oneOf("Hostname", "IP"), address: text })),
      list(object({ type: oneOf("Hostname") })),
      list(object({ type: oneOf("Hostname"), address: int })),
      list(object({ type: of("integer", { enum: ["Hostname"] }), address: text })),
      alone(object({ type: oneOf("Hostname"), address: text })),
    ],
  ],
  metadata: [
    [object({ labels: textMap, annotations: textMap })],
    [
      ...others,
      object({ labels: textMap }),
      object({ annotations: textMap }),
      object({ labels: textMap, annotations: mapOf(int) }),
      object({ labels: text, annotations: textMap }),
    ],
  ],
  readinessGates: [
    [list(object({ conditionType: text }))],
    [...others, list(object({ type: text })), list(object({ conditionType: int }))],
  ],
  taints: [
    [list(object({ key: text, effect: text }))],
    [
      ...others,
      list(object({ key: text })),
      list(object({ effect: text })),
      list(object({ key: int, effect: text })),
      list(object({ key: text, effect: int })),
    ],
  ],
  capacity: [
    [mapOf(quantity)],
    [...others, mapOf(text), mapOf({}), of("object", { additionalProperties: true }), quantity],
  ],
  nodeInfo: [
    [
      object({ architecture: oneOf("amd64", "arm64", "s390x", "ppc64le") }),
      object({ architecture: oneOf("arm64"), operatingSystem: text }),
    ],
    [
      ...others,
      object({ architecture: text }),
      object({ architecture: oneOf("amd64", "riscv64") }),
      object({ operatingSystem: text }),
    ],
  ],
};

it.each(Object.entries(shapes))("%s", (shape, [right, wrong]) => {
  // The table has every shape.
  const has = shapeSchemas[shape as Shape];
  expect(right.filter((schema) => !has(schema))).toEqual([]);
  expect(wrong.filter((schema) => has(schema))).toEqual([]);
});

it.each<[JSONSchema | undefined, boolean]>([
  [textMap, true],
  [mapOf(int), false],
  [of("object", { additionalProperties: true }), false],
  [of("object"), false],
  [undefined, false],
])("a map of strings: %j", (schema, want) => {
  expect(isTextMap(schema)).toBe(want);
});

describe("paths", () => {
  const root: JSONSchema = {
    ...object({ spec: { ...object({ size: int, name: text }), required: ["size"] }, status: object({}) }),
    required: ["spec"],
  };

  it.each([
    ["spec.size", int],
    ["status", object({})],
    ["status.ready", undefined],
    ["other.ready", undefined],
  ])("%s leads to its schema", (path, want) => {
    expect(schemaAt(root, path)).toEqual(want);
  });

  it.each([
    ["spec", true],
    ["spec.size", true],
    ["spec.name", false],
    ["status", false],
    ["status.ready", false],
    ["other.size", false],
  ])("%s is required in its object: %j", (path, want) => {
    expect(isRequiredAt(root, path)).toBe(want);
  });
});
