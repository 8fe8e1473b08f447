// How much a caller takes from an extension, and the errors of what is beyond it.
import { type JsonExcess, jsonSize } from "@capstan/kube";

/** The most that a caller takes from an extension. An extension that sends more loses the connection, and the call does not come through. */
export interface CallerLimits {
  /** Bytes of one answer; after 1,024 chunks, each counts as 64 bytes at least. Default: 8 MiB. */
  readonly answerBytes: number;
  /** Values in the JSON of one answer, counted before it is parsed. Default: 400,000. */
  readonly jsonValues: number;
  /** Different beginnings of the field names of objects in the JSON of one answer, as `JsonLimits` counts them; each takes up to four microseconds to parse. Default: 20,000. */
  readonly jsonShapes: number;
  /** Levels of the JSON of one answer. Default: 500. */
  readonly jsonDepth: number;
  /** Bytes of the headers of one answer. Default: 16 KiB. */
  readonly headerBytes: number;
  /** Bytes that the extension sends before a connection is encrypted; most of them are its certificates. Default: 10 KiB. */
  readonly handshakeBytes: number;
}

const kibi = 1024;

/**
 * The limits of a caller. The largest real answers are those of GeneratePatches, with one patch for each template: 8 MiB are a thousand templates
 * with patches of 6 KB in base64, and four values for each. 400,000 values take up to 0.3 s to parse.
 */
export const callerLimits: CallerLimits = {
  answerBytes: 8 * kibi * kibi,
  jsonValues: 400_000,
  jsonShapes: 20_000,
  jsonDepth: 500,
  // Node's own limit.
  headerBytes: 16 * kibi,
  // A server sends 2 to 6 KB. 10 KiB of certificates take up to 65 ms to check, 100 KiB take half a second and more.
  handshakeBytes: 10 * kibi,
};

const units: Readonly<Record<keyof CallerLimits, string>> = {
  answerBytes: "bytes in one answer",
  jsonValues: "values in the JSON of one answer",
  jsonShapes: "different beginnings of field names in the JSON of one answer",
  jsonDepth: "levels in the JSON of one answer",
  headerBytes: "bytes of headers",
  handshakeBytes: "bytes before the connection is encrypted",
};

/** The error of an extension that sends more than a limit allows. */
export function excessOf(name: keyof CallerLimits, limits: CallerLimits): Error {
  const limit = limits[name].toLocaleString("en");
  return new Error(`it exceeds the limit of ${limit} ${units[name]}, which is limits.${name} of connectExtension`);
}

const jsonLimits: Readonly<Record<JsonExcess, keyof CallerLimits>> = {
  values: "jsonValues",
  depth: "jsonDepth",
  shapes: "jsonShapes",
};

/** Throws when parsing a body would take too long. */
export function checkJsonSize(body: Uint8Array, limits: CallerLimits): void {
  const { jsonValues: values, jsonDepth: depth, jsonShapes: shapes } = limits;
  const { excess } = jsonSize(body, { values, depth, shapes });
  if (excess !== undefined) throw excessOf(jsonLimits[excess], limits);
}
