// Patches of a handler's payload in the form of the wire: their type, and their JSON text in base64.
// Called by to-response.ts; making patches is the author's, or topology/patch-templates.ts.
import type { Hook } from "@capstan/api";
import type { PatchType } from "@capstan/api/hooks/v1alpha1";
import type { PatchBody, TemplatePatch } from "../authoring/patches.ts";

interface EncodedPatch {
  readonly patchType: PatchType;
  readonly patch: string;
}

/** A patch as the wire has it. */
function encodePatch(patch: PatchBody): EncodedPatch {
  return {
    patchType: Array.isArray(patch) ? "JSONPatch" : "JSONMergePatch",
    patch: Buffer.from(JSON.stringify(patch)).toString("base64"),
  };
}

type Encode = (body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

const encodeFields: Encode = (body) =>
  Object.fromEntries(Object.entries(body).map(([name, patch]) => [name, encodePatch(patch as PatchBody)]));

const encodeItems: Encode = (body) => ({
  items: (body["items"] as readonly TemplatePatch[]).map(({ uid, patch }) => ({ uid, ...encodePatch(patch) })),
});

/** Per hook whose payload holds patches, how it is encoded. */
const encoders: Readonly<Record<string, Encode>> = {
  GeneratePatches: encodeItems,
  CanUpdateMachine: encodeFields,
  CanUpdateMachineSet: encodeFields,
};

/** A handler's payload as fields of the response. */
export function encodeBody(hook: Hook, body: object): Readonly<Record<string, unknown>> {
  const fields = body as Readonly<Record<string, unknown>>;
  return encoders[hook.name]?.(fields) ?? fields;
}
