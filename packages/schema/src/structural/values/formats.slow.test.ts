// Each format on strings as long as a request may have.
import { expect, test } from "vitest";
import { formats } from "./formats.ts";

const size = 18_000_000;
const longStrings = [
  ...Array.from("1aA :.é<", (character) => character.repeat(size)),
  ...["1:", "1-", "a.", "1h", "1.h", "a@", "00:", "%41", "0.", "a?", "\\a", "() ", "=?"].map((part) =>
    part.repeat(size / 2),
  ),
  `http://${"a".repeat(size)}`,
  `"${"a".repeat(size)}"@b.c`,
  `=?utf-8?b?${"A".repeat(size)}?= <a@b.c>`,
  `=?utf-8?q?${"=41".repeat(size / 3)}?= <a@b.c>`,
  `rgb(${"1".repeat(size)},1,1)`,
  `2020-01-01T00:00:00.${"1".repeat(size)}Z`,
];

test.each([...formats.keys()])("strings of 18 MB do not hold %s", (name) => {
  const isOk = formats.get(name);
  const times = longStrings.map((value) => {
    const before = process.threadCpuUsage().user;
    isOk?.(value);
    return process.threadCpuUsage().user - before;
  });
  // 0.15 s when right; some took 7 s, or ran out of stack.
  expect(Math.max(...times)).toBeLessThan(1_000_000);
});
