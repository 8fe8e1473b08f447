// Samples taken out of pages.
import { expect, it } from "vitest";
import { samplesOf } from "./samples.ts";

it("names a sample by its first comment, else by its place", () => {
  const page = [
    "# Page",
    "```ts",
    "// src/a.ts",
    "export const a = 1;",
    "```",
    "```sh",
    "ls",
    "```",
    "```ts",
    "const b = 2;",
    "```",
  ].join("\n");
  expect(samplesOf("p.md", page)).toEqual([
    { page: "p.md", line: 3, path: "src/a.ts", text: "// src/a.ts\nexport const a = 1;\n" },
    { page: "p.md", line: 10, path: "sample-2.ts", text: "const b = 2;\n" },
  ]);
});
