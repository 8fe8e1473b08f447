// The errors of starting a test control plane, as a table. Those of the real backend are in envtest/errors.ts.
import { errorOf, type CapstanError, type DiagnosticRule, type ErrorDetails } from "@capstan/kube";

/** The codes of the errors of starting. */
export type TestenvErrorCode = "testenv/crd-rejected" | "testenv/unknown-backend";

/** The errors of starting by code. */
export const testenvErrors: Readonly<Record<TestenvErrorCode, DiagnosticRule>> = {
  "testenv/unknown-backend": {
    severity: "error",
    message: 'there is no test backend "{backend}"',
    help: "set CAPSTAN_TESTENV to one of {known}, or leave it out",
    explain: "Tests choose their control plane in code or by the environment variable CAPSTAN_TESTENV.",
  },
  "testenv/crd-rejected": {
    severity: "error",
    message: "the embedded API server rejects the definition {name}: {reason}",
    help: "fix the definition; a real API server rejects it too",
    explain: "Definitions are validated by the rules of the real API server before they are served.",
  },
};

/** Creates one of these errors. */
export function testenvError(
  code: TestenvErrorCode,
  values: ErrorDetails["values"] = {},
  cause?: unknown,
): CapstanError {
  return errorOf(testenvErrors, code, { values, cause });
}
