// Which of many problems the message of a response has.
import { expect, test } from "vitest";
import { stableMessage } from "../answering/stable-message.ts";
import { FirstProblems } from "./first-problems.ts";

const messageOf = (problems: readonly string[]): string => {
  const first = new FirstProblems();
  for (const problem of problems) first.add(problem);
  return first.message();
};

const lists: readonly (readonly string[])[] = [
  [],
  ["b", "a", "b"],
  Array.from({ length: 40 }, (_, i) => `${(i * 17) % 40} ${"x".repeat((i * 997) % 6000)}`),
  Array.from({ length: 3000 }, (_, i) => `${(i * 1009) % 500} is wrong`),
  Array.from({ length: 3000 }, (_, i) => `${(i * 1009) % 3000} at 10.0.0.${i % 7}:80`),
];

test.each(lists.map((all) => ({ count: all.length, all })))(
  "of $count problems, the message of a response is that of all, in any order",
  ({ all }) => {
    const want = stableMessage([...new Set(all)].toSorted().join("; "));
    const odd = all.filter((_, i) => i % 2 === 1);
    const even = all.filter((_, i) => i % 2 === 0);
    for (const order of [all, all.toReversed(), all.toSorted(), [...odd, ...even]]) {
      expect(stableMessage(messageOf(order))).toBe(want);
      expect(messageOf(order)).toBe(messageOf(all));
    }
  },
);

const many = Array.from({ length: 300_000 }, (_, i) => `item ${String(1_000_000 - i)} has the wrong size`);

test.each([
  ["falling", many],
  ["rising", many.toReversed()],
])("hundreds of thousands of problems in %s order take little time and memory", (_, problems) => {
  const from = process.threadCpuUsage().user;
  const message = messageOf(problems);
  expect(message.startsWith("item 1000000 has the wrong size; item 700001 has the wrong size; item 700002 ")).toBe(
    true,
  );
  expect(message.length).toBeLessThan(20_000);
  // All of them together are 10 MB, sorted in a second.
  expect(process.threadCpuUsage().user - from).toBeLessThan(500_000);
});
