// The verbs that write: create, replace, patch, delete. Each reads its body and answers the request itself; handler.ts chooses
// among them, and what writing means is in create-object.ts, change-object.ts and delete-object.ts.
import { badRequest, StatusError } from "./api-status.ts";
import { updateObject } from "./change-object.ts";
import { createObject } from "./create-object.ts";
import { decodeObject } from "./decode-object.ts";
import { deleteObject, parseDeleteOptions } from "./delete-object.ts";
import { contentType, readBody, readPatch, sendJson, setWarnings } from "./exchange.ts";
import { listObjects } from "./list-objects.ts";
import { patchChange } from "./patch-object.ts";
import { textOf } from "./rendering.ts";
import { notAllowed, type ResourceCall } from "./resource-call.ts";
import { answerTokenRequest } from "./reviews.ts";
import { parseSelection } from "./selectors.ts";
import { updateChange } from "./update-object.ts";
import { writeContext, type WriteContext } from "./write-context.ts";
import type { ObjectPlace, Written } from "./write-rules.ts";

/** POST to a collection. */
export async function create(call: ResourceCall): Promise<void> {
  const { runtime, exchange, user, place } = call;
  if (place.name !== "") throw notAllowed();
  if (place.resource.kind.scope === "Namespaced" && place.namespace === "")
    throw badRequest("an empty namespace may not be set during creation");
  const context = writeContext(exchange.query, user);
  const object = decodeObject(await readBody(exchange), place.resource, place.namespace);
  await sendWritten(call, {
    code: 201,
    context,
    written: await createObject(runtime.server, place, { object, context }),
  });
}

/** PUT of one object or of its status. */
export async function replace(call: ResourceCall): Promise<void> {
  const { runtime, exchange, user, place } = call;
  if (place.name === "") throw notAllowed();
  const context = writeContext(exchange.query, user);
  const change = updateChange(place, decodeObject(await readBody(exchange), place.resource, place.namespace));
  await sendWritten(call, {
    code: 200,
    context,
    written: await updateObject(runtime.server, place, { change, context }),
  });
}

/** PATCH of one object or of its status. */
export async function patch(call: ResourceCall): Promise<void> {
  const { runtime, exchange, user, place } = call;
  if (place.name === "") throw notAllowed();
  const change = patchChange(place, contentType(exchange));
  const { text, patch } = await readPatch(exchange);
  const context = { ...writeContext(exchange.query, user), patch: text };
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
  const { version } = view;
  setWarnings(exchange, [...(version.warning === undefined ? [] : [version.warning]), ...context.warnings]);
  sendJson(
    exchange,
    code,
    written.stored === undefined ? JSON.stringify(written.object) : await textOf(view, written.stored),
  );
}

/** DELETE of one object. */
export async function deleteOne({ runtime, exchange, user, view, place }: ResourceCall): Promise<void> {
  const options = parseDeleteOptions(await readBody(exchange), exchange.query);
  const context = writeContext(exchange.query, user);
  const { stored, gone } = await deleteObject(runtime.server, place, { options, context });
  setWarnings(exchange, context.warnings);
  sendJson(
    exchange,
    200,
    gone ? JSON.stringify(deletedStatus(place, stored.object.metadata.uid)) : await textOf(view, stored),
  );
}

/** DELETE of what a selector chooses. */
export async function deleteCollection(call: ResourceCall): Promise<void> {
  const { runtime, exchange, user, view, place } = call;
  const options = parseDeleteOptions(await readBody(exchange), exchange.query);
  const selection = parseSelection(view, exchange.query);
  const context = writeContext(exchange.query, user);
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
    const { name = "", namespace = "" } = object.metadata;
    await deleteObject(runtime.server, { ...place, name, namespace }, { options, context }).catch(ignoreGone);
  }
  sendJson(exchange, 200, text);
}

/** POST to a ServiceAccount's token. */
export async function issueToken({ runtime, exchange, place }: ResourceCall): Promise<void> {
  sendJson(exchange, 201, JSON.stringify(answerTokenRequest(runtime.server, place, await readBody(exchange))));
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof StatusError) || error.status.code !== 404) throw error;
}

function deletedStatus({ resource: { kind }, name }: ObjectPlace, uid: string | undefined): object {
  const details = { name, ...(kind.group === "" ? {} : { group: kind.group }), kind: kind.plural, uid };
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details };
}
