// The verbs that write: create, update, patch, delete.
import { keyOf } from "@capstan/kube";
import { badRequest, StatusError } from "../api-status.ts";
import { updateObject } from "../write/change-object.ts";
import { createObject } from "../write/create-object.ts";
import { decodeObject } from "../write/decode-object.ts";
import { deleteObject, parseDeleteOptions } from "../write/delete-object.ts";
import { contentType, readRequestBody, readPatch, sendJson, sendText, addWarnings } from "./exchange.ts";
import { listObjects } from "../read/list-objects.ts";
import { patchChange, replaceChange } from "../write/patch-change.ts";
import { jsonOf } from "../store/rendering.ts";
import { notAllowed, type ResourceCall } from "./resource-call.ts";
import { answerTokenRequest } from "../access/reviews.ts";
import { parseSelection } from "../read/selectors.ts";
import { writeContext, type WriteContext } from "../write/write-context.ts";
import type { ObjectPlace, Written } from "../write/write-rules.ts";

/** POST to a collection. */
export async function create(call: ResourceCall): Promise<void> {
  const { runtime, exchange, user, place } = call;
  if (place.resource.kind.scope === "Namespaced" && place.namespace === "")
    throw badRequest("an empty namespace may not be set during creation");
  const context = writeContext(exchange.query, user, "CreateOptions");
  const object = decodeObject(await readRequestBody(exchange), place.resource, place.namespace);
  await sendWritten(call, {
    code: 201,
    context,
    written: await createObject(runtime.server, place, { object, context }),
  });
}

/** PUT of one object or of its status. */
export async function replace(call: ResourceCall): Promise<void> {
  const { runtime, exchange, user, place } = call;
  const context = writeContext(exchange.query, user, "UpdateOptions");
  const change = replaceChange(place, decodeObject(await readRequestBody(exchange), place.resource, place.namespace));
  await sendWritten(call, {
    code: 200,
    context,
    written: await updateObject(runtime.server, place, { change, context }),
  });
}

/** PATCH of one object or of its status. */
export async function patch(call: ResourceCall): Promise<void> {
  const { runtime, exchange, user, place } = call;
  const change = patchChange(place, contentType(exchange));
  const { text, patch } = await readPatch(exchange);
  const context = { ...writeContext(exchange.query, user, "PatchOptions"), patch: text };
  await sendWritten(call, {
    code: 200,
    context,
    written: await updateObject(runtime.server, place, { change: (current) => change(current, patch), context }),
  });
}

async function sendWritten(
  { exchange, view }: ResourceCall,
  { code, context, written }: { readonly code: number; readonly context: WriteContext; readonly written: Written },
): Promise<void> {
  addWarnings(exchange, context.warnings);
  sendJson(
    exchange,
    code,
    written.stored === undefined ? JSON.stringify(written.object) : await jsonOf(view, written.stored),
  );
}

/** DELETE of one object. */
export async function deleteOne({ runtime, exchange, user, view, place }: ResourceCall): Promise<void> {
  const options = parseDeleteOptions(await readRequestBody(exchange), exchange.query);
  const context = writeContext(exchange.query, user, "DeleteOptions");
  const { stored, deleted } = await deleteObject(runtime.server, place, { options, context });
  addWarnings(exchange, context.warnings);
  sendJson(
    exchange,
    200,
    deleted ? JSON.stringify(deletedStatus(place, stored.object.metadata.uid)) : await jsonOf(view, stored),
  );
}

/** DELETE of all objects of one namespace, or of a kind without namespaces, that the selectors match. */
export async function deleteCollection(call: ResourceCall): Promise<void> {
  const { runtime, exchange, user, view, place } = call;
  if (view.kind.scope === "Namespaced" && place.namespace === "") {
    if (view.version.columns === undefined) throw notAllowed();
    // Of custom kinds the API server serves only reads in all namespaces.
    return sendText(exchange, 404, "404 page not found\n");
  }
  const options = parseDeleteOptions(await readRequestBody(exchange), exchange.query);
  const selection = parseSelection(view, exchange.query);
  const context = writeContext(exchange.query, user, "DeleteOptions");
  const text = await listObjects(runtime.server, runtime.pages, {
    view,
    namespace: place.namespace,
    query: exchange.query,
  });
  const chosen = runtime.server.store
    .collection(view.kind)
    .list(place.namespace)
    .filter(({ object }) => selection.matches(object));
  for (const { object } of chosen) {
    await deleteObject(runtime.server, { ...place, ...keyOf(object) }, { options, context }).catch(ignoreNotFound);
  }
  sendJson(exchange, 200, text);
}

/** POST to a ServiceAccount's token subresource. */
export async function issueToken({ runtime, exchange, place }: ResourceCall): Promise<void> {
  sendJson(exchange, 201, JSON.stringify(answerTokenRequest(runtime.server, place, await readRequestBody(exchange))));
}

function ignoreNotFound(error: unknown): void {
  if (!(error instanceof StatusError) || error.status.code !== 404) throw error;
}

function deletedStatus({ resource: { kind }, name }: ObjectPlace, uid: string | undefined): object {
  const details = { name, ...(kind.group === "" ? {} : { group: kind.group }), kind: kind.plural, uid };
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details };
}
