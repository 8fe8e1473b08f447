// Limits on what the import of one document works out: a few lines of references can describe types of any size and any nesting.
import type { JsonPath } from "@capstan/kube";
import { rejectAt, type Findings } from "./diagnostics.ts";

/** The limits of one document. */
const limits = { schemas: 100_000, levels: 200, copies: 1_000_000 } as const;

/**
 * Counts the schemas that were read, how deep they are nested, and the keywords and fields that `allOf` copies and compares. After the first
 * excess, nothing more is read.
 */
export class ImportWork {
  #schemas = 0;
  #copies = 0;
  #levels = 0;
  #exceeded = false;

  /** Reads one schema; undefined, with one diagnostic in all, beyond a limit. */
  read<T>(findings: Findings, path: JsonPath, readSchema: () => T): T | undefined {
    if (this.#exceeded) return undefined;
    this.#schemas += 1;
    if (this.#schemas > limits.schemas) return this.#reject(findings, path, `more than ${limits.schemas} schemas`);
    if (this.#levels >= limits.levels) return this.#reject(findings, path, `more than ${limits.levels} levels`);
    this.#levels += 1;
    try {
      return readSchema();
    } finally {
      this.#levels -= 1;
    }
  }

  /** Counts keywords and fields that `allOf` copies or compares; false, with one diagnostic in all, beyond the limit. */
  copy(findings: Findings, path: JsonPath, count: number): boolean {
    if (this.#exceeded) return false;
    this.#copies += count;
    if (this.#copies > limits.copies)
      this.#reject(findings, path, `more than ${limits.copies} fields in parts of \`allOf\``);
    return !this.#exceeded;
  }

  #reject(findings: Findings, path: JsonPath, size: string): undefined {
    this.#exceeded = true;
    rejectAt(findings, "openapi/import-size", { path, values: { size } });
  }
}
