// Changes of an object in a protected cache throw; reading and copying it works as usual.
import { deepClone, deepEqual, type KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { protectedObject } from "./protected-object.ts";

interface Widget extends KubeObject {
  spec: { size?: number; parts: { name: string; tags: string[] }[]; other?: { deep: boolean } };
}

function widget(): Widget {
  return {
    apiVersion: "example.com/v1",
    kind: "Widget",
    metadata: { namespace: "ns", name: "a", labels: { tier: "front" } },
    spec: { size: 1, parts: [{ name: "first", tags: ["x", "y"] }], other: { deep: true } },
  };
}

/** As code without types changes one. */
const changes: readonly (readonly [path: string, change: (object: Widget) => unknown])[] = [
  ["spec.size", ({ spec }) => (spec.size = 2)],
  ["spec.other.deep", ({ spec }) => Object.assign(spec.other ?? {}, { deep: false })],
  ["spec.parts[0].name", ({ spec }) => Object.assign(spec.parts[0] ?? {}, { name: "last" })],
  ["spec.parts[0].tags[2]", ({ spec }) => spec.parts[0]?.tags.push("z")],
  ["spec.parts[0].tags[0]", ({ spec }) => spec.parts[0]?.tags.reverse()],
  ["metadata.annotations", ({ metadata }) => Object.assign(metadata, { annotations: {} })],
  ["metadata.labels.zone", ({ metadata }) => Object.assign(metadata.labels ?? {}, { zone: "z" })],
  ["status", (object) => Object.assign(object, { status: {} })],
];

test.each(changes)("a change of %s throws and changes nothing", (path, change) => {
  const object = protectedObject(widget());
  const message = expect.stringContaining(`${path} of Widget ns/a was changed in the cache`);
  expect(() => change(object)).toThrow(expect.objectContaining({ code: "operator/cache-changed", message }));
  expect(JSON.stringify(object)).toBe(JSON.stringify(widget()));
});

test.each<(object: Widget) => unknown>([
  ({ spec }) => Reflect.deleteProperty(spec, "size"),
  ({ spec }) => Reflect.set(spec.parts, "length", 0),
  ({ spec }) => Reflect.defineProperty(spec, "size", { value: 3 }),
])("what removes or defines fields changes nothing: %s", (change) => {
  const object = protectedObject(widget());
  expect(change(object)).toBe(false);
  expect(JSON.stringify(object)).toBe(JSON.stringify(widget()));
});

test("reading, comparing and copying work as usual, and copies can be changed", () => {
  const object = protectedObject(protectedObject(widget()));
  expect(object).toEqual(widget());
  expect(deepEqual(object, widget())).toBe(true);
  expect([object instanceof Object, object.spec.parts instanceof Array, Array.isArray(object.spec.parts)]).toEqual([
    true,
    true,
    true,
  ]);
  for (const copy of [deepClone(object), structuredClone(object)]) {
    copy.spec.size = 2;
    copy.spec.parts.push({ name: "last", tags: [] });
    expect(copy.spec.parts.map(({ name }) => name)).toEqual(["first", "last"]);
  }
  expect({ ...object.spec, size: 2 }.size).toBe(2);
  expect([...object.spec.parts, { name: "last", tags: [] }]).toHaveLength(2);
  expect(object.spec.parts.filter(({ name }) => name === "first").push(...object.spec.parts)).toBe(2);
});
