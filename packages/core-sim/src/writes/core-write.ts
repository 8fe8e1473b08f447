// A write that core would make, as data: tests compare these with the ones recorded from the real controllers.
import { isJsonObject, type ObjectKey } from "@capstan/kube";

/** One write of the simulator. */
export interface CoreWrite {
  readonly verb: "create" | "patch" | "delete";
  readonly apiVersion: string;
  readonly kind: string;
  readonly key: ObjectKey;
  readonly subresource?: "status";
  /** The paths that were written, sorted; lists count as one field. Labels and annotations are named one by one. */
  readonly fields: readonly string[];
}

/** The paths of a document's leaves, dots between names. */
export function fieldsOf(document: unknown, at = ""): string[] {
  if (!isJsonObject(document) || Object.keys(document).length === 0) return at === "" ? [] : [at];
  return Object.keys(document)
    .toSorted()
    .flatMap((name) => fieldsOf(document[name], at === "" ? name : `${at}.${name}`));
}
