// What is read from the files that users get has the form that the measurements pass on.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeVariables, imageFlags } from "./container.ts";
import { root } from "./root.ts";

test("the flags of the image are Node's, without the program", () => {
  expect(imageFlags()).toEqual([
    expect.stringMatching(/^--initial-old-space-size=\d+$/),
    expect.stringMatching(/^--import=data:text\/javascript,.*'--initial-old-space-size=0'\)$/),
  ]);
});

test("the image keeps compiled code of a process with the flags that it starts: Node reads no other", () => {
  const file = readFileSync(join(root, "packages/create-capstan/project/common/Dockerfile"), "utf8");
  const [run = "", start = ""] = ["RUN", "ENTRYPOINT"].map(
    (word) => new RegExp(`^${word} (\\["node".*)\\]$`, "m").exec(file)?.[1],
  );
  expect(run).toBe(`${start}, "--help"`);
});

test("the variables of the container limit the heap and what threads keep", () => {
  expect(nodeVariables()).toEqual({
    NODE_OPTIONS: expect.stringMatching(/^--max-old-space-size=\d+ --max-semi-space-size=\d+$/),
    MALLOC_ARENA_MAX: "1",
  });
});
