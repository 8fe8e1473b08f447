// The AdmissionReview that is sent to a webhook, and its response.
import { randomUUID } from "node:crypto";
import { isJsonObject, type JsonPatchOperation, type KubeStatus } from "@capstan/kube";
import type { AdmissionWebhook } from "@capstan/kube/builtin";
import type { AdmissionCall } from "./admission-match.ts";
import type { ApiObject } from "../kinds/api-kind.ts";
import { callWebhook, type ServiceMap } from "./webhook-call.ts";
import type { WriteContext } from "../write/write-context.ts";

/** The response of a webhook. */
export interface AdmissionAnswer {
  readonly allowed: boolean;
  readonly patch?: readonly JsonPatchOperation[];
  readonly warnings: readonly string[];
  readonly status?: Partial<KubeStatus>;
}

/** A review to send. */
export interface AdmissionReview {
  readonly apiVersion: string;
  readonly kind: "AdmissionReview";
  readonly request: { readonly uid: string } & Readonly<Record<string, unknown>>;
}

/** The review of a request, with its objects in the version that the webhook matches. */
export async function admissionReview(
  request: AdmissionCall,
  {
    version,
    context,
    reviewVersions,
  }: { readonly version: string; readonly context: WriteContext; readonly reviewVersions: readonly string[] },
): Promise<AdmissionReview> {
  const { kind, version: requested } = request.resource;
  const named = (of: string): object => ({ group: kind.group, version: of });
  const { user } = context;
  return {
    apiVersion: `admission.k8s.io/${reviewVersions.includes("v1") ? "v1" : "v1beta1"}`,
    kind: "AdmissionReview",
    request: {
      uid: randomUUID(),
      kind: { ...named(version), kind: kind.kind },
      resource: { ...named(version), resource: kind.plural },
      ...(request.subresource === ""
        ? {}
        : { subResource: request.subresource, requestSubResource: request.subresource }),
      requestKind: { ...named(requested.name), kind: kind.kind },
      requestResource: { ...named(requested.name), resource: kind.plural },
      name: (request.object ?? request.oldObject)?.metadata.name ?? "",
      ...(request.namespace === "" ? {} : { namespace: request.namespace }),
      operation: request.operation,
      userInfo: { username: user.username, ...(user.uid === undefined ? {} : { uid: user.uid }), groups: user.groups },
      object: await inVersion(request, request.object, version),
      oldObject: await inVersion(request, request.oldObject, version),
      dryRun: context.dryRun,
      options: {
        kind: optionsKind[request.operation],
        apiVersion: "meta.k8s.io/v1",
        ...(context.dryRun ? { dryRun: ["All"] } : {}),
      },
    },
  };
}

const optionsKind = { CREATE: "CreateOptions", UPDATE: "UpdateOptions", DELETE: "DeleteOptions" } as const;

async function inVersion(
  { resource }: AdmissionCall,
  object: ApiObject | undefined,
  version: string,
): Promise<ApiObject | null> {
  if (object === undefined) return null;
  if (version === resource.version.name) return object;
  return await resource.kind.convert(object, version);
}

/** Sends a review; rejects when the webhook cannot be reached or its response is invalid. */
export async function callAdmission(
  webhook: AdmissionWebhook,
  review: AdmissionReview,
  services: ServiceMap,
): Promise<AdmissionAnswer> {
  const body = await callWebhook({
    client: webhook.clientConfig,
    body: review,
    timeoutMs: (webhook.timeoutSeconds ?? 10) * 1000,
    services,
  });
  const response = isJsonObject(body) ? body["response"] : undefined;
  if (!isJsonObject(response)) throw new Error("the body has no response");
  if (response["uid"] !== review.request.uid)
    throw new Error(
      `expected response.uid=${JSON.stringify(review.request.uid)}, got ${JSON.stringify(response["uid"])}`,
    );
  const { status, warnings } = response;
  return {
    allowed: response["allowed"] === true,
    warnings: Array.isArray(warnings) ? warnings.map(String) : [],
    // As in Go, unknown or wrong fields of a webhook's status are shown as they are.
    ...(isJsonObject(status) ? { status: status as Partial<KubeStatus> } : {}),
    ...patchOf(response),
  };
}

function patchOf({ patch, patchType }: Record<string, unknown>): { patch?: readonly JsonPatchOperation[] } {
  if (typeof patch !== "string" || patch === "") return {};
  if (patchType !== "JSONPatch")
    throw new Error(`expected response.patchType="JSONPatch", got ${JSON.stringify(patchType)}`);
  const operations: unknown = JSON.parse(Buffer.from(patch, "base64").toString());
  if (!Array.isArray(operations)) throw new Error("the patch is not a list of operations");
  // Applying throws for what is not an operation.
  return { patch: operations as JsonPatchOperation[] };
}
