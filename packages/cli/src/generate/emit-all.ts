// Every emitter over one model: the only list of what a project's sources become.
// Called by generate-project.ts; reading the sources comes before, writing the files after.
import type { GenerateFolders } from "@capstan/clusterctl-kit/generate-config";
import { emitCatalog } from "@capstan/generator-catalog";
import { emitConversions } from "@capstan/generator-conversion";
import { emitCrds, type CrdCache } from "@capstan/generator-crd";
import type { GeneratedFile, TypeModel } from "@capstan/generator-model";
import { emitOpenApi } from "@capstan/generator-openapi";
import type { Diagnostic } from "@capstan/kube";

/** Files, and what is wrong. */
export interface Emitted {
  readonly files: readonly GeneratedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What emitters need to know of the project besides its types. */
export interface EmitOptions {
  readonly projectName: string;
  readonly folders: GenerateFolders;
  /** The CRDs of earlier generations, of which those that did not change are not written out and checked again. */
  readonly crdCache: CrdCache;
}

type Emit = (model: TypeModel, options: EmitOptions) => Emitted;

const nothing: Emitted = { files: [], diagnostics: [] };

const emitters: readonly Emit[] = [
  (model, { folders, crdCache }) => emitCrds(model, { folder: folders.crds, cache: crdCache }),
  (model, { folders }) => emitConversions(model, { folder: folders.code }),
  emitHookSpecs,
  (model, { folders }) =>
    model.hooks.length === 0 ? nothing : emitCatalog(model, { path: `${folders.code}/catalog.ts` }),
];

/** What all emitters make of the model. */
export function emitAll(model: TypeModel, options: EmitOptions): Emitted {
  const emitted = emitters.map((emit) => emit(model, options));
  return {
    files: emitted.flatMap(({ files }) => files),
    diagnostics: emitted.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** An OpenAPI document of the hooks that the project declares itself; most declare none. */
function emitHookSpecs(model: TypeModel, { projectName, folders }: EmitOptions): Emitted {
  if (model.hooks.length === 0) return nothing;
  const title = `Runtime Hooks of ${projectName}`;
  return emitOpenApi(model, {
    info: { title, description: "Generated from the project's types.", version: "v1alpha1" },
    components: { prefixes: { "": projectName } },
    constraints: true,
    path: `${folders.out}/openapi/runtime-hooks`,
  });
}
