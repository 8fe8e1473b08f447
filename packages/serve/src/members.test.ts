// Members come and go in any order, and are found by their places.
import { expect, test } from "vitest";
import { type Member, Members, removeFrom } from "./members.ts";

test("after any three changes there are as many as in a set", () => {
  const changes = ["add", "delete"].flatMap((change) => [0, 1, 2].map((index) => ({ change, index })));
  const orders = changes.flatMap((a) => changes.flatMap((b) => changes.map((c) => [a, b, c])));
  for (const order of orders) {
    const all = Array.from({ length: 3 }, (): Member => ({ place: -1 }));
    const [members, wanted] = [new Members<Member>(), new Set<Member>(all)];
    for (const one of all) members.add(one);
    for (const { change, index } of order) {
      const one = all[index] ?? { place: -1 };
      if (change === "add") members.add(one);
      else members.delete(one);
      if (change === "add") wanted.add(one);
      else wanted.delete(one);
    }
    expect([...members]).toHaveLength(wanted.size);
    expect(new Set(members)).toEqual(wanted);
  }
});

test("one is removed from a list once", () => {
  const list = ["a", "b", "c"];
  expect([removeFrom(list, "b"), removeFrom(list, "b")]).toEqual([true, false]);
  expect(list).toEqual(["a", "c"]);
});
