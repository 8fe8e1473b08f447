// Entries that end some time after their last use.
import { expect, onTestFinished, test, vi } from "vitest";
import { RecentEntries } from "./recent-entries.ts";

test("an entry is kept while it is read or set, and dropped some time later", () => {
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const entries = new RecentEntries<number>(100);
  for (const [at, name] of ["read", "set", "left", "deleted"].entries()) entries.set(name, at);
  entries.delete("deleted");
  now = 60;
  expect(entries.get("read")).toBe(0);
  entries.set("set", 9);
  now = 120;
  entries.set("new", 4);
  expect(entries.size).toBe(3);
  expect(["read", "set", "left", "new"].map((name) => entries.get(name))).toEqual([0, 9, undefined, 4]);
  entries.clear();
  expect(entries.size).toBe(0);
});
