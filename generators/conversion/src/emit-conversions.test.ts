// The imports of generated files, and the warning when a package is missing.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readModel, type TypeModel } from "@capstan/generator-model";
import { formatDiagnostic } from "@capstan/kube";
import { expect, it } from "vitest";
import { emitConversions } from "./emit-conversions.ts";
import { sourceModel } from "./suggest/testing.ts";

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
    expect.stringMatching(
      /^types\.ts:\d+:14 warning conversion\/missing-package: the generated tests of conversions import fast-check, which is not installed\n {2}help: add fast-check to devDependencies \(npm install --save-dev fast-check\)$/,
    ),
  ]);
});

it("gives a converter the plural that its kind chooses, and no other", () => {
  const version = (name: string): string => `
export interface ${name} extends KubeObject<"g.io/${name.toLowerCase()}", "Sheep"> { spec?: { a?: string } }
export const ${name}: Resource<${name}> = defineResource({ apiVersion: "g.io/${name.toLowerCase()}", kind: "Sheep", plural: "flock" });`;
  const text = `import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";
${version("V1")}
${version("V2")}
export const sheep: Conversion<V1, V2> = defineConversion({ older: {} });
`;
  const contents = (model: TypeModel): string =>
    emitConversions(model)
      .files.map(({ content }) => content)
      .join("");
  const root = join(import.meta.dirname, "../testdata");
  expect(contents(sourceModel({ root, text }))).toContain(
    'sheepConverter: Converter = { ...converterOf(sheepV1Plan), plural: "flock" };',
  );
  expect(contents(sourceModel({ root, text: text.replaceAll(', plural: "flock"', "") }))).not.toContain("plural");
});

it("reads the file of a CRD whose resource Cluster API names otherwise than controller-gen", () => {
  const version = (name: string): string => `
export interface ${name} extends KubeObject<"g.io/${name.toLowerCase()}", "FooDNS"> { spec?: { a?: string } }
export const ${name}: Resource<${name}> = defineResource({ apiVersion: "g.io/${name.toLowerCase()}", kind: "FooDNS" });`;
  const text = `import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";
${version("V1")}
${version("V2")}
export const dns: Conversion<V1, V2> = defineConversion({ older: {} });
`;
  const model = sourceModel({ root: join(import.meta.dirname, "../testdata"), text });
  const proof = emitConversions(model, { folder: "generated", crds: "generated/crds" }).files.find(({ path }) =>
    path.endsWith(".test.ts"),
  );
  expect(proof?.content).toContain('version("g.io_foodns", "v1")');
});
