// Samples taken out of pages.
import { expect, it } from "vitest";
import { misplacedDefinitions, samplesOf, wrongSamplesOf } from "./samples.ts";

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

it("joins a sample that does not compile with the error below it", () => {
  const page = [
    "# Page",
    "```typescript",
    "const a: number = '';",
    "```",
    "",
    "```",
    "a.ts(1,7): error TS2322: Type 'string' is not",
    "assignable to type 'number'.",
    "```",
  ].join("\n");
  const error = "a.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.";
  expect(wrongSamplesOf("p.md", page)).toEqual([
    { page: "p.md", line: 3, path: "a.ts", text: "const a: number = '';\n", error },
  ]);
});

it("finds kinds that are defined where `capstan generate` reads nothing", () => {
  const define = "export const Foo: Resource<Foo> = defineIPPool({";
  const sample = (path: string, text: string) => ({ page: "p.md", line: 3, path, text });
  expect(
    misplacedDefinitions([
      sample("src/kinds.ts", define),
      sample("src/api/foo.ts", define),
      sample("src/kit.ts", "export const kit = initProvider();"),
      sample("sample-1.ts", define),
    ]),
  ).toEqual(["p.md:3: src/kinds.ts defines a kind; name it src/api/<kind>.ts"]);
});
