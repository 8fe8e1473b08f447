// Errors of a package declared as a table, so that `capstan explain` has a page for each code that can be thrown.
// Called where a package throws; the table is the same kind as that of diagnostics (diagnostic.ts).
import { CapstanError } from "./errors.ts";
import { diagnose, type DiagnosticTable } from "./diagnostic.ts";

/** What an error of a table says besides its code. */
export interface ErrorDetails {
  /** Values for the holes of the message and the mend. */
  readonly values?: Readonly<Record<string, string | number>>;
  readonly cause?: unknown;
}

/** Makes the error of a table's code; an undeclared code or hole is a programmer's mistake and throws. */
export function errorOf<T extends DiagnosticTable>(
  table: T,
  code: keyof T & string,
  details: ErrorDetails = {},
): CapstanError {
  const { message, hint } = diagnose(table, code, { values: details.values ?? {} });
  return new CapstanError(code, message, { ...(hint === undefined ? {} : { mend: hint }), cause: details.cause });
}
