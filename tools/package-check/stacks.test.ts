// Stacks that name lines of sources, of the output of a build, and of lines beside the right ones.
import { expect, test } from "vitest";
import { stackFaults } from "./stacks.ts";

const sources: Readonly<Record<string, string>> = {
  "kube/src/errors.ts": "// Errors.\nexport function errorOf() {\n  return new Error();\n}\n",
  "kube/src/quantity.ts": "export function parse() {\n  throw errorOf();\n}\n",
};
const at = (name: string, place: string): string => `    at ${name} (/a/node_modules/@capstan/kube/${place}:3)`;
const user = "    at file:///a/program.mjs:7:3";

test.each([
  {
    title: "lines of sources",
    stack: [at("errorOf", "src/errors.ts:3"), at("parse", "src/quantity.ts:2"), user],
    want: [],
  },
  {
    title: "lines of a build",
    stack: [at("errorOf", "dist/chunk-A.js:3"), at("parse", "dist/index.js:2"), user],
    want: [
      "a frame is not in a source: at errorOf (/a/node_modules/@capstan/kube/dist/chunk-A.js:3:3)",
      "a frame is not in a source: at parse (/a/node_modules/@capstan/kube/dist/index.js:2:3)",
    ],
  },
  {
    title: "the line below",
    stack: [at("errorOf", "src/errors.ts:3"), at("parse", "src/quantity.ts:3"), user],
    want: ["kube/src/quantity.ts:3 does not call errorOf: }"],
  },
  {
    title: "too few frames",
    stack: [at("parse", "src/quantity.ts:2"), user],
    want: [`a stack has 1 frames in packages of Capstan:\n${at("parse", "src/quantity.ts:2")}\n${user}`],
  },
])("$title", ({ stack, want }) => {
  expect(stackFaults(stack, (file) => sources[file] ?? "")).toEqual(want);
});
