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

/** Lists that a form converts by their names, whatever the schema says. */
const byForm = { ...origins, keysOf: () => undefined, keyOfForm: () => "name" };
const named = (...disks: (readonly [name: string, q: string])[]): Parameters<typeof mixedElements>[0] => ({
  spec: { disks: disks.map(([name, q]) => ({ name, q, of: name })) },
});

test("an element of a list that a form converts may merge two of its key", () => {
  const two = (q: string, more: string): Parameters<typeof mixedElements>[0] => ({
    spec: { disks: [{ name: "a", q, more }] },
  });
  const [stored, plain] = [two("1", "x"), two("2", "y")];
  expect(mixedElements(two("1", "y"), { ...byForm, stored, plain })).toEqual([]);
  expect(mixedElements(two("1", "y"), { ...byForm, keyOfForm: () => undefined, stored, plain })).toHaveLength(1);
});

test("of several elements with one key each is one that was stored, and no two are the same one, or as it is without data", () => {
  const of = {
    ...byForm,
    stored: named(["a", "1"], ["a", "2"], ["b", "3"]),
    plain: named(["a", "0"], ["a", "0"], ["b", "0"]),
  };
  const found = [
    named(["a", "2"], ["a", "1"], ["b", "3"]),
    named(["a", "2"], ["a", "0"], ["b", "0"]),
    named(["a", "2"], ["a", "2"], ["b", "3"]),
    named(["a", "4"], ["b", "3"]),
  ].map((one) => mixedElements(one, of).map(({ path }) => path.slice(2)));
  expect(found).toEqual([[], [], [[1]], [[0]]]);
});
