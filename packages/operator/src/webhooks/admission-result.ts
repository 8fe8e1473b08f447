// What an author's webhook returns: nothing when the request is right, and otherwise one of these values.
import { isJsonObject } from "@capstan/kube";
import { type FieldRejection, isFieldRejection } from "./field-rejection.ts";

/** What can be told to the user in addition to the decision. */
export interface AdmissionResultOptions {
  /** Shown by kubectl, also when the request is rejected. Write at most 120 characters in each: API servers cut long ones. */
  readonly warnings?: readonly string[];
}

/** The decision of a webhook. Create it with `admitted` or `rejected`. */
export type AdmissionResult = Readonly<AdmissionResultOptions> &
  (
    | { readonly decision: "admitted" }
    | { readonly decision: "rejected"; readonly because: string | readonly FieldRejection[] }
  );

/**
 * Admits the request. A webhook that returns nothing admits it, too; this is for warnings.
 *
 * @example
 * return admitted({ warnings: ["spec.size: \"tiny\" will be removed in the next release"] });
 */
export function admitted(options: AdmissionResultOptions = {}): AdmissionResult {
  return { decision: "admitted", ...options };
}

/**
 * Rejects the request. With a list of fields the user reads what the API server itself would say about each
 * (`spec.zone: Invalid value: "x": ...`, code 422), and clients find them in the causes of the Status. With a sentence the code is 403. An empty list
 * admits: a check that collects what is wrong can return its list as it is.
 *
 * @example
 * return rejected([{ path: "spec.zone", type: "Invalid", value: object.spec.zone, detail: "must be a zone of the region" }]);
 */
export function rejected(
  because: string | readonly FieldRejection[],
  options: AdmissionResultOptions = {},
): AdmissionResult {
  return { decision: "rejected", because, ...options };
}

/** Whether a value that an author's function returned is a result: JavaScript, and casts, can return anything. */
export function isAdmissionResult(value: unknown): value is AdmissionResult {
  if (!isJsonObject(value)) return false;
  const { decision, because, warnings = [] } = value;
  if (!Array.isArray(warnings) || !warnings.every((warning) => typeof warning === "string")) return false;
  if (decision === "admitted") return true;
  return (
    decision === "rejected" &&
    (typeof because === "string" || (Array.isArray(because) && because.every(isFieldRejection)))
  );
}
