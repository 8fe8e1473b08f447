// Conversion by webhook: one ConversionReview for each object, and the API server's checks of the response.
import { randomUUID } from "node:crypto";
import { isJsonObject } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import type { ApiObject } from "../kinds/api-kind.ts";
import { unknownError } from "../api-status.ts";
import { convertedMetadata } from "./converted-metadata.ts";
import { callWebhook, type ServiceMap } from "./webhook-call.ts";

const timeoutMs = 30_000;

/** Converts an object to another version. */
export async function convertByWebhook(
  crd: CustomResourceDefinition,
  object: ApiObject,
  { apiVersion, services }: { readonly apiVersion: string; readonly services: ServiceMap },
): Promise<ApiObject> {
  const problem = (what: string): Error =>
    unknownError(`conversion webhook for ${object.apiVersion}, Kind=${crd.spec.names.kind} ${what}`);
  const fail = (why: string): Error => problem(`failed: ${why}`);
  const { webhook } = crd.spec.conversion ?? {};
  if (webhook?.clientConfig === undefined) throw fail("the definition has no webhook");
  const uid = randomUUID();
  const review = {
    kind: "ConversionReview",
    apiVersion: `apiextensions.k8s.io/${webhook.conversionReviewVersions.includes("v1") ? "v1" : "v1beta1"}`,
    request: { uid, desiredAPIVersion: apiVersion, objects: [object] },
  };
  const answer = await callWebhook({ client: webhook.clientConfig, body: review, timeoutMs, services }).catch(
    (error: unknown) => {
      throw fail(error instanceof Error ? error.message : String(error));
    },
  );
  const response = isJsonObject(answer) ? answer["response"] : undefined;
  if (!isJsonObject(response)) throw fail("no response provided");
  if (response["uid"] !== uid)
    throw fail(`expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(response["uid"])}`);
  const result = isJsonObject(response["result"]) ? response["result"] : {};
  if (result["status"] !== "Success") throw fail(messageOf(result));
  const answered: unknown[] = Array.isArray(response["convertedObjects"]) ? response["convertedObjects"] : [];
  if (answered.length !== 1) throw problem(`returned ${answered.length} objects, expected 1`);
  const [converted] = answered;
  const difference = differenceOf(object, converted, apiVersion);
  if (difference !== undefined) throw problem(`returned ${difference}`);
  // differenceOf has checked the shape.
  const next = converted as ApiObject;
  const metadata = convertedMetadata(object.metadata, next.metadata);
  if (typeof metadata === "string") throw problem(`returned invalid metadata: ${metadata}`);
  return { ...next, metadata };
}

function messageOf({ status = "", message }: Readonly<Record<string, unknown>>): string {
  return typeof message === "string" && message !== ""
    ? message
    : `response.result.status was '${String(status)}', not 'Success'`;
}

/** How a converted object differs in a field that conversion must not change. */
function differenceOf(object: ApiObject, converted: unknown, apiVersion: string): string | undefined {
  if (!isJsonObject(converted)) return "invalid object at index 0: it is not an object";
  const version = converted["apiVersion"];
  if (version !== apiVersion)
    return `invalid object at index 0: invalid groupVersion (expected ${apiVersion}, received ${String(version)})`;
  if (converted["kind"] !== object.kind)
    return `invalid object at index 0: invalid kind (expected ${object.kind}, received ${String(converted["kind"])})`;
  const { metadata } = converted;
  if (!isJsonObject(metadata)) return "invalid metadata: missing metadata in converted object";
  for (const [name, field] of Object.entries({ name: "name", namespace: "namespace", UID: "uid" } as const)) {
    const [given = "", returned = ""] = [object.metadata[field], metadata[field]];
    if (returned !== given) return `invalid object: must have the same ${name}: ${given} != ${String(returned)}`;
  }
  return undefined;
}
