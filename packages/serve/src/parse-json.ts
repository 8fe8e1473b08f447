// Parses the body of a request as JSON. What parsing costs, and what its result would cost those who walk it, is limited first.
import { errorFrom, type JsonExcess, jsonExcess } from "@capstan/kube";
import { serveError, type ServeErrorCode } from "./errors.ts";
import { defaultLimits, type ServerLimits } from "./limits.ts";

const excessCodes: Readonly<Record<JsonExcess, { code: ServeErrorCode; limit: "jsonDepth" | "jsonValues" }>> = {
  depth: { code: "serve/json-too-deep", limit: "jsonDepth" },
  values: { code: "serve/json-too-many-values", limit: "jsonValues" },
};

/**
 * Parses bytes as the JSON body of a request, as `request.json()` does. Throws `serve/json-too-deep` and `serve/json-too-many-values` before
 * anything is parsed, and `serve/body-not-json` for bytes that are not UTF-8 or not JSON. `read` parses the text;
 * `JSON.parse` unless given.
 *
 * @example
 * const review = parseJsonBody(new TextEncoder().encode(text));
 */
export function parseJsonBody(
  body: Uint8Array,
  limits: JsonBodyLimits = defaultLimits,
  read: (text: string) => unknown = JSON.parse,
): unknown {
  checkSize(body, limits);
  return parse(body, read);
}

type JsonBodyLimits = Pick<ServerLimits, "jsonDepth" | "jsonValues">;

function checkSize(body: Uint8Array, limits: JsonBodyLimits): void {
  const excess = jsonExcess(body, { depth: limits.jsonDepth, values: limits.jsonValues });
  if (excess === undefined) return;
  const { code, limit } = excessCodes[excess];
  throw serveError(code, { limit: limits[limit] });
}

function parse(body: Uint8Array, read: (text: string) => unknown): unknown {
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
