// The files that CRDs become, their order, and the cache of `--watch`.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readModel, type TypeModel } from "@capstan/generator-model";
import { expect, test } from "vitest";
import { createCrdCache, crdObjects, emitCrds } from "./emit-crds.ts";

const testdata = fileURLToPath(new URL("../testdata/", import.meta.url));

function modelOf(name: string): TypeModel {
  return readModel({ root: `${testdata}${name}`, files: ["types.ts"] }).model;
}

test("files are YAML and the same as JSON, named by group and plural", () => {
  const { files } = emitCrds(modelOf("rules"));
  expect(files.map(({ path }) => path)).toEqual([
    "generated/crds/test.capstan.dev_networks.yaml",
    "generated/crds/test.capstan.dev_networks.json",
  ]);
  expect(JSON.parse(files[1]?.content ?? "")).toEqual(crdObjects(modelOf("rules")).crds[0]);
});

test.each([
  {
    contracts: undefined,
    want: { "cluster.x-k8s.io/v1beta1": "v1alpha1_v1beta1", "cluster.x-k8s.io/v1beta2": "v1beta1" },
  },
  { contracts: ["v1beta1"] as const, want: { "cluster.x-k8s.io/v1beta1": "v1alpha1_v1beta1" } },
  { contracts: [], want: {} },
])("contracts $contracts leave the labels $want", ({ contracts, want }) => {
  const { crds } = crdObjects(modelOf("versions"), contracts === undefined ? {} : { contracts });
  const labels = Object.entries(crds[0]?.metadata.labels ?? {}).filter(([name]) =>
    name.startsWith("cluster.x-k8s.io/"),
  );
  expect(Object.fromEntries(labels)).toEqual(want);
});

test("a property of a union that is called like a member of every object is one", () => {
  const sources = {
    "foo.ts": `import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";
interface Small {
  size: "Small";
  /** A string. */
  toString: string;
}
interface Large {
  size: "Large";
}
/** @union */
type Sized = Small | Large;
/** Foo is a kind. */
export interface Foo extends KubeObject<"test.capstan.dev/v1", "Foo"> {
  /** spec is what is wanted. */
  spec: Sized;
}
export const Foo: Resource<Foo> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "Foo" });
`,
  };
  const { model } = readModel({ root: testdata, files: ["foo.ts"], sources });
  const spec = crdObjects(model).crds[0]?.spec.versions[0]?.schema?.openAPIV3Schema?.properties?.["spec"];
  expect(Object.getOwnPropertyDescriptor(spec?.properties, "toString")?.value).toEqual({
    description: "A string.",
    type: "string",
  });
});

test("with an error there are no files", () => {
  expect(emitCrds(modelOf("rejected-crds")).files).toEqual([]);
});

test("a cache changes nothing but the work", () => {
  const cache = createCrdCache();
  const model = modelOf("rules");
  const first = emitCrds(model, { cache });
  expect(cache.size).toBe(1);
  expect(emitCrds(model, { cache })).toEqual(first);
  expect(emitCrds(modelOf("unions"), { cache })).toEqual(emitCrds(modelOf("unions")));
});

test("a CRD with a warning is checked each time", () => {
  const cache = createCrdCache();
  const first = emitCrds(modelOf("versions"), { cache });
  expect(first.diagnostics.map(({ severity }) => severity)).toEqual(["warning", "warning"]);
  expect(emitCrds(modelOf("versions"), { cache })).toEqual(first);
});

test.each(readdirSync(testdata))("generating %s twice gives the same", (name) => {
  expect(emitCrds(modelOf(name))).toEqual(emitCrds(modelOf(name)));
});

test("the files are the golden ones", () => {
  expect(readFileSync(`${testdata}rules/want/test.capstan.dev_networks.yaml`, "utf8")).toBe(
    emitCrds(modelOf("rules")).files[0]?.content,
  );
});
