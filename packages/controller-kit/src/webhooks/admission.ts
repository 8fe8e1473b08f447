// AdmissionReview in and out: what every admission webhook of the kit shares. Decides nothing itself.
import type { KubeObject } from "@capstan/kube";
import { jsonResponse, type Route } from "@capstan/serve";

/** What the API server asks. */
export interface AdmissionRequest {
  readonly uid: string;
  readonly operation: "CREATE" | "UPDATE" | "DELETE" | "CONNECT";
  readonly dryRun?: boolean;
  readonly object?: KubeObject | null;
  readonly oldObject?: KubeObject | null;
}

/** Why a request is refused; undefined when it may pass. */
export type AdmissionCheck = (request: AdmissionRequest) => string | undefined;

/** A route that answers AdmissionReviews by a check. */
export function admissionRoute(path: string, check: AdmissionCheck): Route {
  return {
    method: "POST",
    path,
    async handle(http) {
      const review = (await http.json()) as { apiVersion?: unknown; kind?: unknown; request?: AdmissionRequest };
      if (review.kind !== "AdmissionReview" || review.request === undefined) {
        return jsonResponse(400, { error: "the body is not an AdmissionReview with a request" });
      }
      const refusal = check(review.request);
      const status =
        refusal === undefined ? {} : { status: { status: "Failure", reason: "Invalid", code: 422, message: refusal } };
      const response = { uid: review.request.uid, allowed: refusal === undefined, ...status };
      return jsonResponse(200, { apiVersion: review.apiVersion, kind: review.kind, response });
    },
  };
}
