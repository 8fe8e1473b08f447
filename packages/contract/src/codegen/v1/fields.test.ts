// Paths may have any key of a map: what every object inherits under its name is no value, and nothing is written to it.
import { expect, it } from "vitest";
import { objectAt, putAt, takeAt, valueAt } from "./fields.ts";

it.each(["constructor", "toString", "__proto__", "hasOwnProperty", "a", "10", ""])(
  "a key %o is there when it was put there, and only then",
  (key) => {
    const root: Record<string, unknown> = { map: {} };
    expect([valueAt(root, ["map", key]), objectAt(root, ["map", key])]).toEqual([undefined, undefined]);
    putAt(root, ["map", key, "in"], 1);
    expect(valueAt(root, ["map", key, "in"])).toBe(1);
    expect(JSON.stringify(root)).toBe(`{"map":{${JSON.stringify(key)}:{"in":1}}}`);
    putAt(root, ["map", key], null);
    expect(JSON.stringify(root)).toBe(`{"map":{${JSON.stringify(key)}:null}}`);
    expect(takeAt(root, ["map", key])).toBe(null);
    expect(root).toEqual({ map: {} });
    expect(Object.getPrototypeOf(root["map"])).toBe(Object.prototype);
    expect(valueAt({}, ["in"])).toBeUndefined();
  },
);

it("nothing is put below what is no object", () => {
  const root = { a: 1, b: null };
  putAt(root, ["a", "x"], 1);
  putAt(root, ["b", "x"], 2);
  expect(root).toEqual({ a: 1, b: { x: 2 } });
});
