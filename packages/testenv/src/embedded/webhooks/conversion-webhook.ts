// Conversion by webhook: one ConversionReview for many objects, and the API server's checks of the response.
import { randomUUID } from "node:crypto";
import { isJsonObject } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import type { ApiObject } from "../kinds/api-kind.ts";
import { internalError } from "../api-status.ts";
import { callWebhook, type ServiceMap } from "./webhook-call.ts";

const timeoutMs = 30_000;

/** Converts objects to another version, in the same order. */
export async function convertByWebhook(
  crd: CustomResourceDefinition,
  objects: readonly ApiObject[],
  { apiVersion, services }: { readonly apiVersion: string; readonly services: ServiceMap },
): Promise<ApiObject[]> {
  const from = objects[0]?.apiVersion ?? "";
  const fail = (why: string): Error =>
    internalError(`conversion webhook for ${from}, Kind=${crd.spec.names.kind} failed: ${why}`);
  const { webhook } = crd.spec.conversion ?? {};
  if (webhook?.clientConfig === undefined) throw fail("the definition has no webhook");
  const uid = randomUUID();
  const review = {
    kind: "ConversionReview",
    apiVersion: `apiextensions.k8s.io/${webhook.conversionReviewVersions.includes("v1") ? "v1" : "v1beta1"}`,
    request: { uid, desiredAPIVersion: apiVersion, objects },
  };
  const answer = await callWebhook({ client: webhook.clientConfig, body: review, timeoutMs, services }).catch(
    (error: unknown) => {
      throw fail(error instanceof Error ? error.message : String(error));
    },
  );
  const response = isJsonObject(answer) ? answer["response"] : undefined;
  if (!isJsonObject(response)) throw fail("the body has no response");
  if (response["uid"] !== uid)
    throw fail(`expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(response["uid"])}`);
  const result = isJsonObject(response["result"]) ? response["result"] : {};
  if (result["status"] !== "Success")
    throw fail(typeof result["message"] === "string" ? result["message"] : "the result is not Success");
  const converted: unknown[] = Array.isArray(response["convertedObjects"]) ? response["convertedObjects"] : [];
  if (converted.length !== objects.length)
    throw fail(`webhook returned ${converted.length} objects, expected ${objects.length}`);
  return objects.map((object, i) => {
    const result: unknown = converted[i];
    const problem = differenceOf(object, result, apiVersion);
    if (problem !== undefined) throw fail(`invalid converted object at index ${i}: ${problem}`);
    // differenceOf has checked the shape. A conversion may change only labels and annotations of the metadata.
    const next = result as ApiObject;
    const { labels, annotations } = next.metadata;
    const { labels: _labels, annotations: _annotations, ...kept } = object.metadata;
    const metadata = {
      ...kept,
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
    };
    return { ...next, metadata };
  });
}

/** How a converted object differs in a field that conversion must not change. */
function differenceOf(object: ApiObject, converted: unknown, apiVersion: string): string | undefined {
  if (!isJsonObject(converted)) return "it is not an object";
  if (converted["apiVersion"] !== apiVersion)
    return `it has apiVersion ${JSON.stringify(converted["apiVersion"])}, expected ${JSON.stringify(apiVersion)}`;
  if (converted["kind"] !== object.kind)
    return `it has kind ${JSON.stringify(converted["kind"])}, expected ${JSON.stringify(object.kind)}`;
  if (!isJsonObject(converted["metadata"])) return "it has no metadata";
  for (const field of ["name", "namespace", "uid"] as const) {
    if (converted["metadata"][field] !== object.metadata[field])
      return `must have the same ${field}: ${JSON.stringify(converted["metadata"][field])} instead of ${JSON.stringify(object.metadata[field])}`;
  }
  return undefined;
}
