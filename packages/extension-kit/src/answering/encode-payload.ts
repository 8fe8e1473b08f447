// Encodes a handler's patches for the response: the type, and the JSON in base64.
import type { Hook } from "@capstan/api";
import type { PatchType } from "@capstan/api/hooks/v1alpha1";
import { isJsonObject } from "@capstan/kube";
import { extensionError } from "../errors.ts";

/** Characters of all patches of one answer, in base64: twice as many as a caller of this kit takes, and half of what a server keeps of unread answers. One value can be in the patch of every template. */
const mostPatchCharacters = 16 * 1024 * 1024;

interface EncodedPatch {
  readonly patchType: PatchType;
  readonly patch: string;
}

/** Operations are a JSON Patch, a document is a merge patch. */
function encodePatch(patch: unknown): EncodedPatch {
  return {
    patchType: Array.isArray(patch) ? "JSONPatch" : "JSONMergePatch",
    patch: Buffer.from(JSON.stringify(patch)).toString("base64"),
  };
}

type Fields = Readonly<Record<string, unknown>>;

const encodeFields = (payload: Fields): Fields =>
  Object.fromEntries(
    Object.entries(payload).flatMap(([name, patch]) => (patch === undefined ? [] : [[name, encodePatch(patch)]])),
  );

/** What is not a patch stays as it is: the check of the response reports it. */
function encodeItems({ items, ...rest }: Fields): Fields {
  let characters = 0;
  const encoded = Array.isArray(items)
    ? items.map((item: unknown) => {
        if (!isJsonObject(item) || item["patch"] === undefined) return item;
        const patch = encodePatch(item["patch"]);
        characters += patch.patch.length;
        if (characters > mostPatchCharacters)
          throw extensionError("extension/patches-too-large", { limit: mostPatchCharacters });
        return { ...item, ...patch };
      })
    : items;
  return { ...rest, items: encoded };
}

/** How the payloads of hooks that return patches are encoded. */
const encoders: Readonly<Record<string, (payload: Fields) => Fields>> = {
  GeneratePatches: encodeItems,
  CanUpdateMachine: encodeFields,
  CanUpdateMachineSet: encodeFields,
};

/** A handler's payload as fields of the response. */
export function encodePayload(hook: Hook, payload: object): Fields {
  const encode = encoders[hook.name];
  return encode === undefined ? { ...payload } : encode({ ...payload });
}
