// CRD -> TypeScript -> CRD, for tests: how equal the two CRDs are.
import { readModel } from "@capstan/generator-model";
import { deepEqual, hasErrors, type Diagnostic } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { emitYaml, parseYaml } from "@capstan/schema/yaml";
import { emitCrds } from "../emit-crds.ts";
import { apiVersionDescription, kindDescription } from "../schema/root-schema.ts";
import { importCrd, isCrd } from "./import-crd.ts";

/** The result for one CRD: rejected by import, rejected when it is generated again, or how equal the two CRDs are. */
export type RoundTrip =
  | { readonly outcome: "not-imported" | "not-generated"; readonly diagnostics: readonly Diagnostic[] }
  | {
      readonly outcome: "imported";
      readonly deepEqual: boolean;
      readonly byteEqual: boolean;
      readonly generated: string;
    };

/** Imports a CRD and generates it again; the definers are resolved from the folder `root`. */
export function roundTrip(text: string, { file, root }: { readonly file: string; readonly root: string }): RoundTrip {
  const imported = importCrd(text, { file });
  if (hasErrors(imported.diagnostics)) return { outcome: "not-imported", diagnostics: imported.diagnostics };
  const sources = Object.fromEntries(imported.files.map(({ path, content }) => [path, belowApi(content)]));
  const { model, diagnostics } = readModel({ root, files: Object.keys(sources), sources });
  const emitted = hasErrors(diagnostics) ? { files: [], diagnostics } : emitCrds(model, { allowFloats: true });
  const [yaml] = emitted.files;
  if (hasErrors(emitted.diagnostics) || yaml === undefined)
    return { outcome: "not-generated", diagnostics: emitted.diagnostics };
  const [before, after] = [readCrd(text), readCrd(yaml.content)];
  return {
    outcome: "imported",
    deepEqual: deepEqual(before, after),
    byteEqual: withoutVersion(text) === withoutVersion(yaml.content),
    generated: yaml.content,
  };
}

/** This package is in a lower layer than @capstan/api, which re-exports these names. */
function belowApi(source: string): string {
  return source
    .replace('defineResource } from "@capstan/api"', 'defineResource } from "@capstan/contract/define"')
    .replace('from "@capstan/api"', 'from "@capstan/kube"');
}

const versionAnnotation = "controller-gen.kubebuilder.io/version";

/** The release of controller-gen that wrote a CRD is not part of the API. */
function withoutVersion(text: string): string {
  return text.replace(new RegExp(`^    ${versionAnnotation}: .*\n`, "m"), "");
}

function readCrd(text: string): unknown {
  const crd = parseYaml(text).documents[0]?.value;
  if (!isCrd(crd)) throw new Error("the first document is not a CustomResourceDefinition");
  const { [versionAnnotation]: _, ...annotations } = crd.metadata.annotations ?? {};
  const { creationTimestamp: __, ...metadata } = crd.metadata;
  const versions = crd.spec.versions.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return JSON.parse(
    JSON.stringify({ ...crd, metadata: { ...metadata, annotations }, spec: { ...crd.spec, versions } }),
  );
}

/** A CRD in the form in which two can be compared line by line. */
export function comparable(text: string): string {
  return emitYaml(readCrd(text));
}

/** A CRD of one version whose objects have this spec. */
export function crdWithSpec(spec: JSONSchema): string {
  const properties = {
    apiVersion: { type: "string", description: apiVersionDescription },
    kind: { type: "string", description: kindDescription },
    metadata: { type: "object" },
    spec,
  };
  return emitYaml({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "foos.test.capstan.dev" },
    spec: {
      group: "test.capstan.dev",
      names: { kind: "Foo", listKind: "FooList", plural: "foos", singular: "foo" },
      scope: "Namespaced",
      versions: [
        { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object", properties } } },
      ],
    },
  });
}
