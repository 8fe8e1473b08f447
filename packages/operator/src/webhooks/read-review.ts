// Reads the request of an AdmissionReview for a webhook of one kind. The API server sends what the webhook's rules select, but others may call, too.
import { isJsonObject, type KubeObject } from "@capstan/kube";
import type { WebhookReview } from "./reviews.ts";
import type { AdmissionDefinition, AnyReview, ReviewInfo, ReviewUser } from "./webhook-definition.ts";

/** The review that a webhook's function gets; a string says why there is none: it is for another kind or operation, or has no objects. */
export function readReview({ request }: WebhookReview, webhook: AdmissionDefinition<never>): AnyReview | string {
  const { name, operations, resource } = webhook;
  const operation = operations.find((one) => one === request["operation"]);
  if (operation === undefined)
    return `the webhook ${name} has no function for the operation of the request, only for ${operations.join(" and ")}`;
  if (!isOfKind(request["kind"], webhook))
    return `the webhook ${name} is for the kind ${resource.kind} of ${resource.apiVersion}, and the request for another one`;
  const field = operation === "DELETE" ? "oldObject" : "object";
  const object = objectIn(request[field]);
  if (object === undefined) return noObject(field);
  const all = { ...infoOf(request), object };
  if (operation !== "UPDATE") return { ...all, operation };
  const old = objectIn(request["oldObject"]);
  return old === undefined ? noObject("oldObject") : { ...all, operation, old };
}

function noObject(field: string): string {
  return `the field ${field} of the request has no object with metadata`;
}

function isOfKind(asked: unknown, { resource }: AdmissionDefinition<never>): boolean {
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
