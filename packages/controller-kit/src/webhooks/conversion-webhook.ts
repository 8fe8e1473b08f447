// The conversion webhook: answers ConversionReviews with the generated converters. One object that fails makes a whole list request
// fail at the API server, so every error is answered as a Failure with a message.
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
  parseJsonBody,
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

/** A list of many large objects is one review. */
const limits: BodyLimits = { ...defaultLimits, bodyBytes: 64 * 1024 * 1024, jsonValues: 3_200_000 };

/** The errors of a body that the API server can only read in the answer to a review. */
const excesses = ["serve/body-too-large", "serve/json-too-deep", "serve/json-too-many-values"];

/** The route that converts objects with these converters. */
export function conversionRoute(conversions: readonly Converter[]): Route {
  const byKind = new Map(conversions.map((one) => [`${one.group}/${one.kind}`, one]));
  return { method: "POST", path: conversionPath, limits, handle: (request) => answer(request, byKind) };
}

async function answer(request: ServeRequest, byKind: ReadonlyMap<string, Converter>): Promise<ServeResponse> {
  let body: Uint8Array = new Uint8Array();
  try {
    body = await request.body();
    return answerTo(parseJsonBody(body, limits, parseExactJson), byKind);
  } catch (error) {
    if (!isCapstanError(error) || !excesses.includes(error.code)) throw error;
    return reviewResponse("apiextensions.k8s.io/v1", failure(uidIn(body), error));
  }
}

function answerTo(review: unknown, byKind: ReadonlyMap<string, Converter>): ServeResponse {
  const asked = requestOf(review, "ConversionReview");
  if (asked === undefined || !isConversionRequest(asked.request))
    return jsonResponse(400, { error: "the body is not a ConversionReview with a request" });
  return reviewResponse(asked.apiVersion, convertAll(asked.request, byKind));
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

function convertAll(request: ConversionRequest, byKind: ReadonlyMap<string, Converter>): object {
  const { uid, desiredAPIVersion, objects } = request;
  try {
    const convertedObjects = objects.map((object) => convertOne(object, desiredAPIVersion, byKind));
    return { uid, result: { status: "Success" }, convertedObjects };
  } catch (error) {
    return failure(uid, error);
  }
}

function convertOne(object: unknown, to: string, byKind: ReadonlyMap<string, Converter>): KubeObject {
  if (!isKubeObject(object)) throw new Error("an object of the review has no apiVersion or no kind");
  if (object.apiVersion === to) return object;
  const conversion = byKind.get(`${parseApiVersion(object.apiVersion).group}/${object.kind}`);
  if (conversion === undefined)
    throw new Error(`${excerpt(object.kind)} of ${excerpt(object.apiVersion)} has no conversion here`);
  return conversion.convert(object, to, { json: { parse: parseExactJson, stringify: stringifyExactJson } });
}

function isKubeObject(value: unknown): value is KubeObject {
  return isJsonObject(value) && typeof value["apiVersion"] === "string" && typeof value["kind"] === "string";
}
