// TypeModel -> conversion functions and their proofs. The same model gives the same bytes, and with an error among the
// diagnostics there are no files.
import type { TypeModel } from "@capstan/generator-model";
import { stringLiteral } from "@capstan/generator-model/writing";
import type { GeneratedFile } from "@capstan/generator-model/files";
import { hasErrors, sortDiagnostics, type Diagnostic } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { withCompletedDefaults } from "./fields/completed-defaults.ts";
import { checkStrategies } from "./pairs/check-none.ts";
import { checkOrder } from "./pairs/check-order.ts";
import { checkTemplate } from "./pairs/check-template.ts";
import { checkPair } from "./pairs/check-pair.ts";
import {
  banner,
  conversionModule,
  converterName,
  templateConverterName,
  type EmitContext,
  type SchemaSource,
} from "./modules/conversion-module.ts";
import { checkBodies, unconvertedVersions } from "./bodies/check-bodies.ts";
import { hookBodies, hooksOfManyVersions, splitModel } from "./bodies/hook-bodies.ts";
import { hookListModule, isOfOneType, type ListedHooks } from "./bodies/hook-list-module.ts";
import { kindConversions, type KindConversions } from "./pairs/kind-conversions.ts";
import { kebab } from "./modules/names.ts";
import { conversionProblem } from "./diagnostics.ts";
import { proofModule, proofPackages } from "./modules/proof-module.ts";
import { versionPairs, type VersionPair } from "./pairs/version-pair.ts";

/** How conversions are emitted. */
export interface EmitConversionsOptions {
  /** The folder of the files, relative to the project; `src/generated` unless set. */
  readonly folder?: string;
  /** The module that generated code imports; `@capstan/api/codegen/v1` unless set. */
  readonly codegen?: string;
  /** The module that generated tests import the check of conversions from; `@capstan/cli/conversions` unless set. */
  readonly check?: string;
  /** The folder of the generated CRDs, relative to the project; `generated/crds` unless set. */
  readonly crds?: string;
  /** The generated OpenAPI document of hooks, as JSON, relative to the project; `generated/openapi/runtime-hooks.json` unless set. */
  readonly document?: string;
  /** Whether the project releases its hooks, so that all their versions need conversions; not unless set. */
  readonly isReleased?: boolean;
  /** The CRDs of the model, from which the modules have the defaults that the API server sets. Without them they have none. */
  readonly definitions?: readonly CustomResourceDefinition[];
  /** Whether a package is installed in the project: missing ones that generated tests import are reported. All are installed unless set. */
  readonly isInstalled?: (name: string) => boolean;
}

/** Files, and what is wrong; with an error among the diagnostics there are none. */
export interface EmittedConversions {
  readonly files: readonly GeneratedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The conversions of a model: for each kind `conversion-<kind>.ts` with its functions and converter and
 * `conversion-<kind>.test.ts` with its proofs, and `conversions.ts` that lists all converters. The same for requests and responses of hooks with several
 * versions, and `hook-conversions.ts` that lists these hooks. Nothing for a model that declares none.
 */
export function emitConversions(model: TypeModel, options: EmitConversionsOptions = {}): EmittedConversions {
  const diagnostics: Diagnostic[] = [];
  const hooks = hooksOfManyVersions(model);
  const bodies = hookBodies(model, hooks);
  const split = splitModel(model, bodies);
  const ofKinds = pairsOf(split.kinds, versionPairs(split.kinds, diagnostics), diagnostics);
  const bodyPairs = versionPairs(split.bodies, diagnostics).map((pair): VersionPair => ({ ...pair, areBodies: true }));
  const ofBodies = pairsOf(split.bodies, bodyPairs, diagnostics);
  diagnostics.push(...checkBodies(model, ofBodies.pairs));
  if (options.isReleased === true) diagnostics.push(...unconvertedVersions(hooks, ofBodies.pairs));
  const pairs = [...ofKinds.pairs, ...ofBodies.pairs];
  // Versions with one type need no functions, and are listed for servers and callers.
  const hasHooks = ofBodies.kinds.length > 0 || hooks.some(isOfOneType);
  if (hasErrors(diagnostics) || (ofKinds.kinds.length === 0 && !hasHooks))
    return { files: [], diagnostics: sortDiagnostics(diagnostics) };
  if (pairs.length > 0) diagnostics.push(...missingPackages(options, pairs));
  const context = contextOf(options);
  const files = [
    ...kindFiles(split.kinds, ofKinds.kinds, context),
    ...(hasHooks
      ? bodyFiles(
          split.bodies,
          { hooks, bodies, kinds: ofBodies.kinds },
          { ...context, areBodies: true, schemas: documentSchemas(options) },
        )
      : []),
  ];
  return { files, diagnostics: sortDiagnostics(diagnostics) };
}

interface Pairs {
  readonly pairs: readonly VersionPair[];
  /** Those that functions convert. */
  readonly kinds: readonly KindConversions[];
}

function pairsOf(model: TypeModel, pairs: readonly VersionPair[], diagnostics: Diagnostic[]): Pairs {
  diagnostics.push(...pairs.flatMap((pair) => checkPair(model, pair)));
  diagnostics.push(...checkStrategies(pairs));
  diagnostics.push(...checkOrder(pairs));
  // The API server needs no functions for strategy None.
  const kinds = kindConversions(model, pairs, diagnostics).filter(
    ({ pairs: [first] }) => first?.strategy === "Webhook",
  );
  diagnostics.push(...kinds.flatMap(checkTemplate));
  return { pairs, kinds };
}

function contextOf(options: EmitConversionsOptions): EmitContext {
  return {
    folder: options.folder ?? "src/generated",
    codegen: options.codegen ?? "@capstan/api/codegen/v1",
    check: options.check ?? "@capstan/cli/conversions",
    schemas: {
      constant: "crds",
      path: options.crds ?? "generated/crds",
      reader: "versionOfFile",
      version: "versionOfFile(new URL(`${crds}/${crd}.json`, import.meta.url), name)",
      description: "The version of a kind as the API server gets it, from the generated CRD.",
    },
    definitions: options.definitions ?? [],
  };
}

function documentSchemas({ document = "generated/openapi/runtime-hooks.json" }: EmitConversionsOptions): SchemaSource {
  return {
    constant: "document",
    path: document,
    reader: "versionOfHook",
    version: "versionOfHook(new URL(document, import.meta.url), crd, name)",
    description: "The request or response of a hook in a version, from the generated document.",
  };
}

function missingPackages(
  { isInstalled = () => true }: EmitConversionsOptions,
  [first]: readonly VersionPair[],
): Diagnostic[] {
  const missing = proofPackages.filter((name) => !isInstalled(name));
  return missing.map((name) =>
    conversionProblem("conversion/missing-package", {
      values: { package: name },
      position: first?.definition.position,
    }),
  );
}

function kindFiles(model: TypeModel, kinds: readonly KindConversions[], context: EmitContext): GeneratedFile[] {
  if (kinds.length === 0) return [];
  return [
    ...modulesOf(model, kinds, context),
    { path: `${context.folder}/conversions.ts`, content: listModule(kinds, context) },
  ];
}

function bodyFiles(model: TypeModel, listed: ListedHooks, context: EmitContext): GeneratedFile[] {
  // The tests find the schema of a body by its hook.
  const kinds = listed.kinds.map((kind) => {
    const body = listed.bodies.get(kind.hub.definition.root);
    return body === undefined ? kind : { ...kind, crd: `${kind.group}/${body.hook} ${body.side}` };
  });
  return [
    ...modulesOf(model, kinds, context),
    { path: `${context.folder}/hook-conversions.ts`, content: hookListModule({ ...listed, kinds }, context) },
  ];
}

function modulesOf(model: TypeModel, kinds: readonly KindConversions[], context: EmitContext): GeneratedFile[] {
  const completed = kinds.map((kind) => ({
    ...kind,
    pairs: kind.pairs.map((pair) => withCompletedDefaults(model, pair)),
  }));
  return completed.flatMap((kind): GeneratedFile[] => {
    const path = `${context.folder}/conversion-${kebab(kind.kind)}`;
    return [
      { path: `${path}.ts`, content: conversionModule(model, kind, context) },
      { path: `${path}.test.ts`, content: proofModule(model, kind, context) },
    ];
  });
}

function listModule(kinds: readonly KindConversions[], { codegen }: EmitContext): string {
  const names = (kind: KindConversions): string[] => [
    converterName(kind),
    ...(kind.template === undefined ? [] : [templateConverterName(kind)]),
  ];
  const imports = kinds.map(
    (kind) => `import { ${names(kind).join(", ")} } from ${stringLiteral(`./conversion-${kebab(kind.kind)}.ts`)};\n`,
  );
  return `${banner}
import type { Converter } from ${stringLiteral(codegen)};
${imports.join("")}
/** The converters of every kind with several versions: what a conversion webhook serves. */
export const converters: readonly Converter[] = [${kinds.flatMap(names).join(", ")}];
`;
}
