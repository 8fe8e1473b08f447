// What can go wrong before a test control plane runs, as a table that `capstan explain` also reads. The real backend's own
// errors are in envtest/errors.ts.
import { errorOf, type CapstanError, type DiagnosticRule, type ErrorDetails } from "@capstan/kube";

/** The codes of the errors of starting. */
export type TestenvErrorCode = "testenv/crd-refused" | "testenv/unknown-backend";

/** The errors of starting by code. */
export const testenvErrors: Readonly<Record<TestenvErrorCode, DiagnosticRule>> = {
  "testenv/unknown-backend": {
    severity: "error",
    message: 'there is no test backend "{backend}"',
    hint: "set CAPSTAN_TESTENV to one of {known}, or leave it out",
    explain: "Tests choose their control plane in code or by the environment variable CAPSTAN_TESTENV.",
  },
  "testenv/crd-refused": {
    severity: "error",
    message: "the embedded API server refuses the definition {name}: {reason}",
    hint: "mend the definition; a real API server would refuse it too",
    explain: "Definitions are judged by the API server's own rules before they are served.",
  },
};

/** Makes one of these errors. */
export function testenvError(
  code: TestenvErrorCode,
  values: ErrorDetails["values"] = {},
  cause?: unknown,
): CapstanError {
  return errorOf(testenvErrors, code, { values, cause });
}
