// Both sides of the terminal: keys that are pressed, and frames of which only what has changed is written.
import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { FrameWriter } from "./frame-writer.ts";
import { actionOf } from "./key-table.ts";
import { onKeys } from "./keyboard.ts";
import { shownLine } from "./shown-line.ts";

/** A terminal of 10 columns and 3 rows that keeps what is written. */
function output(): { columns: number; rows: number; written: string[]; write: (text: string) => void } {
  const written: string[] = [];
  return { columns: 10, rows: 3, written, write: (text) => void written.push(text) };
}

test("of a frame, only lines that have changed are written, in one write that terminals show at once", () => {
  const terminal = output();
  const writer = new FrameWriter(terminal);
  writer.draw(["closed"]);
  writer.open();
  writer.draw(["a", "b"]);
  terminal.written.length = 0;
  writer.draw(["a", "b"]);
  writer.draw(["a", "c"]);
  expect(terminal.written).toEqual(["\u001B[?2026h\u001B[2;1H\u001B[Kc\u001B[?2026l"]);
});

test("after a change of size, and when something else has written, a frame is written whole", () => {
  const terminal = output();
  const writer = new FrameWriter(terminal);
  writer.open();
  writer.draw(["a"]);
  terminal.columns = 20;
  writer.draw(["a"]);
  writer.forget();
  writer.draw(["a"]);
  const whole = "\u001B[?2026h\u001B[2J\u001B[1;1H\u001B[Ka\u001B[2;1H\u001B[K\u001B[3;1H\u001B[K\u001B[?2026l";
  expect(terminal.written).toEqual(["\u001B[?1049h\u001B[?25l\u001B[?7l", whole, whole, whole]);
  writer.close();
  writer.close();
  expect(terminal.written.slice(4)).toEqual(["\u001B[?7h\u001B[?25h\u001B[?1049l"]);
});

test("nothing is erased after the last column of a line was written", () => {
  const terminal = output();
  const writer = new FrameWriter(terminal);
  writer.open();
  writer.draw(["0123456789"]);
  expect(terminal.written.at(-1)).toContain("\u001B[1;1H\u001B[K0123456789\u001B[2;1H");
});

test("keys have names, also those after Escape", async () => {
  const raw: boolean[] = [];
  const input = Object.assign(new PassThrough(), { setRawMode: (isRaw: boolean) => raw.push(isRaw) });
  const pressed: string[] = [];
  const release = onKeys(input, (name) => pressed.push(name));
  input.write("aG? \u001B[A\u001B[6~\t\r\u007F\u0003\u001Bq\u00E4\u001B");
  await expect.poll(() => pressed.at(-1)).toBe("escape");
  release();
  input.write("x");
  await sleep(20);
  const names = ["a", "G", "?", "space", "up", "pagedown", "tab", "return", "backspace", "ctrl-c"];
  expect(pressed.slice(0, 12)).toEqual([...names, "escape", "q"]);
  expect(pressed).not.toContain("x");
  expect(raw).toEqual([true, false]);
  expect(names.map(actionOf)).toContain("pageDown");
});

test("a line is cut where it is too wide, by columns, and never by a color", () => {
  const cut = (columns: number, colors = false): string =>
    shownLine(
      [
        ["日本", "good"],
        ["語ab", "bad"],
        ["", "plain"],
      ],
      { columns, colors },
    );
  expect([8, 7, 6, 5, 4, 3, 1, 0].map((columns) => cut(columns))).toEqual([
    "日本語ab",
    "日本語…",
    "日本…",
    "日本…",
    "日…",
    "日…",
    "…",
    "",
  ]);
  expect(cut(5, true)).toBe("\u001B[38;5;28m日本\u001B[39m\u001B[38;5;160m…\u001B[39m");
});
