// The conversion webhook: turns a ConversionReview into its answer with the generated converters. One failed object fails a
// whole LIST at the API server, so everything wrong is answered as a Failure with a text, never by a broken response.
import type { Converter } from "@capstan/api/codegen/v1";
import { errorFrom, parseApiVersion, type KubeObject } from "@capstan/kube";
import { jsonResponse, type Route, type ServeRequest, type ServeResponse } from "@capstan/serve";

/** Where the API server sends conversions; clusterctl-kit writes it into the CRDs. */
export const conversionPath = "/convert";

interface ConversionRequest {
  readonly uid: string;
  readonly desiredAPIVersion: string;
  readonly objects: readonly KubeObject[];
}

/** The route that converts the kinds of these functions. */
export function conversionRoute(conversions: readonly Converter[]): Route {
  const byKind = new Map(conversions.map((one) => [`${one.group}/${one.kind}`, one]));
  return { method: "POST", path: conversionPath, handle: (request) => answer(request, byKind) };
}

async function answer(request: ServeRequest, byKind: ReadonlyMap<string, Converter>): Promise<ServeResponse> {
  const review = (await request.json()) as { apiVersion?: unknown; kind?: unknown; request?: ConversionRequest };
  if (review.kind !== "ConversionReview" || review.request === undefined) {
    return jsonResponse(400, { error: "the body is not a ConversionReview with a request" });
  }
  return jsonResponse(200, {
    apiVersion: review.apiVersion,
    kind: review.kind,
    response: convertAll(review.request, byKind),
  });
}

function convertAll(request: ConversionRequest, byKind: ReadonlyMap<string, Converter>): object {
  const { uid, desiredAPIVersion, objects } = request;
  try {
    const convertedObjects = objects.map((object) => convertOne(object, desiredAPIVersion, byKind));
    return { uid, result: { status: "Success" }, convertedObjects };
  } catch (error) {
    return { uid, result: { status: "Failure", message: errorFrom(error).message }, convertedObjects: [] };
  }
}

function convertOne(object: KubeObject, to: string, byKind: ReadonlyMap<string, Converter>): KubeObject {
  if (object.apiVersion === to) return object;
  const conversion = byKind.get(`${parseApiVersion(object.apiVersion).group}/${object.kind}`);
  if (conversion === undefined) throw new Error(`${object.kind} of ${object.apiVersion} has no conversion here`);
  return conversion.convert(object, to);
}
