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
    ...hookFiles(modelOf(["src/hooks/v1alpha1"])),
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

function hookFiles(model: TypeModel): GeneratedFile[] {
  const catalog = emitCatalog(model, { path: "src/generated/catalog.ts", runtime: "../codegen/v1/index.ts" });
  const openApi = emitOpenApi(model, {
    path: "generated/openapi/hooks",
    components: apiNaming,
    info: {
      title: "Cluster API Runtime SDK",
      description: "The hooks that Cluster API calls on Runtime Extensions.",
      version: "v1.14.0",
      license: { name: "Apache 2.0", url: "https://www.apache.org/licenses/LICENSE-2.0.html" },
    },
  });
  stopOn([...catalog.diagnostics, ...openApi.diagnostics]);
  return [...catalog.files, ...openApi.files];
}

/** The model of the definitions in folders. */
function modelOf(folders: readonly string[]): TypeModel {
  const files = folders.flatMap((folder) =>
    readdirSync(`${root}${folder}`)
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .map((name) => `${folder}/${name}`),
  );
  const { model, diagnostics } = readModel({ root, files });
  stopOn(diagnostics);
  return model;
}

function stopOn(diagnostics: readonly Diagnostic[]): void {
  if (hasErrors(diagnostics)) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
}
