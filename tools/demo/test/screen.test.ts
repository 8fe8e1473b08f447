// What the screen prints on a terminal and without one, and paths as a tree.
import { expect, test } from "vitest";
import { fileTree } from "../file-tree.ts";
import { createScreen } from "../screen.ts";

function written(isTTY: boolean): string {
  let text = "";
  const screen = createScreen({ isTTY, columns: 10, write: (more) => (text += more) });
  screen.print("start");
  screen.show(["a", "b"]);
  screen.show(["a", "c and more than fits"]);
  screen.show([]);
  screen.print("end");
  return text;
}

test("without a terminal only new lines are printed", () => {
  expect(written(false)).toBe("start\na\nb\nc and more than fits\nend\n");
});

test("on a terminal the block is redrawn in place, cut to its width", () => {
  expect(written(true)).toBe("start\na\nb\n\u001B[2A\u001B[Ja\nc and mor\n\u001B[2A\u001B[Jend\n");
});

test("paths become a tree", () => {
  expect(fileTree(["b/y", "a", "b/x/1"])).toEqual(["├─ a", "└─ b/", "   ├─ x/", "   │  └─ 1", "   └─ y"]);
});
