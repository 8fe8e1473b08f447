// Refusals of the embedded API server as errors, worded like the real one's (apimachinery's errors package). Handlers throw
// these; handler.ts turns them into answers.
import { failureStatus, type KubeStatus, type StatusReason } from "@capstan/kube";
import type { FieldError } from "@capstan/schema";

/** An answer that is a Status. */
export class StatusError extends Error {
  override readonly name = "StatusError";
  readonly status: KubeStatus;

  constructor(status: KubeStatus) {
    super(status.message);
    this.status = status;
  }
}

/** What messages call a resource. */
export interface NamedResource {
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
}

/** `foos.example.com`, or the plural alone in the core group. */
export function qualified({ group, plural }: Pick<NamedResource, "group" | "plural">): string {
  return group === "" ? plural : `${plural}.${group}`;
}

/** Any refusal. */
export function refusal(reason: StatusReason, message: string, details?: KubeStatus["details"]): StatusError {
  return new StatusError(failureStatus(reason, message, details));
}

function detailsOf(
  { group, plural }: Pick<NamedResource, "group" | "plural">,
  name: string,
): NonNullable<KubeStatus["details"]> {
  return { ...(name === "" ? {} : { name }), ...(group === "" ? {} : { group }), kind: plural };
}

/** There is no such object. */
export function notFound(resource: Pick<NamedResource, "group" | "plural">, name: string): StatusError {
  return refusal("NotFound", `${qualified(resource)} "${name}" not found`, detailsOf(resource, name));
}

/** There is one already. */
export function alreadyExists(resource: NamedResource, name: string): StatusError {
  return refusal("AlreadyExists", `${qualified(resource)} "${name}" already exists`, detailsOf(resource, name));
}

/** The object is another one by now. */
export function conflict(resource: NamedResource, name: string, why: string): StatusError {
  return refusal(
    "Conflict",
    `Operation cannot be fulfilled on ${qualified(resource)} "${name}": ${why}`,
    detailsOf(resource, name),
  );
}

/** Why a write was refused whose resourceVersion is not the current one. */
export const modified = "the object has been modified; please apply your changes to the latest version and try again";

/** Not allowed, whoever asks. */
export function forbiddenWrite(resource: NamedResource, name: string, why: string): StatusError {
  return refusal("Forbidden", `${qualified(resource)} "${name}" is forbidden: ${why}`, detailsOf(resource, name));
}

/** The object breaks its schema or the rules of metadata. */
export function invalidObject(resource: NamedResource, name: string, errors: readonly FieldError[]): StatusError {
  const texts = errors.map(({ field, message }) => `${field === "" ? "<nil>" : field}: ${message}`);
  const list = texts.length === 1 ? (texts[0] ?? "") : `[${texts.join(", ")}]`;
  const kind = resource.group === "" ? resource.kind : `${resource.kind}.${resource.group}`;
  const causes = errors.map(({ reason, message, field }) => ({
    reason,
    message,
    field: field === "" ? "<nil>" : field,
  }));
  return refusal("Invalid", `${kind} "${name}" is invalid: ${list}`, {
    ...(name === "" ? {} : { name }),
    ...(resource.group === "" ? {} : { group: resource.group }),
    kind: resource.kind,
    causes,
  });
}

/** The request itself makes no sense. */
export function badRequest(message: string): StatusError {
  return refusal("BadRequest", message);
}

/** The server failed; tests see what at. */
export function internalError(message: string): StatusError {
  return refusal("InternalError", `Internal error occurred: ${message}`, { causes: [{ message }] });
}

/** History is not kept that far back. */
export function expired(message: string): StatusError {
  return refusal("Expired", message);
}

/** The server has not yet reached the version that was asked for. */
export function tooLargeVersion(asked: number, current: number): StatusError {
  return refusal("Timeout", `Too large resource version: ${asked}, current: ${current}`, {
    causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
    retryAfterSeconds: 1,
  });
}
