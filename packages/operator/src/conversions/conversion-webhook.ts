// The conversion webhook: answers ConversionReviews with the generated converters. One object that fails makes a whole list request
// fail at the API server, so every error is answered as a Failure with a message.
import type { ConversionContext, Converter } from "@capstan/contract/codegen/v1";
import {
  type CapstanError,
  type Diagnostic,
  errorOf,
  excerpt,
  isCapstanError,
  stringifyExactJson,
} from "@capstan/kube";
import type { ListParts } from "@capstan/kube/json-text";
import {
  type BodyLimits,
  defaultLimits,
  jsonResponse,
  parseJsonBody,
  type Route,
  type ServeRequest,
  type ServeResponse,
} from "@capstan/serve";

import { operatorErrors } from "../operator-errors.ts";
import {
  byGroupAndKind,
  codedError,
  convertObject,
  isPanic,
  mostAnswerBytes,
  type ObjectConversion,
  parseObject,
} from "./convert-object.ts";
import { conversionsInWork, type MadeBytes } from "./conversions-in-work.ts";
import { conversionPath } from "./described-conversions.ts";
import { nameIn, rawListNamespace, rawNamespace, rawReviewUid } from "./raw-object.ts";
import { splitReview } from "./review-parts.ts";
import { longestMessage, requestOf, usedOf, type WebhookReview } from "../webhooks/reviews.ts";

interface ConversionRequest {
  readonly uid: unknown;
  readonly desiredAPIVersion: string;
}

/** The limits of one review: of the whole of it `bodyBytes`, of each of its objects the others. */
export const conversionLimits: BodyLimits = { ...defaultLimits, bodyBytes: 64 * 1024 * 1024 };

/** The errors of a review as a whole, which the API server can only read in the answer to it. */
const excesses = ["serve/body-too-large", "conversion/too-many-objects", "conversion/envelope-too-large"];
/** The errors of a body that is not a review. */
const notReviews = ["serve/body-not-json", "conversion/not-a-review"];

/** An object of Cluster API has a thousand bytes at least, those that the API server adds. */
const mostObjects = 100_000;

/** What a review may have beside its objects, which is parsed at once: the API server sends some hundred bytes with ten values. */
const envelopeLimits: BodyLimits = { ...conversionLimits, bodyBytes: 64 * 1024, jsonValues: 1000 };

interface EnvelopeExcess {
  readonly limit: keyof BodyLimits;
  readonly what: string;
}

/** The errors of JSON within those bytes and values. */
const envelopeExcesses: Readonly<Record<string, EnvelopeExcess>> = {
  "serve/json-too-deep": { limit: "jsonDepth", what: "objects and lists inside each other" },
  "serve/json-too-many-values": { limit: "jsonValues", what: "values" },
};

/** Something that went wrong: a review failed, or something in an object was ignored. */
export interface ConversionProblem {
  /** The code of the error or of what was ignored. */
  readonly code: string;
  readonly message: string;
  /** The kind, namespace and name of the object, as far as it has them; of several the first. */
  readonly object?: string;
  /** How many times it happened in one review. */
  readonly times: number;
}

/** Told what goes wrong in reviews. */
export type ReportConversion = (problem: ConversionProblem) => void;

interface Webhook extends ObjectConversion {
  readonly report: ReportConversion;
  readonly onPanic: () => void;
}

/** What a route for conversions may be given. */
export interface ConversionRouteOptions {
  /** Told what goes wrong. Default: nobody is. */
  readonly report?: ReportConversion;
  /** Told the path of each review that fails because a converter, or a function of its author, threw what a panic is in Go. Default: nobody is. */
  readonly onPanic?: (path: string) => void;
  /** Limits that differ from `conversionLimits`. */
  readonly limits?: Partial<BodyLimits> | undefined;
  /** Looks up the apiVersion of a kind that a reference names without one. Default: the converters choose. */
  readonly apiVersionOf?: ConversionContext["apiVersionOf"];
}

/** The route that converts objects with these converters. */
export function conversionRoute(
  conversions: readonly Converter[],
  { report = () => undefined, onPanic = () => undefined, limits: given, apiVersionOf }: ConversionRouteOptions = {},
): Route {
  const limits = { ...conversionLimits, ...given };
  const context = apiVersionOf === undefined ? {} : { apiVersionOf };
  const tellPanic = (): void => onPanic(conversionPath);
  const webhook = { byKind: byGroupAndKind(conversions), report, onPanic: tellPanic, limits, context };
  return { method: "POST", path: conversionPath, limits, handle: (request) => answer(request, webhook) };
}

async function answer(http: ServeRequest, webhook: Webhook): Promise<ServeResponse> {
  let body: Uint8Array | undefined;
  try {
    body = await http.body();
    return await answerTo(http, body, webhook);
  } catch (error) {
    if (!isCapstanError(error) || ![...excesses, ...notReviews].includes(error.code)) throw error;
    webhook.report({ code: error.code, message: error.message, times: 1 });
    return excesses.includes(error.code)
      ? reviewResponse(failure(body === undefined ? "" : rawReviewUid(body), error), [])
      : jsonResponse(400, { error: error.message });
  }
}

async function answerTo(http: ServeRequest, body: Uint8Array, webhook: Webhook): Promise<ServeResponse> {
  let found: string | undefined;
  const namespace = (): string => (found ??= rawListNamespace(body));
  const parts = await splitReview(body, mostObjects, { owner: namespace, signal: http.signal });
  const asked = parts && askedIn(parts.envelope);
  if (parts === undefined || asked === undefined || !isConversionRequest(asked.request))
    throw notAReview("the body is not a ConversionReview with a request");
  const { apiVersion, request } = asked;
  if (apiVersion !== reviewVersion) throw notAReview(unknownVersion(apiVersion));
  return conversionsInWork.answer({ bytes: body.length, namespace }, async (made) => {
    const { response, objects } = await convertAll(request, parts, { ...webhook, made, signal: http.signal });
    return reviewResponse(response, objects);
  });
}

function notAReview(reason: string): Error {
  return errorOf(operatorErrors, "conversion/not-a-review", { values: { reason } });
}

/** The version of the reviews that CRDs ask for. A caller that sends another one could not read the answer. */
const reviewVersion = "apiextensions.k8s.io/v1";

function unknownVersion(apiVersion: unknown): string {
  const found =
    typeof apiVersion === "string" ? `the apiVersion ${JSON.stringify(excerpt(apiVersion, 100))}` : "no apiVersion";
  return `the ConversionReview has ${found}; send one of ${reviewVersion}`;
}

/** The review without its objects; undefined when it is none. Throws `conversion/envelope-too-large` when there is too much of it. */
function askedIn(envelope: Uint8Array): WebhookReview | undefined {
  if (envelope.length > envelopeLimits.bodyBytes) throw envelopeTooLarge({ limit: "bodyBytes", what: "bytes" });
  const review = requestOf(parseEnvelope(envelope), "ConversionReview");
  return review && usedOf(review);
}

function parseEnvelope(envelope: Uint8Array): unknown {
  try {
    return parseJsonBody(envelope, envelopeLimits);
  } catch (error) {
    const excess = isCapstanError(error) ? envelopeExcesses[error.code] : undefined;
    throw excess === undefined ? error : envelopeTooLarge(excess);
  }
}

function envelopeTooLarge({ limit, what }: EnvelopeExcess): Error {
  return errorOf(operatorErrors, "conversion/envelope-too-large", { values: { limit: envelopeLimits[limit], what } });
}

/** A review with its response, whose list of objects is given as JSON. */
function reviewResponse(response: object, objects: readonly Uint8Array[]): ServeResponse {
  const review = JSON.stringify({
    apiVersion: reviewVersion,
    kind: "ConversionReview",
    response: { ...response, convertedObjects: [] },
  });
  const end = review.length - listEnd.length;
  const body = Buffer.concat([Buffer.from(review.slice(0, end)), ...objects, Buffer.from(listEnd)]);
  return { status: 200, headers: { "content-type": "application/json" }, body };
}

/** The end of a review: of its list of objects, its response and itself. */
const listEnd = "]}}";

/** A failed review. The code of the error and the object are before the text: one object can fail the list of all. */
function failure(uid: unknown, { code, message }: CapstanError, object?: string): object {
  const text = [code, ...(object === undefined ? [] : [object]), message].join(": ");
  return { uid, result: { status: "Failure", message: excerpt(text, longestMessage) } };
}

function isConversionRequest(request: object): request is ConversionRequest {
  return "desiredAPIVersion" in request && typeof request.desiredAPIVersion === "string";
}

interface Converted {
  readonly response: object;
  /** The JSON of the converted objects, with commas between them. */
  readonly objects: readonly Uint8Array[];
}

/** What one review is converted with. */
interface ReviewConversion extends Webhook {
  readonly signal: AbortSignal;
  readonly made: MadeBytes;
}

/** Converts the objects one after the other: of each only its JSON is kept. */
async function convertAll(
  { uid, desiredAPIVersion }: ConversionRequest,
  parts: ListParts,
  { report, onPanic, signal, made, ...conversion }: ReviewConversion,
): Promise<Converted> {
  const problems = new Problems();
  const objects: Uint8Array[] = [];
  const most = mostAnswerBytes(parts);
  let bytes = 0;
  let current: Uint8Array | undefined;
  try {
    for (const part of parts.items()) {
      current = part;
      let tries = 0;
      const context = {
        ...conversion.context,
        isGivenAway: true,
        report: (problem: Diagnostic) => tries === 1 && problems.add(problem, part),
      };
      const work = (): Uint8Array => {
        tries += 1;
        const object = parseObject(part, conversion.limits);
        const converted = convertObject(object, desiredAPIVersion, { ...conversion, context });
        const json = stringifyExactJson(converted);
        const written = Buffer.from(objects.length === 0 ? json : `,${json}`);
        // It fails at once, and does not wait for a place that it does not need.
        if (bytes + written.length > most)
          throw errorOf(operatorErrors, "conversion/answer-too-large", { values: { limit: most } });
        return written;
      };
      const turn = { owner: () => rawNamespace(part), signal };
      const written = await made.make({ work, bytesOf: (json) => json.length, turn });
      bytes += written.length;
      objects.push(written);
    }
    return { response: { uid, result: { status: "Success" } }, objects };
  } catch (error) {
    if (signal.aborted) throw error;
    const coded = codedError(error);
    if (isPanic(coded)) onPanic();
    problems.add(coded, current);
    return { response: failure(uid, coded, current && nameIn(current)), objects: [] };
  } finally {
    for (const problem of problems.all()) report(problem);
  }
}

/** The problems of one review, once for each code: a caller decides how many objects have them. */
class Problems {
  readonly #byCode = new Map<string, ConversionProblem>();

  add({ code, message }: Pick<ConversionProblem, "code" | "message">, json: Uint8Array | undefined): void {
    const problem = this.#byCode.get(code) ?? { code, message, ...named(json), times: 0 };
    this.#byCode.set(code, { ...problem, times: problem.times + 1 });
  }

  all(): Iterable<ConversionProblem> {
    return this.#byCode.values();
  }
}

function named(json: Uint8Array | undefined): Pick<ConversionProblem, "object"> {
  const object = json && nameIn(json);
  return object === undefined ? {} : { object };
}
