// Parses the body of a request as JSON. What parsing costs, and what its result would cost those who walk it, is limited first.
import { errorFrom, jsonBound, type JsonExcess, JsonMeter, type JsonSize } from "@capstan/kube";
import { inTurn, type TurnOptions } from "@capstan/kube/turns";
import { serveError, type ServeErrorCode } from "./errors.ts";
import { defaultLimits, type ServerLimits } from "./limits.ts";

/** The limits of JSON in a body. */
export type JsonBodyLimits = Pick<ServerLimits, "jsonDepth" | "jsonValues" | "jsonShapes">;

const excessCodes: Readonly<Record<JsonExcess, { code: ServeErrorCode; limit: keyof JsonBodyLimits }>> = {
  depth: { code: "serve/json-too-deep", limit: "jsonDepth" },
  values: { code: "serve/json-too-many-values", limit: "jsonValues" },
  shapes: { code: "serve/json-too-many-shapes", limit: "jsonShapes" },
};

/** A smaller body is counted and parsed at once: it takes a tenth of a millisecond, and should not wait for the long work of others. */
export const smallBytes: number = 16 * 1024;

/** A small body with no more colons is not looked at closer, and has a shape for each. */
const fewShapes = 1024;

/** How many bytes of others are counted at once; it takes some milliseconds. */
const pieceBytes = 512 * 1024;

/**
 * Parses bytes as the JSON body of a request, as `request.json()` does. Throws `serve/json-too-deep`, `serve/json-too-many-values` and
 * `serve/json-too-many-shapes` before anything is parsed, and `serve/body-not-json` for bytes that are not UTF-8 or not JSON. `read` parses the
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
  if (boundOf(body, limits) === undefined) {
    const meter = meterOf(body, limits);
    meter.read(body.length);
    throwExcess(meter.size, limits);
  }
  return parseJson(body, read);
}

/** How much there is in a JSON text, as the limits count it. */
export type ParsedSize = Pick<JsonSize, "values" | "shapes">;

/** What a body of JSON has at most, counted in turns of the event loop. Rejects when there is too much of something. */
export async function checkSize(body: Uint8Array, limits: JsonBodyLimits, turn: TurnOptions = {}): Promise<ParsedSize> {
  const bound = boundOf(body, limits);
  if (bound !== undefined) return bound;
  const meter = meterOf(body, limits);
  let isRead = body.length <= smallBytes && meter.read(body.length);
  while (!isRead) isRead = await inTurn(() => meter.read(pieceBytes), turn);
  throwExcess(meter.size, limits);
  return meter.size;
}

/** What a small body has at most, if that is within the limits; undefined when it has to be counted. */
function boundOf(body: Uint8Array, limits: JsonBodyLimits): ParsedSize | undefined {
  if (body.length > smallBytes) return undefined;
  const bound = jsonBound(body);
  const { values, depth, shapes } = bound;
  const isWithin = values <= limits.jsonValues && depth <= limits.jsonDepth && shapes <= limits.jsonShapes;
  return isWithin && shapes <= fewShapes ? bound : undefined;
}

function meterOf(body: Uint8Array, limits: JsonBodyLimits): JsonMeter {
  return new JsonMeter(body, { depth: limits.jsonDepth, values: limits.jsonValues, shapes: limits.jsonShapes });
}

function throwExcess({ excess }: JsonSize, limits: JsonBodyLimits): void {
  if (excess === undefined) return;
  const { code, limit } = excessCodes[excess];
  throw serveError(code, { limit: limits[limit] });
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Parses a body whose JSON was checked. */
export function parseJson(body: Uint8Array, read: (text: string) => unknown = JSON.parse): unknown {
  try {
    return read(utf8.decode(body));
  } catch (error) {
    throw serveError("serve/body-not-json", { reason: reasonOf(body, errorFrom(error)) });
  }
}

function reasonOf(body: Uint8Array, error: Error): string {
  if (body.length === 0) return "it is empty";
  return error instanceof SyntaxError ? error.message : "it is not UTF-8";
}
