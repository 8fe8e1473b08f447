// Collects what the parts of the CRD check find, up to a limit: a foreign definition can have a problem in each of its fields.
import type { CrdRule } from "./crd-rules.ts";
import type { FieldError } from "../fields/field-error.ts";
import { rootPath, type FieldPath } from "../fields/field-path.ts";

/** One finding: an error, or advice. */
export type CrdFinding =
  | { readonly code: CrdRule; readonly error: FieldError }
  | { readonly code: CrdRule; readonly advice: Readonly<Record<string, string>>; readonly path: FieldPath };

/** How many errors, and how many pieces of advice, are kept. */
const most = 1000;

/** The first findings, in the order of the walk. */
export class CrdReport {
  readonly #findings: CrdFinding[] = [];
  readonly #codes = new Set<CrdRule>();
  #errors = 0;
  #advice = 0;

  /** Adds an error: the API server would reject the definition. */
  error(code: CrdRule, error: FieldError): void {
    this.#errors += 1;
    this.#codes.add(code);
    if (this.#errors <= most) this.#findings.push({ code, error });
  }

  /** Adds advice: the API server accepts the definition, but something in it has no effect. Its values are not worked out beyond the limit. */
  advice(code: CrdRule, path: FieldPath, valuesOf: () => Readonly<Record<string, string>> = () => ({})): void {
    this.#advice += 1;
    this.#codes.add(code);
    if (this.#advice <= most) this.#findings.push({ code, advice: valuesOf(), path });
  }

  /** Whether something was found already. */
  has(code: CrdRule): boolean {
    return this.#codes.has(code);
  }

  /** How many errors there are so far. */
  get errors(): number {
    return this.#errors;
  }

  /** The findings, and how many are not among them. */
  get findings(): readonly CrdFinding[] {
    const rest = Math.max(0, this.#errors - most) + Math.max(0, this.#advice - most);
    if (rest === 0) return this.#findings;
    return [...this.#findings, { code: "crd/more", advice: { count: String(rest) }, path: rootPath }];
  }
}
