// What a screen prints on a terminal and without one.
import { expect, test } from "vitest";
import { createScreen } from "./screen.ts";

function written(isTTY: boolean, rows?: number): string {
  let output = "";
  const screen = createScreen({ isTTY, rows, write: (more) => (output += more) });
  screen.print("start");
  screen.show(["a", "b"]);
  screen.show(["a", "b"]);
  screen.show(["a", "c", "d"]);
  screen.show([]);
  screen.print("end");
  return output;
}

test("without a terminal only new lines are printed", () => {
  expect(written(false)).toBe("start\na\nb\nc\nd\nend\n");
});

test("on a terminal the block is redrawn in place when it changes", () => {
  expect(written(true)).toBe(
    "start\na\u001B[K\nb\u001B[K\n\u001B[J\u001B[2Aa\u001B[K\nc\u001B[K\nd\u001B[K\n\u001B[J\u001B[3A\u001B[Jend\n",
  );
});

test("a block with more lines than the terminal ends with their number", () => {
  expect(written(true, 3)).toBe(
    "start\na\u001B[K\nb\u001B[K\n\u001B[J\u001B[2Aa\u001B[K\n… 2 more lines\u001B[K\n\u001B[J\u001B[2A\u001B[Jend\n",
  );
});

test("a line that is wider than the terminal is wrapped between words, with its indentation", () => {
  let output = "";
  const screen = createScreen({ isTTY: true, columns: 30, write: (more) => (output += more) });
  screen.print("\n   create Cluster demo: one machine and two workers");
  expect(output).toBe("\n   create Cluster demo: one\n   machine and two workers\n");
});
