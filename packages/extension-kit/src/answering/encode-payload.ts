// Encodes a handler's patches for the response.
import type { Hook } from "@capstan/api";
import { isJsonObject, setOwn } from "@capstan/kube";
import { catalogEntry } from "../authoring/hook-keys.ts";
import { encodedItem, encodePatch, PatchBudget } from "./encode-patch.ts";
import type { EncodedPatch } from "./made-patch.ts";

type Fields = Readonly<Record<string, unknown>>;

const encodeFields = (payload: Fields): Fields =>
  Object.fromEntries(
    // Null is no patch, as for Cluster API.
    Object.entries(payload).flatMap(([name, patch]) =>
      patch === undefined || patch === null ? [] : [[name, encodePatch(patch)]],
    ),
  );

/** What is not a patch stays as it is: the check of the response reports it. */
function encodeItems({ items, ...rest }: Fields): Fields {
  const budget = new PatchBudget();
  const encoded = Array.isArray(items)
    ? items.map((item: unknown) => {
        const patch = isJsonObject(item) ? encodedItem(item) : undefined;
        if (!isJsonObject(item) || patch === undefined) return item;
        budget.add(patch.patch.length);
        return withEncoded(item, patch);
      })
    : items;
  return { ...rest, items: encoded };
}

/** The item with its patch encoded. Reading a patch that was made into text would parse it. */
function withEncoded(item: Fields, { patchType, patch }: EncodedPatch): Fields {
  const encoded: Record<string, unknown> = {};
  for (const name of Object.keys(item)) if (name !== "patch") setOwn(encoded, name, item[name]);
  encoded["patchType"] = patchType;
  encoded["patch"] = patch;
  return encoded;
}

/** How the payloads of Cluster API's hooks that return patches are encoded. */
const encoders: Readonly<Record<string, (payload: Fields) => Fields>> = {
  GeneratePatches: encodeItems,
  CanUpdateMachine: encodeFields,
  CanUpdateMachineSet: encodeFields,
};

/** A handler's payload as fields of the response. A hook of another product may have the name of one of Cluster API's. */
export function encodePayload(hook: Hook, payload: object): Fields {
  const encode = catalogEntry(hook) === undefined ? undefined : encoders[hook.name];
  return encode === undefined ? { ...payload } : encode({ ...payload });
}
