// What functions of the author throw: their codes, and the fields of the log lines about them.
import type { DiagnosticRule } from "@capstan/kube";
import { errorFields, type LogFields } from "@capstan/process";

/** The codes of functions of the author that failed. */
export type AuthorErrorCode =
  | "operator/map-failed"
  | "operator/predicate-failed"
  | "operator/source-failed"
  | "operator/thrown-value";

/** Their part of the table of errors. */
export const authorErrors: Readonly<Record<AuthorErrorCode, DiagnosticRule>> = {
  "operator/map-failed": {
    severity: "error",
    message: "the map function of {kind} failed: {reason}",
    help: "correct the function where the stack points to; return [] for an object that concerns no key",
    explain:
      "The function maps an object to the keys that its change concerns. What it throws is counted in the metrics, and the call is repeated later, with longer waits each time; after the last try not before the object changes again. Other objects are not affected.",
  },
  "operator/predicate-failed": {
    severity: "error",
    message: "the predicate of {kind} failed: {reason}",
    help: "correct the function where the stack points to; fields that may be missing need a `?.`",
    explain:
      "A predicate says which events reach a controller. An event for which it throws passes, so that nothing is lost. What it throws for a state that is made up after a gap in a watch lets nothing pass, since the real event passes, too.",
  },
  "operator/source-failed": {
    severity: "error",
    message: "the source {name} of the controller {controller} failed: {reason}",
    help: "correct the function where the stack points to, or let it wait for what it reads from",
    explain:
      "A source gives keys from elsewhere than the API server. When it throws, it is opened again, with longer waits each time; keys that it would have given meanwhile have to be found by the source itself.",
  },
  "operator/thrown-value": {
    severity: "error",
    message: "a reconcile threw {value}, which is no Error",
    help: "throw an Error: it has a stack, which says where",
    explain:
      "JavaScript can throw any value. One that is no Error has no stack and no cause, so that nobody sees where it comes from. The reconcile is repeated as after any other error, and counted as a panic.",
  },
};

/** The fields for what a function threw, with a code that `capstan explain` has a page for; an error of Capstan's keeps its own. */
export function authorFields(code: AuthorErrorCode, thrown: unknown): LogFields {
  const fields = errorFields(thrown, { frames: true });
  return "code" in fields ? fields : { ...fields, code, help: authorErrors[code].help };
}
