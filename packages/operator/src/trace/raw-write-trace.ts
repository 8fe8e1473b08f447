// The record of a request that writes: a path has the plural of a kind only, so the kind is taken from what is sent and answered.
import type { RawResponse } from "@capstan/client";
import { isJsonObject, keyOf } from "@capstan/kube";
import { isStored, type RawWrite } from "../controller/raw-write.ts";
import { safely } from "../controller/reconcile-errors.ts";
import type { AnsweredWrite, SentCall } from "./write-trace.ts";

/** What the trace has of a request with a body; its kind is the plural where nothing has the kind. */
export function sentRequest(raw: RawWrite, body: unknown): Omit<SentCall<RawResponse>, "server"> {
  const { resource, target, verb, subresource, dryRun } = raw;
  const { apiVersion, plural } = resource;
  const kind = safely(() => kindOf(raw, body), undefined) ?? plural;
  const object = { apiVersion, kind, ...target };
  return { verb, object, subresource, dryRun: dryRun || undefined, answered: (response) => answeredBy(raw, response) };
}

/** A response that is not the object has nothing of it. */
function answeredBy(raw: RawWrite, response: RawResponse): AnsweredWrite {
  const body = response.json();
  const kind = isStored(body) ? kindOf(raw, body) : undefined;
  if (!isStored(body) || kind === undefined) return { answer: "stored" };
  return { answer: "stored", object: { kind, ...keyOf(body), resourceVersion: body.metadata.resourceVersion } };
}

/** The kind of the object in a body: those of other subresources than the status are of kinds of their own. */
function kindOf({ resource, subresource = "status" }: RawWrite, body: unknown): string | undefined {
  if (subresource !== "status" || !isJsonObject(body) || body["apiVersion"] !== resource.apiVersion) return undefined;
  return typeof body["kind"] === "string" ? body["kind"] : undefined;
}
