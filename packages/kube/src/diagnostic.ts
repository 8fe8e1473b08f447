// A user's mistake in a file, as data: generators, schema checks and contract rules return these, the cli prints them.
// Nothing here prints in colour, reads files or exits.

/** How much a diagnostic matters: an error stops before anything is written. */
export type Severity = "error" | "warning" | "info";

/** A place in a source file; lines and columns count from 1. */
export interface Position {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** One mistake: what is wrong, where, and how to mend it. */
export interface Diagnostic {
  /** `<area>/<kebab-reason>`, stable, explained by `capstan explain`. */
  readonly code: string;
  readonly severity: Severity;
  /** One sentence without a full stop; offending values in double quotes. */
  readonly message: string;
  readonly position?: Position;
  /** The JSON path in the document or CRD, where that says more than the position. */
  readonly path?: string;
  /** The mend: one imperative sentence. */
  readonly hint?: string;
}

/** One kind of mistake, declared once in a table of its package; `explain` is the page's text. */
export interface DiagnosticRule {
  readonly severity: Severity;
  /** What is wrong, with `{holes}` for the values. */
  readonly message: string;
  /** How to mend it, with the same holes. */
  readonly hint?: string;
  /** Why the rule exists and what breaks without it. */
  readonly explain: string;
}

/** A package's table of diagnostics, keyed by code. */
export type DiagnosticTable = Readonly<Record<string, DiagnosticRule>>;

/** What one occurrence adds to its rule: the values for the holes and the place. */
export interface DiagnosticDetails {
  readonly values?: Readonly<Record<string, string | number>>;
  readonly position?: Position | undefined;
  readonly path?: string | undefined;
}

/** Makes a diagnostic of a table's code; an undeclared code or hole is a programmer's mistake and throws. */
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
    ...(path === undefined ? {} : { path }),
    ...(rule.hint === undefined ? {} : { hint: fill(rule.hint, values) }),
  };
}

function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{([a-zA-Z]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for {${name}} in "${template}"`);
    return String(value);
  });
}

/** Whether any of the diagnostics is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

/** `file:line:column`, as far as known. */
export function formatPosition(position: Position): string {
  return [position.file, position.line, position.column].filter((part) => part !== undefined).join(":");
}

/** One diagnostic as plain text: position, severity, code, message, and the mend on a line of its own. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const where = diagnostic.position === undefined ? "" : `${formatPosition(diagnostic.position)} `;
  const at = diagnostic.path === undefined ? "" : ` (at ${diagnostic.path})`;
  const hint = diagnostic.hint === undefined ? "" : `\n  mend: ${diagnostic.hint}`;
  return `${where}${diagnostic.severity} ${diagnostic.code}: ${diagnostic.message}${at}${hint}`;
}

/** Diagnostics in the order a reader wants them: by file, line, column, then code. */
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
