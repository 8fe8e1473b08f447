// TypeModel -> conversion functions and their proofs. Pure: the same model gives the same bytes, and an error among the
// diagnostics means no files.
import type { GeneratedFile, TypeModel } from "@capstan/generator-model";
import { hasErrors, sortDiagnostics, type Diagnostic } from "@capstan/kube";
import { checkPair } from "./check-pair.ts";
import { banner, conversionModule } from "./conversion-module.ts";
import { kindConversions, type KindConversions } from "./kind-conversions.ts";
import type { EmitContext } from "./emit-context.ts";
import { camel, kebab } from "./names.ts";
import { proofModule } from "./proof-module.ts";
import { versionPairs } from "./version-pair.ts";

/** How conversions are emitted. */
export interface EmitConversionsOptions {
  /** The folder of the files, relative to the project; `src/generated` unless given. */
  readonly folder?: string;
  /** The module that generated code imports; `@capstan/api/codegen/v1` unless given. */
  readonly codegen?: string;
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
  };
  const diagnostics: Diagnostic[] = [];
  const pairs = versionPairs(model, diagnostics);
  diagnostics.push(...pairs.flatMap((pair) => checkPair(model, pair)));
  const kinds = kindConversions(model, pairs, diagnostics);
  const files = hasErrors(diagnostics) || kinds.length === 0 ? [] : filesOf(model, kinds, context);
  return { files, diagnostics: sortDiagnostics(diagnostics) };
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
    `${camel(kind.kind)}Converter`,
    ...(kind.hasTemplate ? [`${camel(kind.kind)}TemplateConverter`] : []),
  ];
  const imports = kinds.map(
    (kind) => `import { ${names(kind).join(", ")} } from "./conversion-${kebab(kind.kind)}.ts";\n`,
  );
  return `${banner}
import type { Converter } from ${JSON.stringify(codegen)};
${imports.join("")}
/** The converters of every kind with several versions: what a conversion webhook serves. */
export const converters: readonly Converter[] = [${kinds.flatMap(names).join(", ")}];
`;
}
