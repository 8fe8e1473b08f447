// Patches as responses have them: their type, and their JSON in base64. One value of a variable can be in the patch of every template of a
// request: patches of templates become text one by one, and their limit is checked as they are made.
import type { PatchType } from "@capstan/api/hooks/v1alpha1";
import type { JsonPatchOperation } from "@capstan/kube";
import type { TemplatePatch } from "../authoring/patches.ts";
import { extensionError } from "../errors.ts";

/** Characters of all patches of one answer, in base64: twice as many as a caller of this kit takes, and half of what a server keeps of unread answers. */
const mostPatchCharacters = 16 * 1024 * 1024;

/** A patch in a response. */
export interface EncodedPatch {
  readonly patchType: PatchType;
  readonly patch: string;
}

/** Operations are a JSON Patch, a document is a merge patch. */
export function encodePatch(patch: unknown): EncodedPatch {
  return {
    patchType: Array.isArray(patch) ? "JSONPatch" : "JSONMergePatch",
    patch: Buffer.from(JSON.stringify(patch)).toString("base64"),
  };
}

/** The patches of one answer, as far as they count. */
export class PatchBudget {
  #characters = 0;

  /** Counts the characters of a patch in base64; throws `extension/patches-too-large` when they are too many together. */
  add(characters: number): void {
    this.#characters += characters;
    if (this.#characters > mostPatchCharacters)
      throw extensionError("extension/patches-too-large", { limit: mostPatchCharacters });
  }
}

/** The JSON of patches that `templatePatch` made. */
const texts = new WeakMap<object, string>();

/** The patch of a template; it keeps its text alone, and counts. */
export function templatePatch(
  uid: string,
  operations: readonly JsonPatchOperation[],
  budget: PatchBudget,
): TemplatePatch {
  const text = JSON.stringify(operations);
  budget.add(Math.ceil(Buffer.byteLength(text) / 3) * 4);
  const made: TemplatePatch = {
    uid,
    get patch() {
      // It is the JSON of operations.
      return JSON.parse(text) as readonly JsonPatchOperation[];
    },
  };
  texts.set(made, text);
  return made;
}

/** The encoded patch of an item of a payload; undefined for what is no item with a patch. */
export function encodedItem(item: Readonly<Record<string, unknown>>): EncodedPatch | undefined {
  const text = texts.get(item);
  if (text !== undefined) return { patchType: "JSONPatch", patch: Buffer.from(text).toString("base64") };
  return item["patch"] === undefined ? undefined : encodePatch(item["patch"]);
}
