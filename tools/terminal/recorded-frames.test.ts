// Which screens are frames of a recording, and for how long; and the rows that are read from a terminal.
import xterm from "@xterm/headless";
import { expect, test } from "vitest";
import { framesOf, type SeenScreen } from "./recorded-frames.ts";
import { screenRows } from "./screen-rows.ts";

const limits = { leastMs: 150, idleMs: 1500, endMs: 4000, count: 60 };

function seen(value: string, atMs: number): SeenScreen {
  const style = { color: undefined, isBold: false, isDim: false };
  return { atMs, rows: [[{ column: 0, columns: value.length, value, style }]] };
}

/** What the frames show, and how long. */
function shown(screens: readonly SeenScreen[], count: number): readonly string[] {
  return framesOf(screens, { ...limits, count }).map(({ rows, forMs }) => `${rows[0]?.[0]?.value} ${forMs}`);
}

test("a screen of less than the least time gives way to the next, idle time is cut, and the last one stays", () => {
  const screens = [seen("a", 0), seen("b", 500), seen("c", 600), seen("d", 700), seen("e", 9000)];
  expect(shown(screens, 60)).toEqual(["a 500", "c 200", "d 1500", "e 4000"]);
});

test("more frames than allowed are made fewer and longer", () => {
  const screens = Array.from({ length: 10 }, (_, index) => seen(`${index}`, index * 200));
  expect(shown(screens, 60)).toHaveLength(10);
  expect(shown(screens, 5)).toEqual(["1 400", "3 400", "5 400", "7 400", "9 4000"]);
});

async function rowsOf(output: string): Promise<ReturnType<typeof screenRows>> {
  const terminal = new xterm.Terminal({ cols: 20, rows: 2, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(output, resolve));
  return screenRows(terminal);
}

test("rows have parts with one style each, at their columns", async () => {
  const rows = await rowsOf("\u001B[1ma b\u001B[22m  \u001B[32m✓ \u001B[2m漢x\u001B[0m");
  const none = { color: undefined, isBold: false, isDim: false };
  expect(rows).toEqual([
    [
      { column: 0, columns: 3, value: "a b", style: { ...none, isBold: true } },
      { column: 5, columns: 1, value: "✓", style: { ...none, color: 2 } },
      { column: 7, columns: 3, value: "漢x", style: { ...none, color: 2, isDim: true } },
    ],
    [],
  ]);
});

test("a color that the picture does not have is an error", async () => {
  await expect(rowsOf("\u001B[38;5;131ma")).rejects.toThrow("column 0 has a color that a recording does not know");
  await expect(rowsOf("\u001B[44ma")).rejects.toThrow("column 0 has a color that a recording does not know");
});
