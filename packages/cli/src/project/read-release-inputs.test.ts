// The CRDs of a folder that `generate` may or may not have written.
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { isCapstanError } from "@capstan/kube";
import { emitYaml } from "@capstan/schema/yaml";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TemporaryProject } from "../../test/temporary-project.ts";
import { readCrds, readTemplates } from "./read-release-inputs.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
});
afterEach(() => at[Symbol.dispose]());

const crd = (kind: string): Readonly<Record<string, unknown>> => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `${kind.toLowerCase()}s.example.com` },
  spec: {
    group: "example.com",
    names: { kind, plural: `${kind.toLowerCase()}s` },
    scope: "Namespaced",
    versions: [{ name: "v1", served: true, storage: true }],
  },
});

const kinds = async (): Promise<string[]> => (await readCrds(at.root)).map(({ spec }) => spec.names.kind);

async function problem(): Promise<readonly [string, string]> {
  const error: unknown = await readCrds(at.root).then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!isCapstanError(error)) throw error;
  return [error.code, error.message.replaceAll(at.root, "<root>")];
}

test("none without the folder", async () => {
  at.write({ file: "" });
  expect(await readCrds(`${at.root}/missing`)).toEqual([]);
  expect(await readCrds(`${at.root}/file`)).toEqual([]);
});

test("JSON, and YAML with one or more of them, each once", async () => {
  at.write({
    "foo.json": crd("Foo"),
    "foo.yaml": "not read, because its JSON form is",
    "more.yaml": `${emitYaml(crd("Bar"))}---\n${emitYaml(crd("Baz"))}`,
    "one.yml": emitYaml(crd("One")),
    "notes.txt": "",
    ".hidden.yaml": "",
  });
  expect(await kinds()).toEqual(["Foo", "Bar", "Baz", "One"]);
});

test.each([
  [{ ...crd("Foo"), kind: "Kustomization" }, 'kind must be "CustomResourceDefinition"'],
  [{ ...crd("Foo"), apiVersion: "apiextensions.k8s.io/v1beta1" }, 'apiVersion must be "apiextensions.k8s.io/v1"'],
  [{ ...crd("Foo"), metadata: {} }, "metadata.name is missing"],
  [{ ...crd("Foo"), spec: undefined }, "spec.group is missing"],
  [{ ...crd("Foo"), spec: { group: "example.com" } }, "spec.names.kind is missing"],
  [{ ...crd("Foo"), spec: { group: "a", names: { kind: "Foo", plural: "foos" } } }, "spec.versions is missing"],
  [[], 'apiVersion must be "apiextensions.k8s.io/v1"'],
])("%j is no CRD", async (content, what) => {
  at.write({ "foo.json": JSON.stringify(content) });
  expect(await problem()).toEqual(["cli/crd", `"<root>/foo.json" is not a CustomResourceDefinition: ${what}`]);
});

test("broken YAML", async () => {
  at.write({ "foo.yaml": "a: 1\n b: 2\n" });
  expect(await problem()).toEqual([
    "cli/crd",
    '"<root>/foo.yaml" is not a CustomResourceDefinition: line 1: Nested mappings are not allowed in compact mappings',
  ]);
});

test("a link to a file outside the project is an error, one within it is read", async () => {
  at.write({ "outside/kubeconfig": "apiVersion: v1\n", "project/shared/a.yaml": "a: b\n", "project/templates/x": "" });
  const project = join(at.root, "project");
  symlinkSync("../shared/a.yaml", join(project, "templates/a.yaml"));
  expect(await readTemplates(join(project, "templates"), project)).toEqual([{ path: "a.yaml", content: "a: b\n" }]);
  symlinkSync("../../outside/kubeconfig", join(project, "templates/b.yaml"));
  await expect(readTemplates(join(project, "templates"), project)).rejects.toThrow(
    'templates/b.yaml" is a link to a file outside the project',
  );
});

test.each([
  ["yaml", "9007199254740993"],
  ["json", "9223372036854775807"],
])("a number that would be rounded is an error, in %s", async (extension, number) => {
  const schema = { openAPIV3Schema: { type: "object", maximum: 1, properties: { a: { default: 0 } } } };
  const given = { ...crd("Foo"), spec: { ...(crd("Foo")["spec"] as object), versions: [{ name: "v1", schema }] } };
  const written = extension === "json" ? JSON.stringify(given) : emitYaml(given);
  at.write({ [`foo.${extension}`]: written.replace(/("?default"?: ?)0/, `$1${number}`) });
  expect(await problem()).toEqual([
    "cli/crd-number",
    `"<root>/foo.${extension}" has a whole number beyond 2^53 at spec.versions[0].schema.openAPIV3Schema.properties.a.default, of which JavaScript loses digits`,
  ]);
});

test("a JSON file that is nested too deep, and versions that are no list, are errors", async () => {
  at.write({ "foo.json": `{"a":${"[".repeat(300)}${"]".repeat(300)}}` });
  expect(await problem()).toEqual(["cli/crd", expect.stringContaining("it is nested deeper than 200 levels")]);
  at.write({ "foo.json": { ...crd("Foo"), spec: { ...(crd("Foo")["spec"] as object), versions: { v1: {} } } } });
  expect(await problem()).toEqual(["cli/crd", expect.stringContaining("spec.versions is not a list of objects")]);
});
