// How many changes an object gets: all that it has places for, and in a large one as many as a test has time for.
import { expect, test } from "vitest";
import { withFieldsInside, withFieldsOf, withOtherLists, withoutObjects } from "./changed-objects.ts";

function objectWith(fields: number, name: string): Record<string, unknown> {
  const spec = Array.from({ length: fields }, (_, index) => [`f${index}`, { list: [index], next: index }]);
  return { metadata: { name }, spec: Object.fromEntries(spec) };
}

test("every field, object and list of a small object is changed", () => {
  const object = objectWith(10, "a");
  expect(withFieldsOf(object, {}).map(({ path }) => path.join("."))).toEqual(
    Array.from({ length: 10 }, (_, index) => `spec.f${index}`),
  );
  expect(withoutObjects(object)).toHaveLength(11);
  expect(withOtherLists(object, object)).toHaveLength(60);
});

test.each([
  ["fields", withFieldsOf],
  ["objects", withoutObjects],
  ["lists", withOtherLists],
])("of a large object some %s are, and of another one others", (_, change) => {
  const changed = ["a", "ab", "abc"].map((name) => {
    const object = objectWith(1000, name);
    const changes = change(object, {});
    expect(changes.length).toBeGreaterThan(5);
    expect(changes.length).toBeLessThan(20);
    return [...new Set(changes.map(({ path }) => path.join(".")))];
  });
  expect(new Set(changed.flat()).size).toBe(changed.flat().length);
});

test("a field that only the other object has is one to change", () => {
  const [first, ...rest] = withFieldsOf({ spec: {} }, { spec: { a: { b: 1 } } });
  expect([first, rest]).toEqual([{ object: { spec: { a: { b: 1 } } }, path: ["spec", "a"] }, []]);
});

test("fields of objects inside are changed one by one, six in a large object", () => {
  const object = { spec: { size: 1, disk: { cpus: 1, list: [{ a: 1 }] } } };
  const changes = withFieldsInside(object, { spec: { size: 2, disk: { gpus: 2 }, other: { a: 1 } } });
  expect(changes.map(({ path, object: { spec } }) => [path.join("."), spec])).toEqual([
    ["spec.disk.cpus", { size: 1, disk: { list: [{ a: 1 }] } }],
    ["spec.disk.list", { size: 1, disk: { cpus: 1 } }],
    ["spec.disk.gpus", { size: 1, disk: { cpus: 1, list: [{ a: 1 }], gpus: 2 } }],
  ]);
  expect(withFieldsInside(objectWith(1000, "a"), {})).toHaveLength(6);
});
