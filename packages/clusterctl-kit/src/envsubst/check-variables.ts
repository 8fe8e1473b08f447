// Warnings about variables that clusterctl accepts but that do not do what the author expects.
import { diagnose, type Diagnostic } from "@capstan/kube";
import { envsubstDiagnostics, type VariableCode } from "./diagnostics.ts";
import { hasDefault } from "./list-variables.ts";
import { parseTemplate } from "./parse-template.ts";
import { positionsIn } from "./positions.ts";
import type { Expansion, Segment } from "./template.ts";

const defaults: ReadonlySet<string> = new Set(["=", ":=", ":-"]);

/** Errors of the parser, then warnings, in the order they occur. */
export function checkVariables(text: string, file = "<text>"): Diagnostic[] {
  const { segments, diagnostics } = parseTemplate(text, file);
  const top = segments.filter((segment): segment is Expansion => segment.kind === "expansion");
  const first = new Map<string, Expansion>();
  const found: Diagnostic[] = [...diagnostics];
  const positionAt = positionsIn(text, file);
  const report = (code: VariableCode, expansion: Expansion): void => {
    found.push(
      diagnose(envsubstDiagnostics, code, {
        values: { name: expansion.name, operator: expansion.operator },
        position: positionAt(expansion.offset),
      }),
    );
  };
  for (const expansion of top) {
    const earlier = first.get(expansion.name);
    if (earlier === undefined) first.set(expansion.name, expansion);
    if (expansion.operator === ":?" || expansion.operator === ":+") report("variables/not-shell", expansion);
    if (defaults.has(expansion.operator) && expansion.args.length === 0) report("variables/empty-default", expansion);
    if (earlier !== undefined && !hasDefault(earlier) && hasDefault(expansion))
      report("variables/default-too-late", expansion);
  }
  for (const nested of top.flatMap((expansion) => nestedIn(expansion.args))) {
    if (!first.has(nested.name)) report("variables/nested-only", nested);
  }
  return found;
}

function nestedIn(args: readonly Segment[]): Expansion[] {
  return args.flatMap((arg) => (arg.kind === "text" ? [] : [arg, ...nestedIn(arg.args)]));
}
