// Which elements count as left alone by a client of the other version.
import { expect, test } from "vitest";
import { leftElements, type ListChange } from "./left-elements.ts";

const at = { spoke: ["spec", "nets"], hub: ["spec", "nets"] };
const object = (...nets: unknown[]): ListChange["stored"] => ({ spec: { nets } });

/** A net was added before the one that was there, whose data the hub lost. */
const lost: ListChange = {
  stored: object({ addresses: ["a"], kept: 1 }),
  read: object("a"),
  start: object("b", "a"),
  there: object({ addresses: ["b"] }, { addresses: ["a"] }),
  plain: object({ addresses: ["b"] }, { addresses: ["a"] }),
};

test("an element that a client left as it was, and that the hub has otherwise, is found", () => {
  expect(leftElements(at, lost)).toEqual([{ path: ["spec", "nets", 1, "kept"], was: 1, is: undefined }]);
  expect(leftElements(at, { ...lost, there: object({ addresses: ["b"] }, { addresses: ["a"], kept: 1 }) })).toEqual([]);
});

test("an element is none that stands twice in the other version, or is like another one in the hub", () => {
  const twice = { ...lost, start: object("a", "a") };
  // "a " is another string of the other version, and the same address.
  const alike = { ...lost, start: object("a ", "a"), plain: object({ addresses: ["a"] }, { addresses: ["a"] }) };
  expect([leftElements(at, twice), leftElements(at, alike)]).toEqual([[], []]);
});
