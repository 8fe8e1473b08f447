// The keys of the screen of dev, read out of the source of their table.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { keyRows } from "./dev-regions.ts";

it("reads the keys that the help of the screen lists", () => {
  const source = `const rows = [
  { action: "apply", keys: ["a"], shown: "a", short: "apply", help: "apply the sample" },
  {
    action: "up",
  },
  { action: "first", keys: ["home"], shown: "Home, End", help: "the first, the last" },
  { action: "last", keys: ["end"] },
];`;
  expect(keyRows(source)).toEqual([
    ["`a`", "apply the sample"],
    ["`Home` `End`", "the first, the last"],
  ]);
});

it("reads the table of the screen", () => {
  const table = readFileSync(new URL("../../packages/cli/src/dev/live/key-table.ts", import.meta.url), "utf8");
  const keys = keyRows(table).map(([key]) => key);
  expect(keys).toEqual(expect.arrayContaining(["`a`", "`Enter` `v`", "`Up` `Down`", "`?`", "`q`"]));
});
