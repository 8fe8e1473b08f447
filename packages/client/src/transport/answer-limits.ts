// The limits of an answer: what is thrown where one is exceeded, the error that a call makes of it, and the count of JSON before it is parsed.
import { type CapstanError, isCapstanError, type JsonExcess, jsonSize } from "@capstan/kube";
import { HandshakeExcess } from "@capstan/kube/tls";
import { clientError } from "../errors.ts";
import { type ClientLimits, type LimitName, limitUnits } from "../limits.ts";
import { type Attempt, connectionCode, serverPlace } from "./connection-error.ts";

/** A limit was exceeded. */
export class LimitExcess extends Error {
  readonly limit: LimitName;

  constructor(limit: LimitName) {
    super(limit);
    this.limit = limit;
  }
}

/** The limit that an attempt exceeded before its answer had a body; undefined when it failed for another reason. */
export function limitOf(error: unknown): LimitName | undefined {
  if (error instanceof LimitExcess) return error.limit;
  if (error instanceof HandshakeExcess) return "handshakeBytes";
  return connectionCode(error) === "HPE_HEADER_OVERFLOW" ? "headerBytes" : undefined;
}

/** The error of a call whose server exceeded a limit. */
export function limitError(attempt: Attempt, name: LimitName, limits: ClientLimits): CapstanError {
  const values = { limit: limits[name].toLocaleString("en"), unit: limitUnits[name], setting: name };
  const place = serverPlace(attempt);
  return clientError("client/limit", { doing: attempt.doing, place, ...values }, new LimitExcess(name));
}

/** Whether a call failed because its answer has more bytes than the limits allow. */
export function isTooLargeAnswer(error: unknown): boolean {
  if (!isCapstanError(error, "client/limit") || !(error.cause instanceof LimitExcess)) return false;
  return error.cause.limit === "answerBytes" || error.cause.limit === "decompressedBytes";
}

/** Shapes have no limit: 60,000 values take less than 50 ms to parse, whatever they are. */
const jsonLimits: Readonly<Record<Exclude<JsonExcess, "shapes">, LimitName>> = {
  values: "jsonValues",
  depth: "jsonDepth",
};

type JsonClientLimits = Pick<ClientLimits, "jsonValues" | "jsonDepth">;

/** The values of a JSON text, and the limit that it exceeds; nothing is counted when nothing is limited. */
export function countJson(
  text: Uint8Array,
  { jsonValues, jsonDepth }: JsonClientLimits,
): { readonly values: number; readonly excess: LimitName | undefined } {
  if (jsonValues === Number.POSITIVE_INFINITY && jsonDepth === Number.POSITIVE_INFINITY)
    return { values: 0, excess: undefined };
  const { values, excess } = jsonSize(text, {
    values: jsonValues,
    depth: jsonDepth,
    shapes: Number.POSITIVE_INFINITY,
  });
  return { values, excess: excess === undefined || excess === "shapes" ? undefined : jsonLimits[excess] };
}
