// The conversion webhook: answers ConversionReviews with the generated converters. One object that fails makes a whole list request
// fail at the API server, so every error is answered as a Failure with a message.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Converter } from "@capstan/api/codegen/v1";
import {
  errorFrom,
  excerpt,
  isCapstanError,
  isJsonObject,
  parseApiVersion,
  parseExactJson,
  stringifyExactJson,
  type KubeObject,
} from "@capstan/kube";
import {
  type BodyLimits,
  defaultLimits,
  jsonResponse,
  type Route,
  type ServeRequest,
  type ServeResponse,
} from "@capstan/serve";
import { longestMessage, requestOf } from "./reviews.ts";

/** The path to which the API server sends ConversionReviews; the CRDs name it. */
export const conversionPath = "/convert";

interface ConversionRequest {
  readonly uid: string;
  readonly desiredAPIVersion: string;
  readonly objects: readonly unknown[];
}

/** The limits of one review: a list of many large objects is one. */
export const conversionLimits: BodyLimits = {
  ...defaultLimits,
  bodyBytes: 64 * 1024 * 1024,
  jsonValues: 3_200_000,
  jsonNames: 200_000,
};

/** The errors of a body that the API server can only read in the answer to a review. */
const excesses = [
  "serve/body-too-large",
  "serve/json-too-deep",
  "serve/json-too-many-names",
  "serve/json-too-many-values",
];

/** Something that went wrong: a review failed, or something in an object was ignored. */
export interface ConversionProblem {
  /** The code of the error; `conversion/failed` for errors without one. */
  readonly code: string;
  readonly message: string;
  /** The kind, namespace and name of the object, as far as it has them; of several the first. */
  readonly object?: string;
  /** How many times it happened in one review. */
  readonly times: number;
}

/** Told what goes wrong in reviews. */
export type ReportConversion = (problem: ConversionProblem) => void;

interface Webhook {
  readonly byKind: ReadonlyMap<string, Converter>;
  readonly report: ReportConversion;
}

/** What a route for conversions may be given. */
export interface ConversionRouteOptions {
  /** Told what goes wrong. Default: nobody is. */
  readonly report?: ReportConversion;
  /** Limits that differ from `conversionLimits`. */
  readonly limits?: Partial<BodyLimits> | undefined;
}

/** The route that converts objects with these converters. */
export function conversionRoute(
  conversions: readonly Converter[],
  { report = () => undefined, limits: given }: ConversionRouteOptions = {},
): Route {
  const byKind = new Map(conversions.map((one) => [`${one.group}/${one.kind}`, one]));
  const limits = { ...conversionLimits, ...given };
  const webhook = { byKind, report };
  return { method: "POST", path: conversionPath, limits, handle: (request) => answer(request, webhook) };
}

async function answer(request: ServeRequest, webhook: Webhook): Promise<ServeResponse> {
  let body: Uint8Array = new Uint8Array();
  try {
    body = await request.body();
    return await answerTo(await request.json(parseExactJson), webhook);
  } catch (error) {
    if (!isCapstanError(error) || !excesses.includes(error.code)) throw error;
    webhook.report({ code: error.code, message: error.message, times: 1 });
    return reviewResponse("apiextensions.k8s.io/v1", failure(uidIn(body), error));
  }
}

async function answerTo(review: unknown, webhook: Webhook): Promise<ServeResponse> {
  const asked = requestOf(review, "ConversionReview");
  if (asked === undefined || !isConversionRequest(asked.request))
    return jsonResponse(400, { error: "the body is not a ConversionReview with a request" });
  return reviewResponse(asked.apiVersion, await convertAll(asked.request, webhook));
}

function reviewResponse(apiVersion: unknown, response: object): ServeResponse {
  const body = stringifyExactJson({ apiVersion, kind: "ConversionReview", response });
  return { status: 200, headers: { "content-type": "application/json" }, body };
}

/** The uid of a review that is not parsed. The API server writes it before the objects. */
function uidIn(body: Uint8Array): string {
  const start = new TextDecoder().decode(body.subarray(0, 4096));
  return /"uid":"([^"\\]{1,128})"/.exec(start)?.[1] ?? "";
}

/** A failed review. Errors with a code have it before their text. */
function failure(uid: string, error: unknown): object {
  const { message } = errorFrom(error);
  const text = isCapstanError(error) ? `${error.code}: ${message}` : message;
  return { uid, result: { status: "Failure", message: excerpt(text, longestMessage) }, convertedObjects: [] };
}

function isConversionRequest(request: object): request is ConversionRequest {
  return (
    "objects" in request &&
    Array.isArray(request.objects) &&
    "desiredAPIVersion" in request &&
    typeof request.desiredAPIVersion === "string"
  );
}

/** How long one review holds the event loop at once; a review may have hundreds of thousands of small objects. */
const turnMs = 5;

async function convertAll(request: ConversionRequest, { byKind, report }: Webhook): Promise<object> {
  const { uid, desiredAPIVersion, objects } = request;
  const problems = new Problems();
  const convertedObjects: KubeObject[] = [];
  let current: unknown;
  let until = performance.now() + turnMs;
  try {
    for (current of objects) {
      if (performance.now() >= until) {
        await nextTurn();
        until = performance.now() + turnMs;
      }
      convertedObjects.push(convertOne(current, desiredAPIVersion, { byKind, problems }));
    }
    return { uid, result: { status: "Success" }, convertedObjects };
  } catch (error) {
    const code = isCapstanError(error) ? error.code : "conversion/failed";
    problems.add({ code, message: errorFrom(error).message }, current);
    return failure(uid, error);
  } finally {
    for (const problem of problems.all()) report(problem);
  }
}

/** The problems of one review, once for each code: a caller decides how many objects have them. */
class Problems {
  readonly #byCode = new Map<string, ConversionProblem>();

  add({ code, message }: Pick<ConversionProblem, "code" | "message">, object: unknown): void {
    const known = this.#byCode.get(code);
    const problem = known ?? { code, message, ...nameOf(object), times: 0 };
    this.#byCode.set(code, { ...problem, times: problem.times + 1 });
  }

  all(): Iterable<ConversionProblem> {
    return this.#byCode.values();
  }
}

interface Converting {
  readonly byKind: ReadonlyMap<string, Converter>;
  readonly problems: Problems;
}

function convertOne(object: unknown, to: string, { byKind, problems }: Converting): KubeObject {
  if (!isKubeObject(object)) throw new Error("an object of the review has no apiVersion or no kind");
  if (object.apiVersion === to) return object;
  const conversion = byKind.get(`${parseApiVersion(object.apiVersion).group}/${object.kind}`);
  if (conversion === undefined)
    throw new Error(`${excerpt(object.kind)} of ${excerpt(object.apiVersion)} has no conversion here`);
  return conversion.convert(object, to, {
    json: { parse: parseExactJson, stringify: stringifyExactJson },
    report: (problem) => problems.add(problem, object),
  });
}

function nameOf(object: unknown): Pick<ConversionProblem, "object"> {
  if (!isJsonObject(object) || !isJsonObject(object["metadata"])) return {};
  const { namespace, name } = object["metadata"];
  const names = [object["kind"], namespace, name].filter((one) => typeof one === "string");
  return names.length === 0 ? {} : { object: excerpt(names.join("/")) };
}

function isKubeObject(value: unknown): value is KubeObject {
  return isJsonObject(value) && typeof value["apiVersion"] === "string" && typeof value["kind"] === "string";
}
