// Reads the request of an AdmissionReview for a webhook of one kind. The API server sends what the webhook's rules select, but others may call, too.
import { isJsonObject, type KubeObject } from "@capstan/kube";
import type { WebhookReview } from "./reviews.ts";
import type { AdmissionDefinition, AnyReview, ReviewInfo, ReviewOperation, ReviewUser } from "./webhook-definition.ts";

/** The review that a webhook's function gets; undefined when it is for another kind or operation, or has no objects. */
export function readReview({ request }: WebhookReview, webhook: AdmissionDefinition): AnyReview | undefined {
  const operation = webhook.operations.find((one) => one === request["operation"]);
  if (operation === undefined || !isOfKind(request["kind"], webhook)) return undefined;
  const info = infoOf(request);
  const object = objectIn(request[operation === "DELETE" ? "oldObject" : "object"]);
  const old = objectIn(request["oldObject"]);
  return object && reviewOf(operation, { ...info, object, old });
}

function reviewOf(
  operation: ReviewOperation,
  { old, ...all }: ReviewInfo & { readonly object: KubeObject; readonly old: KubeObject | undefined },
): AnyReview | undefined {
  if (operation !== "UPDATE") return { ...all, operation };
  return old && { ...all, operation, old };
}

function isOfKind(asked: unknown, { resource }: AdmissionDefinition): boolean {
  if (!isJsonObject(asked)) return false;
  const { group = "", version, kind } = asked;
  return group === resource.group && version === resource.version && kind === resource.kind;
}

/** An object with metadata, as every one that the API server sends. */
function objectIn(value: unknown): KubeObject | undefined {
  // The rest of its fields is what the API server has accepted for the kind.
  return isJsonObject(value) && isJsonObject(value["metadata"]) ? (value as unknown as KubeObject) : undefined;
}

function infoOf(request: Readonly<Record<string, unknown>>): ReviewInfo {
  return {
    uid: textOf(request["uid"]),
    name: textOf(request["name"]),
    namespace: textOf(request["namespace"]),
    dryRun: request["dryRun"] === true,
    user: userOf(request["userInfo"]),
  };
}

function userOf(value: unknown): ReviewUser {
  const { username, uid, groups } = isJsonObject(value) ? value : {};
  return {
    username: textOf(username),
    ...(typeof uid === "string" ? { uid } : {}),
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === "string") : [],
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
