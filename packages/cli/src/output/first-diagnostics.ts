// The diagnostics that an output shows: foreign files can have hundreds of thousands.
import { sortDiagnostics, type Diagnostic } from "@capstan/kube";

/** How many diagnostics each kind of output shows. */
export const mostShown = { people: 100, machines: 1000 } as const;

/** Sorted diagnostics, and how many are not among them. */
export interface FirstDiagnostics {
  readonly shown: readonly Diagnostic[];
  readonly omitted: number;
}

/** The first diagnostics by file and line, errors before all others when there are more than the limit. */
export function firstDiagnostics(diagnostics: readonly Diagnostic[], most: number): FirstDiagnostics {
  const sorted = sortDiagnostics(diagnostics);
  if (sorted.length <= most) return { shown: sorted, omitted: 0 };
  const errors = sorted.filter(({ severity }) => severity === "error");
  const others = sorted.filter(({ severity }) => severity !== "error");
  return { shown: sortDiagnostics([...errors, ...others].slice(0, most)), omitted: sorted.length - most };
}

/** What stands in the place of those that are not shown; nothing when all are. */
export function omittedWords(omitted: number): readonly string[] {
  return omitted === 0 ? [] : [`and ${omitted} more, errors before warnings`];
}
