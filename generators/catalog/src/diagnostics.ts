// The mistakes that only this generator finds.
// Read by emit-catalog.ts and by `capstan explain`; mistakes in definitions themselves are the reader's.
import type { DiagnosticRule } from "@capstan/kube";

/** The diagnostics of the catalog generator. */
export const catalogDiagnostics: Readonly<Record<"catalog/hook-twice", DiagnosticRule>> = {
  "catalog/hook-twice": {
    severity: "error",
    message: 'two hooks are named "{name}"',
    hint: "rename one",
    explain:
      "The catalog finds hooks by name, so a name stands for one hook. The same hook in several versions is fine: the preferred version has the name, the others carry their version behind it.",
  },
};
