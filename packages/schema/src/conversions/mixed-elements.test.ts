// Which elements have data of another one: lists of scalars in elements with a key count by their values.
import { expect, test } from "vitest";
import { mixedElements } from "./mixed-elements.ts";

const object = (...q: string[]): Parameters<typeof mixedElements>[0] => ({ spec: { disks: [{ name: "a", q }] } });

/** Stored as a version wrote them, and as numbers of thousands give them back. */
const origins = {
  stored: object("1", "64Mi"),
  plain: object("1k", "67109k"),
  keysOf: (path: readonly (string | number)[]) => (path.at(-1) === "disks" ? ["name"] : undefined),
};

test("a list in an element may have changed its order, and mix what was stored with what was not", () => {
  const lists = [object("64Mi", "1"), object("64Mi", "1k"), object("64Mi")];
  expect(lists.map((one) => mixedElements(one, origins))).toEqual([[], [], []]);
});

test("a value that neither has is of another element", () => {
  expect(mixedElements(object("64Mi", "2"), origins)).toContainEqual(
    expect.objectContaining({ path: ["spec", "disks", 0, "q", 1], is: "2" }),
  );
});
