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
} from "./modules/conversion-module.ts";
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
 * `conversion-<kind>.test.ts` with its proofs, and `conversions.ts` that lists all converters. Nothing for a model that
 * declares none.
 */
export function emitConversions(model: TypeModel, options: EmitConversionsOptions = {}): EmittedConversions {
  const context: EmitContext = {
    folder: options.folder ?? "src/generated",
    codegen: options.codegen ?? "@capstan/api/codegen/v1",
    check: options.check ?? "@capstan/cli/conversions",
    crds: options.crds ?? "generated/crds",
    definitions: options.definitions ?? [],
  };
  const diagnostics: Diagnostic[] = [];
  const pairs = versionPairs(model, diagnostics);
  diagnostics.push(...pairs.flatMap((pair) => checkPair(model, pair)));
  diagnostics.push(...checkStrategies(pairs));
  diagnostics.push(...checkOrder(pairs));
  // The API server needs no functions for strategy None.
  const kinds = kindConversions(model, pairs, diagnostics).filter(
    ({ pairs: [first] }) => first?.strategy === "Webhook",
  );
  diagnostics.push(...kinds.flatMap(checkTemplate));
  if (hasErrors(diagnostics) || kinds.length === 0) return { files: [], diagnostics: sortDiagnostics(diagnostics) };
  diagnostics.push(...missingPackages(options, pairs));
  const completed = kinds.map((kind) => ({
    ...kind,
    pairs: kind.pairs.map((pair) => withCompletedDefaults(model, pair)),
  }));
  return { files: filesOf(model, completed, context), diagnostics: sortDiagnostics(diagnostics) };
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

function filesOf(model: TypeModel, kinds: readonly KindConversions[], context: EmitContext): GeneratedFile[] {
  const own = kinds.flatMap((kind): GeneratedFile[] => {
    const path = `${context.folder}/conversion-${kebab(kind.kind)}`;
    return [
      { path: `${path}.ts`, content: conversionModule(model, kind, context) },
      { path: `${path}.test.ts`, content: proofModule(model, kind, context) },
    ];
  });
  return [...own, { path: `${context.folder}/conversions.ts`, content: listModule(kinds, context) }];
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
