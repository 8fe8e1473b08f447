// Which files that a task read are in no key.
import { expect, test } from "vitest";
import type { PlannedTask } from "./dry-run.ts";
import { undeclaredFiles } from "./undeclared.ts";

function task(id: string, more: Partial<PlannedTask>): PlannedTask {
  const [name = "", short = ""] = id.split("#");
  const plain = { command: short, hash: "", inputs: new Set<string>(), outputs: [], dependencies: [] };
  return { id, package: name, folder: `packages/${name}`, cached: false, keeps: true, ...plain, ...more };
}

const tasks = new Map(
  [
    task("a#test", { inputs: new Set(["packages/a/src/a.test.ts"]), dependencies: ["b#source", "a#build"] }),
    task("a#build", { outputs: ["packages/a/dist/**"] }),
    task("b#source", { inputs: new Set(["packages/b/src/b.ts"]), dependencies: ["c#source"] }),
    task("c#source", { inputs: new Set(["packages/c/src/c.ts"]) }),
    task("d#source", { inputs: new Set(["packages/d/src/d.ts"]) }),
    task("a#package:check", {}),
  ].map((each) => [each.id, each]),
);

test.each([
  { given: "packages/a/src/a.test.ts", want: "declared", why: "its own input" },
  { given: "packages/b/src/b.ts", want: "declared", why: "a dependency's input" },
  { given: "packages/c/src/c.ts", want: "declared", why: "the input of a dependency's dependency" },
  { given: "packages/a/dist/index.js", want: "declared", why: "what a dependency builds" },
  {
    given: "node_modules/.pnpm/yaml/package.json",
    want: "declared",
    why: "an installed package: the lock file is in the key",
  },
  { given: "packages/d/src/d.ts", want: "undeclared", why: "another package's source" },
  { given: "../shared/corpus/a.yaml", want: "undeclared", why: "outside of the repository" },
])("$given is $want: $why", ({ given, want }) => {
  expect(undeclaredFiles(tasks, "a#test", [given])).toEqual(want === "declared" ? [] : [given]);
});

test("packing asks turbo, which reads everything; the files of packages must be declared", () => {
  expect(undeclaredFiles(tasks, "a#package:check", ["examples/d/src/d.ts"])).toEqual([]);
  expect(undeclaredFiles(tasks, "a#package:check", ["packages/a/README.md"])).toEqual(["packages/a/README.md"]);
});
