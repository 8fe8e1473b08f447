// Reads and writes AdmissionReviews for the admission webhooks of the kit.
import type { KubeObject } from "@capstan/kube";
import { jsonResponse, type Route } from "@capstan/serve";

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
      // The API server sends nothing else; the fields that are read are checked.
      const review = (await http.json()) as { apiVersion?: unknown; kind?: unknown; request?: AdmissionRequest };
      if (review.kind !== "AdmissionReview" || review.request === undefined) {
        return jsonResponse(400, { error: "the body is not an AdmissionReview with a request" });
      }
      const rejection = check(review.request);
      const status =
        rejection === undefined
          ? {}
          : { status: { status: "Failure", reason: "Invalid", code: 422, message: rejection } };
      const response = { uid: review.request.uid, allowed: rejection === undefined, ...status };
      return jsonResponse(200, { apiVersion: review.apiVersion, kind: review.kind, response });
    },
  };
}
