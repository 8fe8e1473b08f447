// Mistakes in a user's files as data: generators, schema checks and contract rules return these and the cli prints them.
import { excerpt } from "./excerpt.ts";
import { oneLine, printable } from "./terminal.ts";

/** How severe a diagnostic is. With an error, nothing is written. */
export type Severity = "error" | "warning" | "info";

/** A place in a source file; lines and columns count from 1. */
export interface Position {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** One mistake: what is wrong, where, and what to do about it. */
export interface Diagnostic {
  /** `<area>/<kebab-reason>`, stable, explained by `capstan explain`. */
  readonly code: string;
  readonly severity: Severity;
  /** One sentence without a final period; wrong values are in double quotes. */
  readonly message: string;
  readonly position?: Position;
  /** The JSON path in the document or CRD, where it is more precise than the position. */
  readonly path?: string;
  /** What to do about it: one imperative sentence without a final period. */
  readonly help?: string;
}

/** A kind of mistake, declared in a table of its package. */
export interface DiagnosticRule {
  readonly severity: Severity;
  /** What is wrong, with a `{placeholder}` for each value. */
  readonly message: string;
  /** What to do about it, with the same placeholders. */
  readonly help?: string;
  /** Why the rule exists and what fails without it: the page of `capstan explain`. */
  readonly explain: string;
}

/** A package's table of diagnostics, keyed by code. */
export type DiagnosticTable = Readonly<Record<string, DiagnosticRule>>;

/** The values and the position of one diagnostic. */
export interface DiagnosticDetails {
  readonly values?: Readonly<Record<string, string | number>>;
  readonly position?: Position | undefined;
  readonly path?: string | undefined;
}

/**
 * Creates the diagnostic of a code in a package's table, with the placeholders of message and help filled in.
 *
 * @throws Error when the code is not in the table or a placeholder has no value: both are bugs of the caller.
 * @example
 * const found = diagnose(yamlRules, "yaml/syntax", { values: { reason }, position: { file, line } });
 */
export function diagnose<T extends DiagnosticTable>(
  table: T,
  code: keyof T & string,
  details: DiagnosticDetails = {},
): Diagnostic {
  const rule = table[code];
  if (rule === undefined)
    throw new Error(`undeclared diagnostic "${code}"; declared are ${Object.keys(table).join(", ")}`);
  const { values = {}, position, path } = details;
  return {
    code,
    severity: rule.severity,
    message: fill(rule.message, values),
    ...(position === undefined ? {} : { position }),
    ...(path === undefined ? {} : { path: oneLine(path) }),
    ...(rule.help === undefined ? {} : { help: fill(rule.help, values) }),
  };
}

/** Longer values are cut: most are foreign, and what writes or reads a message goes through all of it several times. */
const longestValue = 8192;

/** Values stay within their line, so that they cannot forge another one. A placeholder that starts a line is for lines of our own. */
function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/(\n *)?\{([a-zA-Z]+)\}/g, (_, start: string | undefined, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for {${name}} in "${template}"`);
    return start === undefined ? oneLine(excerpt(String(value), longestValue)) : start + printable(String(value));
  });
}

/** Whether any of the diagnostics is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

/** `file:line:column`, without the parts that are not known. */
export function formatPosition(position: Position): string {
  return [oneLine(position.file), position.line, position.column].filter((part) => part !== undefined).join(":");
}

/** One diagnostic without color: position, severity, code and message, and the help on a line of its own. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const where = diagnostic.position === undefined ? "" : `${formatPosition(diagnostic.position)} `;
  const at = diagnostic.path === undefined ? "" : ` (at ${diagnostic.path})`;
  const help = diagnostic.help === undefined ? "" : `\n  help: ${diagnostic.help}`;
  return `${where}${diagnostic.severity} ${diagnostic.code}: ${diagnostic.message}${at}${help}`;
}

/** Diagnostics by file, line, column and code. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const key = (d: Diagnostic): readonly [string, number, number, string] => [
    d.position?.file ?? "",
    d.position?.line ?? 0,
    d.position?.column ?? 0,
    d.code,
  ];
  return diagnostics.toSorted((a, b) => compareKeys(key(a), key(b)));
}

function compareKeys(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [i, left] of a.entries()) {
    const right = b[i];
    if (right !== undefined && left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
