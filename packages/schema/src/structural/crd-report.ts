// Where the parts of the CRD check leave what they find: one list that becomes diagnostics for people and field errors for
// clients of a server. Made by check-crd.ts, handed to every part.
import type { CrdRule } from "./crd-rules.ts";
import type { FieldError } from "./field-error.ts";
import type { FieldPath } from "./field-path.ts";

/** One thing found. */
export type CrdFinding =
  | { readonly code: CrdRule; readonly error: FieldError }
  | { readonly code: CrdRule; readonly advice: Readonly<Record<string, string>>; readonly path: FieldPath };

/** Collects findings in the order of the walk. */
export class CrdReport {
  readonly findings: CrdFinding[] = [];

  /** A rule is broken: the API server refuses the definition. */
  error(code: CrdRule, error: FieldError): void {
    this.findings.push({ code, error });
  }

  /** Something is allowed but surely not meant. */
  advice(code: CrdRule, path: FieldPath, values: Readonly<Record<string, string>>): void {
    this.findings.push({ code, advice: values, path });
  }

  /** How many errors there are so far. */
  get errors(): number {
    return this.findings.filter((finding) => "error" in finding).length;
  }
}
