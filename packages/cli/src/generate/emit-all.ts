// Every emitter: the only list of what is generated from a project's sources.
import type { GenerateFolders, HookDocumentProfile } from "../config/generate-config.ts";
import { emitCatalog } from "@capstan/generator-hooks";
import { emitConversions } from "@capstan/generator-conversion";
import { emitCrds, type CrdCache } from "@capstan/generator-crd";
import type { TypeModel } from "@capstan/generator-model";
import type { GeneratedFile } from "@capstan/generator-model/files";
import { emitOpenApi, type EmitOpenApiOptions } from "@capstan/generator-hooks";
import { hasErrors, type Diagnostic } from "@capstan/kube";
import { type Progress, whichOf } from "../output/progress.ts";
import { resolvePackage } from "../project/installed-packages.ts";

/** Files, and what is wrong. */
export interface Emitted {
  readonly files: readonly GeneratedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What emitters need to know about the project, apart from its types. */
export interface EmitOptions {
  readonly projectName: string;
  /** The project's folder, where packages that generated code imports are looked for. */
  readonly root: string;
  readonly folders: GenerateFolders;
  /** Accepts `Float` and `Double` in CRDs. */
  readonly allowFloats: boolean;
  /** The profiles of the document of hooks that are written beside it. */
  readonly profiles: readonly HookDocumentProfile[];
  /** Whether the hooks of the project were released, or are now. */
  readonly isReleased: boolean;
  /** The CRDs of earlier generations, of which those that did not change are not written out and checked again. */
  readonly crdCache: CrdCache;
  /** Says for which kind a CRD is made next. */
  readonly progress: Progress;
}

const nothing: Emitted = { files: [], diagnostics: [] };

/** The output of all emitters for the model. */
export function emitAll(model: TypeModel, options: EmitOptions): Emitted {
  const kinds = emitKinds(model, options);
  const emitted = [kinds, emitHookSpecs(model, options), emitHookCatalog(model, options, kinds)];
  return {
    files: emitted.flatMap(({ files }) => files),
    diagnostics: emitted.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** CRDs, and conversions with the defaults that are in these. */
function emitKinds(model: TypeModel, options: EmitOptions): Emitted {
  const { folders, isReleased, root, allowFloats, crdCache, progress } = options;
  const { crds, files, diagnostics } = emitCrds(model, {
    folder: folders.crds,
    allowFloats,
    cache: crdCache,
    onKind: (kind, number, count) => progress(kind + whichOf(number, count, "kinds")),
  });
  // A misspelled field differs between two versions, too: what the conversion lacks is known when the types are right.
  if (hasErrors(diagnostics)) return { files, diagnostics };
  const conversions = emitConversions(model, {
    folder: folders.code,
    crds: folders.crds,
    document: `${folders.out}/openapi/runtime-hooks.json`,
    isReleased,
    definitions: crds,
    isInstalled: (name) => resolvePackage(name, root) !== undefined,
  });
  return {
    files: [...files, ...conversions.files],
    diagnostics: [...diagnostics, ...conversions.diagnostics],
  };
}

/** An OpenAPI document of the hooks that the project declares itself, and its profiles; most declare none. */
function emitHookSpecs(model: TypeModel, { projectName, folders, profiles }: EmitOptions): Emitted {
  if (model.hooks.length === 0) return nothing;
  const path = `${folders.out}/openapi/runtime-hooks`;
  const options = hookDocument(projectName);
  const document = emitOpenApi(model, { ...options, path });
  // What is wrong with the types is wrong in each profile.
  const beside = profiles.flatMap(
    (profile) => emitOpenApi(model, { ...options, profile, path: `${path}.${profile}` }).files,
  );
  return { files: [...document.files, ...beside], diagnostics: document.diagnostics };
}

/** The catalog of these hooks, with what servers and callers check and convert by. */
function emitHookCatalog(model: TypeModel, { projectName, folders }: EmitOptions, { files }: Emitted): Emitted {
  if (model.hooks.length === 0) return nothing;
  return emitCatalog(model, {
    path: `${folders.code}/catalog.ts`,
    schemas: hookDocument(projectName),
    conversions: files.some(({ path }) => path === `${folders.code}/hook-conversions.ts`),
  });
}

/** How the hooks of a project are written into their document. */
export function hookDocument(projectName: string): Omit<EmitOpenApiOptions, "path"> {
  const title = `Runtime Hooks of ${projectName}`;
  return {
    info: { title, description: "Generated from the project's types.", version: "v1alpha1" },
    components: { prefixes: { "": projectName } },
    constraints: true,
  };
}
