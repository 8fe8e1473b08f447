// JSON Pointer (RFC 6901): the address of a value inside a document. Patches, diagnostics and field errors speak in these.
import { errorOf } from "./error-table.ts";
import { kubeErrors } from "./kube-errors.ts";

/** Names and list indexes from the root down. */
export type JsonPath = readonly (string | number)[];

/** The steps of a pointer; "" is the whole document. */
export function parsePointer(pointer: string): string[] {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) {
    throw errorOf(kubeErrors, "kube/json-pointer", { values: { pointer } });
  }
  return pointer.slice(1).split("/").map(unescapeStep);
}

function unescapeStep(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The pointer of a path. */
export function formatPointer(path: JsonPath): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The value at a path, or undefined where the document has none. */
export function getAt(document: unknown, path: JsonPath): unknown {
  let value = document;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}
