// The conversion webhook: answers ConversionReviews with the generated converters. One object that fails makes a whole list request
// fail at the API server, so every error is answered as a Failure with a message.
import type { Converter } from "@capstan/api/codegen/v1";
import { errorFrom, excerpt, isJsonObject, parseApiVersion, type KubeObject } from "@capstan/kube";
import { jsonResponse, type Route, type ServeRequest, type ServeResponse } from "@capstan/serve";
import { longestMessage, requestOf } from "./reviews.ts";

/** The path to which the API server sends ConversionReviews; the CRDs name it. */
export const conversionPath = "/convert";

interface ConversionRequest {
  readonly uid: string;
  readonly desiredAPIVersion: string;
  readonly objects: readonly unknown[];
}

/** The route that converts objects with these converters. */
export function conversionRoute(conversions: readonly Converter[]): Route {
  const byKind = new Map(conversions.map((one) => [`${one.group}/${one.kind}`, one]));
  return { method: "POST", path: conversionPath, handle: (request) => answer(request, byKind) };
}

async function answer(request: ServeRequest, byKind: ReadonlyMap<string, Converter>): Promise<ServeResponse> {
  const review = await request.json();
  const asked = requestOf(review, "ConversionReview");
  if (asked === undefined || !isConversionRequest(asked.request))
    return jsonResponse(400, { error: "the body is not a ConversionReview with a request" });
  const { apiVersion, kind } = asked;
  return jsonResponse(200, { apiVersion, kind, response: convertAll(asked.request, byKind) });
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
    return {
      uid,
      result: { status: "Failure", message: excerpt(errorFrom(error).message, longestMessage) },
      convertedObjects: [],
    };
  }
}

function convertOne(object: unknown, to: string, byKind: ReadonlyMap<string, Converter>): KubeObject {
  if (!isKubeObject(object)) throw new Error("an object of the review has no apiVersion or no kind");
  if (object.apiVersion === to) return object;
  const conversion = byKind.get(`${parseApiVersion(object.apiVersion).group}/${object.kind}`);
  if (conversion === undefined)
    throw new Error(`${excerpt(object.kind)} of ${excerpt(object.apiVersion)} has no conversion here`);
  return conversion.convert(object, to);
}

function isKubeObject(value: unknown): value is KubeObject {
  return isJsonObject(value) && typeof value["apiVersion"] === "string" && typeof value["kind"] === "string";
}
