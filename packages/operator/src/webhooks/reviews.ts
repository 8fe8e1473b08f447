// The reviews that the API server sends to webhooks: what all have in common, and the answers to AdmissionReviews.
import { errorFrom, excerpt, isJsonObject, type KubeObject, parseBigJson } from "@capstan/kube";
import { fieldIn, fieldStart, skipBlanks } from "@capstan/kube/json-text";
import { inTurn } from "@capstan/kube/turns";
import { jsonResponse, type Route, type ServeRequest, type ServeResponse } from "@capstan/serve";

/** Messages of errors in answers are not longer: they can quote what the caller sent. */
export const longestMessage = 1024;

/** A review with a request. */
export interface WebhookReview {
  readonly apiVersion: unknown;
  readonly kind: string;
  readonly request: Readonly<Record<string, unknown>>;
}

/** The review in the body of a request; undefined when it is none of this kind. The API server sends no other, but others may call. */
export function requestOf(body: unknown, kind: string): WebhookReview | undefined {
  if (!isJsonObject(body) || body["kind"] !== kind) return undefined;
  const { apiVersion, request } = body;
  return isJsonObject(request) ? { apiVersion, kind, request } : undefined;
}

/** The fields of a request that routes use which do not parse its objects. */
const usedFields = ["uid", "namespace", "subResource", "dryRun", "desiredAPIVersion"] as const;
const fieldsOfKind = ["group", "version", "kind"] as const;

/** The review with the strings and flags that are used while it is answered. A caller can write anything else into it, which would stay in memory as long. */
export function usedOf({ apiVersion, kind, request }: WebhookReview): WebhookReview {
  const named = request["kind"];
  return {
    apiVersion: typeof apiVersion === "string" ? apiVersion : undefined,
    kind,
    request: {
      ...scalarsOf(request, usedFields),
      ...(isJsonObject(named) ? { kind: scalarsOf(named, fieldsOfKind) } : {}),
    },
  };
}

function scalarsOf(fields: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  const found = names.map((name) => [name, fields[name]] as const);
  return Object.fromEntries(found.filter(([, value]) => typeof value === "string" || typeof value === "boolean"));
}

/** The request of an AdmissionReview. */
export interface AdmissionRequest {
  readonly uid: string;
  readonly operation: "CREATE" | "UPDATE" | "DELETE" | "CONNECT";
  readonly dryRun?: boolean;
  readonly object?: KubeObject | null;
  readonly oldObject?: KubeObject | null;
}

/** Why a request is rejected; undefined when it is allowed. */
export type AdmissionCheck = (request: AdmissionRequest) => string | undefined;

/** A route that answers AdmissionReviews with a check. */
export function admissionRoute(path: string, check: AdmissionCheck): Route {
  return {
    method: "POST",
    path,
    async handle(http) {
      const review = await readAdmissionReview(http);
      if (review === undefined) return notAReview();
      return inTurn(() => answer(review, check), { owner: () => reviewNamespace(review), signal: http.signal });
    },
  };
}

/** The AdmissionReview in the body of a request; undefined when it is none. */
export async function readAdmissionReview(http: ServeRequest): Promise<WebhookReview | undefined> {
  // Whole numbers beyond 2^53 must not look equal when they are not, nor like a string that the caller could write.
  const review = requestOf(await http.json(parseBigJson, rawReviewNamespace), "AdmissionReview");
  return review !== undefined && [review.apiVersion, review.request["uid"]].every(isTextIfGiven) ? review : undefined;
}

/** The answer to what is not an AdmissionReview. */
export function notAReview(): ServeResponse {
  return jsonResponse(400, { error: "the body is not an AdmissionReview with a request" });
}

/** Where an API server writes the namespace of a review: before all that a user has written. */
const longestHead = 64 * 1024;

/** Longer names are not shown. */
const longestName = 1024;

/** The namespace of the request of an AdmissionReview; empty when its head has none. */
export function rawReviewNamespace(review: Uint8Array): string {
  const head = review.subarray(0, longestHead);
  const request = fieldStart(head, skipBlanks(head, 0), "request")?.value ?? head.length;
  const field = fieldIn(head, request, "namespace");
  if (field === undefined || field.end - field.value > longestName) return "";
  try {
    const name: unknown = JSON.parse(new TextDecoder().decode(head.subarray(field.value, field.end)));
    return typeof name === "string" ? excerpt(name) : "";
  } catch {
    return "";
  }
}

/** The namespace that a review is for; empty when it has none. */
export function reviewNamespace({ request: { namespace } }: WebhookReview): string {
  return typeof namespace === "string" ? namespace : "";
}

/** Of what is in the answer: an API server sends strings. */
function isTextIfGiven(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function answer(review: WebhookReview, check: AdmissionCheck): ServeResponse {
  try {
    // The API server sends no other fields. From another caller, one of another type is an error of the check.
    return admissionAnswer(review, check(review.request as unknown as AdmissionRequest));
  } catch (error) {
    return jsonResponse(400, {
      error: `the request of the AdmissionReview cannot be read: ${excerpt(errorFrom(error).message, longestMessage)}`,
    });
  }
}

/** The answer to an AdmissionReview: allowed, or rejected with a message. */
export function admissionAnswer({ apiVersion, kind, request }: WebhookReview, rejection?: string): ServeResponse {
  const status =
    rejection === undefined
      ? {}
      : { status: { status: "Failure", reason: "Invalid", code: 422, message: excerpt(rejection, longestMessage) } };
  const response = { uid: request["uid"], allowed: rejection === undefined, ...status };
  return jsonResponse(200, { apiVersion, kind, response });
}
