// Which fields of a rejected apply belong to others, as the causes of the server's answer name them.
import type { KubeStatus, StatusCause } from "@capstan/kube";

/** A field of an applied object that another manager owns with another value. */
export interface FieldConflict {
  /** The path of the field, as the server writes it: ".spec.replicas". */
  readonly field: string;
  /** The manager that owns it. */
  readonly manager: string;
  /** The subresource through which the manager wrote it, for example "status". Absent: the object itself. */
  readonly subresource?: string;
}

/** Whether a cause of a rejection names a field of another manager. */
export function isOwnedField({ reason }: StatusCause): boolean {
  return reason === "FieldManagerConflict";
}

/**
 * The fields because of which an apply was rejected, with the managers that own them; empty for every other error, and for the answers of a foreign server, which are not quoted.
 *
 * @example
 * const managers = new Set(fieldConflictsOf(error).map(({ manager }) => manager));
 */
export function fieldConflictsOf({ details }: { readonly details: KubeStatus["details"] }): readonly FieldConflict[] {
  return (details?.causes ?? []).filter(isOwnedField).map(({ field = "", message = "" }) => ({
    field,
    ...ownerIn(message),
  }));
}

/** A name as Go quotes it. */
const quoted = String.raw`"((?:[^"\\]|\\.)*)"`;
/** What the server writes: `conflict with "a" with subresource "status" using v1 at 2026-01-01T00:00:00Z`. */
const owner = new RegExp(`^conflict with ${quoted}(?: with subresource ${quoted})?`);

function ownerIn(message: string): Omit<FieldConflict, "field"> {
  const [, manager = message, subresource] = owner.exec(message) ?? [];
  return { manager: unquoted(manager), ...(subresource === undefined ? {} : { subresource: unquoted(subresource) }) };
}

function unquoted(text: string): string {
  return text.replaceAll(/\\(["\\])/g, "$1");
}
