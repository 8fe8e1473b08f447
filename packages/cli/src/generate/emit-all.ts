// Every emitter over one model: the only list of what a project's sources become.
// Called by generate-project.ts; reading the sources comes before, writing the files after.
import { emitCatalog } from "@capstan/generator-catalog";
import { emitConversions } from "@capstan/generator-conversion";
import { emitCrds } from "@capstan/generator-crd";
import type { GeneratedFile, TypeModel } from "@capstan/generator-model";
import { emitOpenApi } from "@capstan/generator-openapi";
import type { Diagnostic } from "@capstan/kube";

/** Files, and what is wrong. */
export interface Emitted {
  readonly files: readonly GeneratedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

type Emit = (model: TypeModel, projectName: string) => Emitted;

const nothing: Emitted = { files: [], diagnostics: [] };

const emitters: readonly Emit[] = [
  (model) => emitCrds(model),
  (model) => emitConversions(model),
  emitHookSpecs,
  (model) => (model.hooks.length === 0 ? nothing : emitCatalog(model, { path: "src/generated/catalog.ts" })),
];

/** What all emitters make of the model. */
export function emitAll(model: TypeModel, projectName: string): Emitted {
  const emitted = emitters.map((emit) => emit(model, projectName));
  return {
    files: emitted.flatMap(({ files }) => files),
    diagnostics: emitted.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** An OpenAPI document of the hooks that the project declares itself; most declare none. */
function emitHookSpecs(model: TypeModel, projectName: string): Emitted {
  if (model.hooks.length === 0) return nothing;
  const title = `Runtime Hooks of ${projectName}`;
  return emitOpenApi(model, {
    info: { title, description: "Generated from the project's types.", version: "v1alpha1" },
    components: { prefixes: { "": projectName } },
    constraints: true,
    path: "generated/openapi/runtime-hooks",
  });
}
