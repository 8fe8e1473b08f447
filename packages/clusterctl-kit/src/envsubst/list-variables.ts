// The variables of a release file, as `clusterctl generate --list-variables` shows them. The first occurrence of a variable decides.
import type { Diagnostic, Position } from "@capstan/kube";
import { parseTemplate } from "./parse-template.ts";
import { positionsIn } from "./positions.ts";
import type { Expansion, Segment } from "./template.ts";

/** A variable of a release file. */
export interface TemplateVariable {
  readonly name: string;
  /** The default as written; absent for a required variable. */
  readonly defaultValue?: string;
  /** Where it first occurs. */
  readonly position: Position;
}

/** The variables in the order of their first occurrence, without nested ones, as in clusterctl. */
export function listVariables(
  text: string,
  file = "<text>",
): { readonly variables: readonly TemplateVariable[]; readonly diagnostics: readonly Diagnostic[] } {
  const { segments, diagnostics } = parseTemplate(text, file);
  const positionAt = positionsIn(text, file);
  const variables = [...firstOccurrences(segments).values()].map((expansion) => {
    const value = defaultOf(expansion);
    return {
      name: expansion.name,
      ...(value === "" ? {} : { defaultValue: value }),
      position: positionAt(expansion.offset),
    };
  });
  return { variables, diagnostics };
}

/** The first top-level expansion of each variable. */
export function firstOccurrences(segments: readonly Segment[]): Map<string, Expansion> {
  const first = new Map<string, Expansion>();
  for (const segment of segments) {
    if (segment.kind === "expansion" && !first.has(segment.name)) first.set(segment.name, segment);
  }
  return first;
}

/** Whether clusterctl finds a default: no argument is empty. */
export function hasDefault(expansion: Expansion): boolean {
  return expansion.args.length > 0;
}

/** What clusterctl uses as the default: all arguments, whatever the operator, with nested expansions shown by name. */
export function defaultOf(expansion: Expansion): string {
  return expansion.args.map((arg) => (arg.kind === "text" ? arg.text : `\${${arg.name}}`)).join("");
}
