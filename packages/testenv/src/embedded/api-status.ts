// The embedded API server's error responses, with the wording of apimachinery's errors package. Handlers throw them.
import { failureStatus, type KubeStatus, type StatusReason } from "@capstan/kube";
import type { FieldError } from "@capstan/schema/structural";

/** A Status response, thrown by handlers. */
export class StatusError extends Error {
  override readonly name = "StatusError";
  readonly status: KubeStatus;

  constructor(status: KubeStatus) {
    super(status.message);
    this.status = status;
  }
}

/** A resource as error messages name it. */
export interface NamedResource {
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
}

/** `foos.example.com`, or the plural alone in the core group. */
export function qualified({ group, plural }: Pick<NamedResource, "group" | "plural">): string {
  return group === "" ? plural : `${plural}.${group}`;
}

/** A failure of any reason. */
export function rejection(reason: StatusReason, message: string, details?: KubeStatus["details"]): StatusError {
  return new StatusError(failureStatus(reason, message, details));
}

function detailsOf(
  { group, plural }: Pick<NamedResource, "group" | "plural">,
  name: string,
): NonNullable<KubeStatus["details"]> {
  return { ...(name === "" ? {} : { name }), ...(group === "" ? {} : { group }), kind: plural };
}

/** The object does not exist. */
export function notFound(resource: Pick<NamedResource, "group" | "plural">, name: string): StatusError {
  return rejection("NotFound", `${qualified(resource)} "${name}" not found`, detailsOf(resource, name));
}

/** The object exists already. */
export function alreadyExists(resource: NamedResource, name: string): StatusError {
  return rejection("AlreadyExists", `${qualified(resource)} "${name}" already exists`, detailsOf(resource, name));
}

/** The object has changed since the caller read it. */
export function conflict(resource: NamedResource, name: string, why: string): StatusError {
  return rejection(
    "Conflict",
    `Operation cannot be fulfilled on ${qualified(resource)} "${name}": ${why}`,
    detailsOf(resource, name),
  );
}

/** The reason of a conflict whose resourceVersion is outdated. */
export const modified = "the object has been modified; please apply your changes to the latest version and try again";

/** The write is not allowed for any user. */
export function forbiddenWrite(resource: NamedResource, name: string, why: string): StatusError {
  return rejection("Forbidden", `${qualified(resource)} "${name}" is forbidden: ${why}`, detailsOf(resource, name));
}

/** The object breaks its schema or the rules of metadata. */
export function invalidObject(
  resource: Pick<NamedResource, "group" | "kind">,
  name: string,
  errors: readonly FieldError[],
): StatusError {
  const texts = errors.map(({ field, message }) => `${field === "" ? "<nil>" : field}: ${message}`);
  const list = texts.length === 1 ? (texts[0] ?? "") : `[${texts.join(", ")}]`;
  const kind = resource.group === "" ? resource.kind : `${resource.kind}.${resource.group}`;
  const causes = errors.map(({ reason, message, field }) => ({
    reason,
    message,
    field: field === "" ? "<nil>" : field,
  }));
  return rejection("Invalid", `${kind} "${name}" is invalid: ${list}`, {
    ...(name === "" ? {} : { name }),
    ...(resource.group === "" ? {} : { group: resource.group }),
    kind: resource.kind,
    causes,
  });
}

/** The kinds of the options that a request has in its query. */
export type OptionsKind = "ListOptions" | "CreateOptions" | "UpdateOptions" | "PatchOptions" | "DeleteOptions";

/** The options of a request have a wrong value, or do not fit together. */
export function invalidOptions(kind: OptionsKind, problem: FieldError): StatusError {
  return invalidObject({ group: "meta.k8s.io", kind }, "", [problem]);
}

/** The request is malformed. */
export function badRequest(message: string): StatusError {
  return rejection("BadRequest", message);
}

/** The server itself failed. */
export function internalError(message: string): StatusError {
  return rejection("InternalError", `Internal error occurred: ${message}`, { causes: [{ message }] });
}

/** A failure of the server that it has no reason for. */
export function unknownError(message: string): StatusError {
  return new StatusError({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, code: 500 });
}

/** The requested version is older than the history. */
export function expired(message: string): StatusError {
  return rejection("Expired", message);
}

/** The requested version is newer than the current one. */
export function tooLargeVersion(asked: number, current: number): StatusError {
  return rejection("Timeout", `Timeout: Too large resource version: ${asked}, current: ${current}`, {
    causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
    retryAfterSeconds: 1,
  });
}
