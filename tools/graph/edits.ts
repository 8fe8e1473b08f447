// Twelve edits as people make them, each with what must run again for it and how long `check` may take.
// What must run is told by tsc (which programs hold the file) and by the rules below, never by turbo.json.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "@capstan/repo";

/** One edit: a line added to a file. */
export interface Edit {
  readonly name: string;
  readonly file: string;
  readonly line: string;
  /** The time that `check` may take after it, in seconds. */
  readonly seconds: number;
}

const comment = "// An edit.";

/** The edits. */
export const edits: readonly Edit[] = [
  { name: "a package's README", file: "packages/kube/README.md", line: "An edit.", seconds: 30 },
  { name: "a page", file: "docs/testing.md", line: "An edit.", seconds: 30 },
  { name: "a test of the lowest package", file: "packages/kube/src/values/time.test.ts", line: comment, seconds: 30 },
  {
    name: "a test of a kit",
    file: "packages/extension-kit/src/answering/deadline.test.ts",
    line: comment,
    seconds: 30,
  },
  { name: "a small example", file: "examples/extension-topology/src/patches.ts", line: comment, seconds: 30 },
  { name: "a starter", file: "examples/provider-starter/src/cloud.ts", line: comment, seconds: 30 },
  { name: "a tool that others use", file: "tools/repo/samples.ts", line: comment, seconds: 75 },
  { name: "e2e", file: "e2e/scenarios/life.ts", line: comment, seconds: 30 },
  { name: "the cli", file: "packages/cli/src/generate/emit-all.ts", line: comment, seconds: 75 },
  {
    name: "provider-local",
    file: "examples/provider-local/src/controllers/local-machine.ts",
    line: comment,
    seconds: 75,
  },
  { name: "a generator", file: "generators/crd/src/schema/type-schema.ts", line: comment, seconds: 120 },
  { name: "kube, on which all depends", file: "packages/kube/src/values/time.ts", line: comment, seconds: 240 },
];

/** A line for each edit whose file is not there any more: the benchmark runs last of all, and would stop at it. */
export function editProblems(): string[] {
  return edits
    .filter(({ file }) => !existsSync(join(root, file)))
    .map(({ name, file }) => `tools/graph/edits.ts: the edit "${name}" is one of ${file}, which does not exist`);
}
