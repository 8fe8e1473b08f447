// The verbs of the scale subresource.
import { isJsonObject } from "@capstan/kube";
import { notFound, type OptionsKind } from "../api-status.ts";
import type { ApiObject, ReplicaPaths } from "../kinds/api-kind.ts";
import { objectIn } from "../store/rendering.ts";
import { type NextState, updateObject } from "../write/change-object.ts";
import { patchTypeOf } from "../write/patch-change.ts";
import { readScale, scaleChange, scaleOf } from "../write/scale.ts";
import { writeContext } from "../write/write-context.ts";
import { addWarnings, contentType, readPatch, readRequestBody, sendJson } from "./exchange.ts";
import type { ResourceCall, VerbHandler } from "./resource-call.ts";

interface ScaleVerbs {
  readonly get: VerbHandler;
  readonly update: VerbHandler;
  readonly patch: VerbHandler;
}

/** GET, PUT and PATCH of the Scale of an object whose definition has these paths. */
export function scaleVerbs(paths: ReplicaPaths): ScaleVerbs {
  return {
    get: async ({ runtime, exchange, view, place }) => {
      const stored = runtime.server.store.collection(view.kind).get(place);
      if (stored === undefined) throw notFound(view.kind, place.name);
      sendScale(exchange, readScale(await objectIn(view.kind, stored, view.version.name), paths));
    },
    update: async (call) => {
      const scale = await readRequestBody(call.exchange);
      const change = scaleChange({ kind: call.view.kind, paths }, () => scale);
      await write(call, paths, { kind: "UpdateOptions", change });
    },
    patch: async (call) => {
      // A Scale is of a built-in kind.
      const apply = patchTypeOf(contentType(call.exchange), true);
      const { patch } = await readPatch(call.exchange);
      const scaled = { kind: call.view.kind, paths };
      const change = scaleChange(scaled, (scale) => withoutVersion(apply(scale, patch), patch));
      await write(call, paths, { kind: "PatchOptions", change });
    },
  };
}

/** A patch of what is there now, whatever version that has, unless the patch names one. */
function withoutVersion(scale: unknown, patch: unknown): unknown {
  const named = isJsonObject(patch) && isJsonObject(patch["metadata"]) && "resourceVersion" in patch["metadata"];
  if (named || !isJsonObject(scale) || !isJsonObject(scale["metadata"])) return scale;
  const { resourceVersion: _, ...metadata } = scale["metadata"];
  return { ...scale, metadata };
}

async function write(
  { runtime, exchange, user, view, place }: ResourceCall,
  paths: ReplicaPaths,
  { kind, change }: { readonly kind: OptionsKind; readonly change: NextState },
): Promise<void> {
  const context = writeContext(exchange.query, user, kind);
  const { stored, object } = await updateObject(runtime.server, place, { change, context });
  addWarnings(exchange, context.warnings);
  const shown = stored === undefined ? object : await objectIn(view.kind, stored, view.version.name);
  sendScale(exchange, scaleOf(shown, paths));
}

function sendScale(exchange: ResourceCall["exchange"], scale: ApiObject): void {
  sendJson(exchange, 200, JSON.stringify(scale));
}
