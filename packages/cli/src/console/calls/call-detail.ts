// A call that dev has kept, as the console shows it: request and answer as YAML, and what the patches change.
import { describeError, getAt, isJsonObject } from "@capstan/kube";
import { emitYaml } from "@capstan/schema/yaml";
import { patchedDiffs } from "../../call/answer-lines.ts";
import type { CallDetail, PatchedDiff, ShownAnswer } from "../../call/shown-call.ts";
import type { KeptCall } from "../../dev/call-book.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The request and the answer of a call; throws for what is not JSON. */
export function callDetail(call: KeptCall, obstacle: string): CallDetail {
  const { id, hook, masked } = call;
  const [request, response] = [objectIn(call.request), objectIn(call.response)];
  return { id, masked, request: emitYaml(request), answer: shownAnswer({ hook, request }, response), obstacle };
}

/** An answer to a request. */
export function shownAnswer(
  { hook, request }: { readonly hook: string; readonly request: object },
  response: Fields,
): ShownAnswer {
  const { status, message } = response;
  return {
    status: typeof status === "string" ? status : "",
    message: typeof message === "string" ? message : "",
    yaml: emitYaml(withReadablePatches(response)),
    ...templatesOf({ hook, request }, response),
  };
}

function templatesOf(
  { hook: name, request }: { readonly hook: string; readonly request: object },
  response: Fields,
): { readonly templates: readonly PatchedDiff[]; readonly problem: string } {
  try {
    return { templates: patchedDiffs({ hook: { name }, request }, { response }), problem: "" };
  } catch (error) {
    return { templates: [], problem: describeError(error) };
  }
}

/** The object in a string; throws for anything else. */
function objectIn(json: string): Fields {
  const value: unknown = JSON.parse(json);
  if (!isJsonObject(value)) throw new Error("the call has something else than an object");
  return value;
}

/** Nobody reads base64. */
function withReadablePatches(response: Fields): Fields {
  const { items } = response;
  if (!Array.isArray(items)) return response;
  const list: readonly unknown[] = items;
  return { ...response, items: list.map((item) => (isJsonObject(item) ? { ...item, ...readablePatch(item) } : item)) };
}

function readablePatch(item: unknown): Fields {
  const patch = getAt(item, ["patch"]);
  if (typeof patch !== "string") return {};
  try {
    return { patch: JSON.parse(Buffer.from(patch, "base64").toString("utf8")) };
  } catch {
    return {};
  }
}
