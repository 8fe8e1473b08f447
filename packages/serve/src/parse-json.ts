// Parses the body of a request as JSON. What parsing costs, and what its result would cost those who walk it, is limited first.
import { errorFrom, type JsonExcess, jsonSize } from "@capstan/kube";
import { hasMoreNames } from "@capstan/kube/http";
import { serveError, type ServeErrorCode } from "./errors.ts";
import { defaultLimits, type ServerLimits } from "./limits.ts";

const excessCodes: Readonly<Record<JsonExcess, { code: ServeErrorCode; limit: "jsonDepth" | "jsonValues" }>> = {
  depth: { code: "serve/json-too-deep", limit: "jsonDepth" },
  values: { code: "serve/json-too-many-values", limit: "jsonValues" },
};

/** The limits of JSON in a body. */
export type JsonBodyLimits = Pick<ServerLimits, "jsonDepth" | "jsonValues" | "jsonNames">;

/**
 * Parses bytes as the JSON body of a request, as `request.json()` does. Throws `serve/json-too-deep`, `serve/json-too-many-values` and
 * `serve/json-too-many-names` before anything is parsed, and `serve/body-not-json` for bytes that are not UTF-8 or not JSON. `read` parses the
 * text; `JSON.parse` unless given.
 *
 * @example
 * const review = parseJsonBody(new TextEncoder().encode(text));
 */
export function parseJsonBody(
  body: Uint8Array,
  limits: JsonBodyLimits = defaultLimits,
  read: (text: string) => unknown = JSON.parse,
): unknown {
  checkNames(body, checkSize(body, limits), limits);
  return parseJson(body, read);
}

/** The number of values in a body of JSON. Throws when there are too many, or they are nested too deep. */
export function checkSize(body: Uint8Array, limits: JsonBodyLimits): number {
  const { values, excess } = jsonSize(body, { depth: limits.jsonDepth, values: limits.jsonValues });
  if (excess !== undefined) {
    const { code, limit } = excessCodes[excess];
    throw serveError(code, { limit: limits[limit] });
  }
  return values;
}

/** Throws when a body with this many values has too many different names; there are fewer names than values. */
export function checkNames(body: Uint8Array, values: number, { jsonNames: limit }: JsonBodyLimits): void {
  if (values > limit && hasMoreNames(body, limit)) throw serveError("serve/json-too-many-names", { limit });
}

/** Parses a body whose JSON was checked. */
export function parseJson(body: Uint8Array, read: (text: string) => unknown = JSON.parse): unknown {
  try {
    return read(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (error) {
    throw serveError("serve/body-not-json", { reason: reasonOf(body, errorFrom(error)) });
  }
}

function reasonOf(body: Uint8Array, error: Error): string {
  if (body.length === 0) return "it is empty";
  return error instanceof SyntaxError ? error.message : "it is not UTF-8";
}
