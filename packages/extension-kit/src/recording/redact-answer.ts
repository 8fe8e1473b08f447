// The answer of GeneratePatches as a tape has it: where a patch sets a secret, one that sets its digest takes its place.
import { createJsonPatch, isJsonObject } from "@capstan/kube";
import type { HookResponse } from "../answering/to-response.ts";
import { patchedObject } from "../rules/patched-object.ts";
import { replaceSecrets, type SecretRules } from "./replace-secrets.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The answer to a request whose templates have no secrets any more. Throws where a patch does not fit its template: what it sets cannot be known. */
export function redactAnswer(response: HookResponse, request: Fields, rules: SecretRules): HookResponse {
  const patches = topologyItems(response);
  if (response.status !== "Success" || patches.length === 0) return response;
  const templates = new Map(topologyItems(request).map(({ uid, object }) => [uid, object]));
  const patched = new Map<unknown, unknown>();
  for (const { uid, patch } of patches) {
    const object = patched.get(uid) ?? templates.get(uid);
    patched.set(uid, patchedObject(object, JSON.parse(Buffer.from(String(patch), "base64").toString("utf8"))));
  }
  const redacted = new Map([...patched].map(([uid, object]) => [uid, replaceSecrets(object, rules)]));
  if ([...patched].every(([uid, object]) => redacted.get(uid) === object)) return response;
  const items = [...redacted].map(([uid, object]) => {
    const patch = JSON.stringify(createJsonPatch(templates.get(uid), object));
    return { uid, patchType: "JSONPatch", patch: Buffer.from(patch).toString("base64") };
  });
  return { ...response, items };
}

/** The items of a request or an answer. */
export function topologyItems(holder: object): readonly Fields[] {
  const { items }: { readonly items?: unknown } = holder;
  return Array.isArray(items) ? items.filter(isJsonObject) : [];
}
