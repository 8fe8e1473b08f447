// Collects what the parts of the CRD check find.
import type { CrdRule } from "./crd-rules.ts";
import type { FieldError } from "../fields/field-error.ts";
import type { FieldPath } from "../fields/field-path.ts";

/** One finding: an error, or advice. */
export type CrdFinding =
  | { readonly code: CrdRule; readonly error: FieldError }
  | { readonly code: CrdRule; readonly advice: Readonly<Record<string, string>>; readonly path: FieldPath };

/** The findings in the order of the walk. */
export class CrdReport {
  readonly findings: CrdFinding[] = [];
  readonly #codes = new Set<CrdRule>();
  #errors = 0;

  /** Adds an error: the API server would reject the definition. */
  error(code: CrdRule, error: FieldError): void {
    this.#errors += 1;
    this.#add({ code, error });
  }

  /** Adds advice: the API server accepts the definition, but something in it has no effect. */
  advice(code: CrdRule, path: FieldPath, values: Readonly<Record<string, string>>): void {
    this.#add({ code, advice: values, path });
  }

  /** Whether something was found already. */
  has(code: CrdRule): boolean {
    return this.#codes.has(code);
  }

  /** How many errors there are so far. */
  get errors(): number {
    return this.#errors;
  }

  #add(finding: CrdFinding): void {
    this.#codes.add(finding.code);
    this.findings.push(finding);
  }
}
