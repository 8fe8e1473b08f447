// Definitions that were right when a server of this process checked them. The servers of a test run are given the same ones, and to check them is most of
// the work of a start.
import { createHash } from "node:crypto";
import { crdFieldErrors, type FieldError } from "@capstan/schema/structural";
import type { ApiObject } from "./api-kind.ts";

/** The digests of right definitions. */
const right = new Set<string>();

/** So many are kept: more are in no test run, but a process may live for long. */
const mostKept = 10_000;

/** The errors of a definition that is created. */
export function newDefinitionErrors(definition: ApiObject): FieldError[] {
  const digest = digestOf(definition);
  if (right.has(digest)) return [];
  const errors = crdFieldErrors(definition);
  if (errors.length > 0) return errors;
  if (right.size >= mostKept) right.clear();
  right.add(digest);
  return errors;
}

/** Of all that the rules read: the server itself sets the status, and the identity differs each time. */
function digestOf({ apiVersion, kind, metadata: { name, annotations }, spec }: ApiObject): string {
  return createHash("sha256")
    .update(JSON.stringify([apiVersion, kind, name, annotations, spec]))
    .digest("base64");
}
