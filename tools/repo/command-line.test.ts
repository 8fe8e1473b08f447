// Command lines that are wrong, and what a flag with a number accepts.
import { expect, test, vi } from "vitest";
import { orUsage, shareFlag, wholeFlag } from "./command-line.ts";

test.each([
  ["1", 1],
  ["999999999", 999_999_999],
])("%s is a whole number above 0", (text, number) => {
  expect(wholeFlag("runs", text)).toBe(number);
});

test.each(["", "0", "01", "-1", "1.5", "1e3", "many", "9999999999"])("%j is none", (text) => {
  expect(() => wholeFlag("runs", text)).toThrow(`--runs needs a whole number above 0, not "${text}"`);
});

test("a command line that cannot be read ends the process with what is wrong and the usage", () => {
  const printed = vi.spyOn(console, "error").mockReturnValue();
  const exit = vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  expect(orUsage("usage: tool", () => 1)).toBe(1);
  expect(() => orUsage("usage: tool [--runs N]", () => wholeFlag("runs", "x"))).toThrow("exit 2");
  expect(printed.mock.calls).toEqual([['--runs needs a whole number above 0, not "x"\nusage: tool [--runs N]']]);
  exit.mockRestore();
  printed.mockRestore();
});

test("shares have each element once", () => {
  const shares = ["1/3", "2/3", "3/3"].map((text) => shareFlag("share", text));
  expect([0, 1, 2, 3, 4].map((index) => shares.map((has) => has(index)).indexOf(true))).toEqual([0, 1, 2, 0, 1]);
});

test.each(["4/3", "0/3", "1", "1/3/5", "x"])("no share: %s", (text) => {
  expect(() => shareFlag("share", text)).toThrow(`--share needs which share of how many, such as 2/8, not "${text}"`);
});
