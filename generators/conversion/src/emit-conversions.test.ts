// The imports of generated files, and the warning when a package is missing.
import { fileURLToPath } from "node:url";
import { readModel, type TypeModel } from "@capstan/generator-model";
import { formatDiagnostic } from "@capstan/kube";
import { expect, it } from "vitest";
import { emitConversions } from "./emit-conversions.ts";

function modelOf(name: string): TypeModel {
  const root = fileURLToPath(new URL(`../testdata/${name}`, import.meta.url));
  return readModel({ root, files: ["types.ts"] }).model;
}

const testImports = ["fast-check", "vitest", "@capstan/cli/conversions"];

it.each(["local-cluster", "machine", "three-versions", "elements"])("%s imports nothing else", (name) => {
  for (const { path, content } of emitConversions(modelOf(name)).files) {
    const imported = Array.from(content.matchAll(/^(?:import|export) .* from "([^"]+)";$/gm), ([, from = ""]) => from);
    const packages = new Set(imported.filter((from) => !from.startsWith(".") && from !== "@capstan/api/codegen/v1"));
    expect([path, [...packages]]).toEqual([path, path.endsWith(".test.ts") ? testImports : []]);
    expect(content).not.toContain("import(");
  }
});

it("names the packages that the tests import and the project has not", () => {
  const { files, diagnostics } = emitConversions(modelOf("three-versions"), {
    isInstalled: (name) => name !== "fast-check",
  });
  expect(files).toHaveLength(3);
  expect(diagnostics.map(formatDiagnostic)).toEqual([
    "types.ts:24:14 warning conversion/missing-package: the generated tests of conversions import fast-check, which is not installed\n  help: add fast-check to devDependencies (npm install --save-dev fast-check)",
  ]);
});
