// The answer to an AdmissionReview: the decision of an author's function, its warnings, and the patch of what it changed.
import {
  createJsonPatch,
  excerpt,
  isJsonObject,
  type KubeObject,
  type KubeStatus,
  stringifyBigJson,
} from "@capstan/kube";
import type { ServeResponse } from "@capstan/serve";
import { operatorError } from "../operator-errors.ts";
import { type AdmissionResult, admitted, isAdmissionResult } from "./admission-result.ts";
import { type FieldRejection, statusCause } from "./field-rejection.ts";
import { immutableRejections } from "./immutable-path.ts";
import { longestMessage, type WebhookReview } from "./reviews.ts";
import type { AdmissionDefinition, AnyReview } from "./webhook-definition.ts";

/** What is answered. */
export interface AnsweredReview {
  readonly review: WebhookReview;
  readonly read: AnyReview;
  /** The object before the function of a mutating webhook changed it. */
  readonly before: KubeObject | undefined;
  /** What the function returned. */
  readonly answered: unknown;
}

/** The answer with what the author's function returned. Throws `operator/webhook-result` when that is not a result. */
export function answerAdmission(
  webhook: AdmissionDefinition<never>,
  { review: { apiVersion, kind, request }, read, before, answered }: AnsweredReview,
): ServeResponse {
  const result = withImmutable(webhook, read, resultOf(webhook, answered));
  const response = { uid: request["uid"], ...decisionOf(webhook, read, result), ...warningsOf(result) };
  const patch = response.allowed && before !== undefined ? patchOf(before, read.object) : {};
  const body = JSON.stringify({ apiVersion, kind, response: { ...response, ...patch } });
  return { status: 200, headers: { "content-type": "application/json" }, body };
}

function resultOf({ name }: AdmissionDefinition<never>, answered: unknown): AdmissionResult {
  if (answered === undefined) return admitted();
  if (isAdmissionResult(answered)) return answered;
  throw operatorError("operator/webhook-result", { webhook: name, returned: kindOf(answered) });
}

/** Not the value: the author's function may have returned an object with secrets. */
function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** A sentence of the author's function decides; its fields come after those that may not change. */
function withImmutable(webhook: AdmissionDefinition<never>, read: AnyReview, result: AdmissionResult): AdmissionResult {
  if (read.operation !== "UPDATE" || typeof becauseOf(result) === "string") return result;
  const changed = immutableRejections(webhook.immutable, read);
  const because = [...changed, ...fieldsOf(result)];
  const { warnings } = result;
  return because.length === 0 ? result : { decision: "rejected", because, ...(warnings && { warnings }) };
}

function becauseOf(result: AdmissionResult): string | readonly FieldRejection[] {
  return result.decision === "rejected" ? result.because : [];
}

function fieldsOf(result: AdmissionResult): readonly FieldRejection[] {
  const because = becauseOf(result);
  return typeof because === "string" ? [] : because;
}

type Decision = { readonly allowed: boolean; readonly status?: Partial<KubeStatus> };

function decisionOf(webhook: AdmissionDefinition<never>, read: AnyReview, result: AdmissionResult): Decision {
  const because = becauseOf(result);
  if (typeof because === "string") {
    const message = excerpt(because, longestMessage);
    return { allowed: false, status: { status: "Failure", reason: "Forbidden", code: 403, message } };
  }
  if (because.length === 0) return { allowed: true };
  return { allowed: false, status: invalidStatus(webhook, read, because) };
}

/** More causes help nobody; all together are a part of an answer's body. */
const mostCauses = 100;

/** As `apierrors.NewInvalid`. */
function invalidStatus(
  { resource: { group, kind } }: AdmissionDefinition<never>,
  { name, object }: AnyReview,
  because: readonly FieldRejection[],
): Partial<KubeStatus> {
  const causes = because
    .slice(0, mostCauses)
    .map(statusCause)
    .map((cause) => ({ ...cause, message: excerpt(cause.message ?? "", longestMessage) }));
  const sentences = [...new Set(causes.map(({ field, message }) => `${field}: ${message}`))];
  const list = sentences.length === 1 ? sentences.join("") : `[${sentences.join(", ")}]`;
  const named = name === "" ? (object.metadata.name ?? "") : name;
  const message = `${group === "" ? kind : `${kind}.${group}`} ${JSON.stringify(named)} is invalid: ${list}`;
  const details = { name: named, group, kind, causes };
  return { status: "Failure", reason: "Invalid", code: 422, message, details };
}

function warningsOf({ warnings = [] }: AdmissionResult): { readonly warnings?: readonly string[] } {
  return warnings.length === 0 ? {} : { warnings: warnings.slice(0, mostCauses) };
}

/** What the function changed. A field that it set to undefined is removed. */
function patchOf(before: KubeObject, after: KubeObject): { readonly patchType?: "JSONPatch"; readonly patch?: string } {
  const operations = isJsonObject(after) ? createJsonPatch(before, after) : [];
  if (operations.length === 0) return {};
  return { patchType: "JSONPatch", patch: Buffer.from(stringifyBigJson(operations)).toString("base64") };
}
