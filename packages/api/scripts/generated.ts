// The files that are generated, as data: written by generate.ts, compared by the drift test.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { emitCatalog } from "@capstan/generator-hooks";
import { emitCrds } from "@capstan/generator-crd";
import { readModel, type TypeModel } from "@capstan/generator-model";
import type { GeneratedFile } from "@capstan/generator-model/files";
import { apiNaming, emitOpenApi } from "@capstan/generator-hooks";
import { formatDiagnostic, hasErrors, type Diagnostic } from "@capstan/kube";

/** The folder of the package. */
export const root: string = fileURLToPath(new URL("..", import.meta.url));

const hooksFolder = "src/hooks/v1alpha1";

/** The folders of the kinds whose CRDs Cluster API's core installs. */
const coreFolders = [
  "src/core/v1beta1",
  "src/core/v1beta2",
  "src/addons/v1beta1",
  "src/addons/v1beta2",
  "src/ipam/v1alpha1",
  "src/ipam/v1beta1",
  "src/ipam/v1beta2",
  "src/runtime/v1alpha1",
  "src/runtime/v1beta2",
];

/** The folders of the kinds whose CRDs the kubeadm providers install. */
const kubeadmFolders = [
  "src/bootstrap/kubeadm/v1beta1",
  "src/bootstrap/kubeadm/v1beta2",
  "src/controlplane/kubeadm/v1beta1",
  "src/controlplane/kubeadm/v1beta2",
];

/** Every generated file; throws with the diagnostics when a source is wrong. */
export function generated(): readonly GeneratedFile[] {
  return [
    ...hookFiles(modelOf([hooksFolder])),
    ...crdFiles(modelOf(coreFolders), "generated/crds"),
    ...crdFiles(modelOf(kubeadmFolders), "generated/crds/kubeadm"),
  ];
}

/** The CRDs of the kinds, as YAML and as JSON. */
function crdFiles(model: TypeModel, folder: string): GeneratedFile[] {
  const { files, diagnostics } = emitCrds(model, { folder });
  stopOn(diagnostics);
  return [...files];
}

/** The catalog, and the document of hooks that servers check by, with its two profiles beside it. */
function hookFiles(model: TypeModel): GeneratedFile[] {
  const catalog = emitCatalog(model, { path: "src/generated/catalog.ts", runtime: "../codegen/v1/index.ts" });
  const path = "generated/openapi/hooks";
  const documents = [
    emitOpenApi(model, { ...hooksOptions, path }),
    emitOpenApi(model, { ...hooksOptions, profile: "upstream", path: `${path}.upstream` }),
    emitOpenApi(...strictHooks(`${path}.strict`)),
  ];
  stopOn([catalog, ...documents].flatMap(({ diagnostics }) => diagnostics));
  return [catalog, ...documents].flatMap(({ files }) => [...files]);
}

const hooksOptions = {
  components: apiNaming,
  info: {
    title: "Cluster API - Runtime SDK",
    description: "The hooks that Cluster API calls on Runtime Extensions.",
    version: "v1.14.2",
    license: { name: "Apache 2.0", url: "http://www.apache.org/licenses/LICENSE-2.0.html" },
  },
};

/** No hook reaches the type of the variable `builtin`: a definition in a file of its own does. */
function strictHooks(path: string): Parameters<typeof emitOpenApi> {
  const { hooks, ...model } = modelOf([hooksFolder], ["scripts/builtin-value.ts"]);
  const values = hooks.find(({ name }) => name === "BuiltinValue");
  if (values === undefined) throw new Error("scripts/builtin-value.ts has no BuiltinValue");
  const real = { ...model, hooks: hooks.filter((hook) => hook !== values) };
  return [real, { ...hooksOptions, profile: "strict", variables: { builtin: values.request }, path }];
}

/** The model of the definitions in folders. */
function modelOf(folders: readonly string[], more: readonly string[] = []): TypeModel {
  const found = folders.flatMap((folder) =>
    readdirSync(`${root}${folder}`)
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .map((name) => `${folder}/${name}`),
  );
  const { model, diagnostics } = readModel({ root, files: [...found, ...more] });
  stopOn(diagnostics);
  return model;
}

function stopOn(diagnostics: readonly Diagnostic[]): void {
  if (hasErrors(diagnostics)) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
}
