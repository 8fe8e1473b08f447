// What a string may not become in a written file.
import { errorOf, type CapstanError, type DiagnosticTable } from "@capstan/kube";

/** The errors of writing strings into TypeScript, by code. */
export const writingErrors: DiagnosticTable = {
  "generate/break-out": {
    severity: "error",
    message: "{written} cannot be written as {target}, so nothing was written",
    help: "rename it in the file that it comes from",
    explain:
      "Strings of schemas and definitions become comments, literals and names of TypeScript. Each writer checks its result: what would end the comment or the literal, or is not a name, would be code that the author of the schema chose.",
  },
};

/** The error for a string that would not stay what it is written as. */
export function breakOut(target: string, written: string): CapstanError {
  return errorOf(writingErrors, "generate/break-out", { values: { target, written: JSON.stringify(written) } });
}
