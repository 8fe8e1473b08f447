// The reports are made from what packages build: each is a dependency of this tool, so that turbo builds it first.
import { expect, test } from "vitest";
import { workspacePackages, workspaceRoot } from "./packages.ts";
import { workingTree } from "./tree.ts";

test("every package with a report is a dependency", () => {
  const packages = workspacePackages(workingTree(workspaceRoot(import.meta.dirname)));
  const { dependencies, devDependencies } =
    packages.find(({ name }) => name === "@capstan/tool-public-api")?.manifest ?? {};
  const built = new Set(Object.keys({ ...dependencies, ...devDependencies }));
  const reported = packages.filter(({ entries }) => entries.length > 0).map(({ name }) => name);
  expect(reported.length).toBeGreaterThan(10);
  expect(reported.filter((name) => !built.has(name))).toEqual([]);
});
