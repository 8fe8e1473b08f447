// An error that was thrown, as a diagnostic: Capstan's own keep their code and their mend, anything else is a fault of ours.
// Called by program.ts for a whole command, and by verbs where one failure must not stop the rest.
import { diagnose, errorFrom, isCapstanError, type Diagnostic } from "@capstan/kube";
import { cliDiagnostics } from "./cli-errors.ts";

/** The diagnostic of anything thrown. */
export function diagnosticOf(caught: unknown): Diagnostic {
  if (isCapstanError(caught)) {
    const { code, message, mend } = caught;
    return { code, severity: "error", message, ...(mend === undefined ? {} : { hint: mend }) };
  }
  const error = errorFrom(caught);
  return diagnose(cliDiagnostics, "cli/unexpected", { values: { problem: error.stack ?? error.message } });
}
