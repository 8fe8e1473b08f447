// Patches as responses have them: their type, and their JSON in base64. One value of a variable can be in the patch of every template of a
// request: patches of templates become text one by one, and their limit is checked as they are made.
import type { PatchType } from "@capstan/api/hooks/v1alpha1";
import { eachJsonPatchOperation, jsonLength, type JsonPatchOperation, type KubeObject } from "@capstan/kube";
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
    patch: inBase64(JSON.stringify(patch)),
  };
}

function inBase64(text: string): string {
  return Buffer.from(text).toString("base64");
}

/** The patches of one answer, as far as they count. */
export class PatchBudget {
  #characters = 0;

  /** How many characters there are so far, in base64. */
  get characters(): number {
    return this.#characters;
  }

  /** How many characters of JSON there is room for. */
  get room(): number {
    return Math.floor(((mostPatchCharacters - this.#characters) / 4) * 3);
  }

  /** Counts the characters of a patch in base64; throws `extension/patches-too-large` when they are too many together. */
  add(characters: number): void {
    this.#characters += characters;
    if (this.#characters > mostPatchCharacters) throw tooLarge();
  }
}

function tooLarge(): Error {
  return extensionError("extension/patches-too-large", { limit: mostPatchCharacters });
}

/** The JSON of patches that `templatePatch` made, in base64: whatever characters it has, a byte for each. */
const texts = new WeakMap<object, string>();

/** A template as it arrived, and as it is to be. */
export interface TemplateChange {
  readonly from: KubeObject;
  readonly to: KubeObject;
}

/** The patch of a template, undefined when nothing changed; it keeps its text alone, and counts. */
export function templatePatch(uid: string, change: TemplateChange, budget: PatchBudget): TemplatePatch | undefined {
  const json = textOf(change, budget.room);
  if (json === undefined) return undefined;
  const text = inBase64(json);
  budget.add(text.length);
  const made: TemplatePatch = {
    uid,
    get patch() {
      // It is the text of a JSON Patch.
      return JSON.parse(Buffer.from(text, "base64").toString()) as readonly JsonPatchOperation[];
    },
  };
  texts.set(made, text);
  return made;
}

/** The JSON of the operations. Each is measured before it is written: a value can be in many places of the template, below names that are long. */
function textOf({ from, to }: TemplateChange, room: number): string | undefined {
  const operations: string[] = [];
  let left = room;
  eachJsonPatchOperation(from, to, (operation) => {
    left -= jsonLength(operation, left);
    if (left < 0) throw tooLarge();
    operations.push(JSON.stringify(operation));
  });
  return operations.length === 0 ? undefined : `[${operations.join(",")}]`;
}

/** Whether `templatePatch` made an item of a payload. Reading its patch would parse it. */
export function isMadePatch(item: object): boolean {
  return texts.has(item);
}

/** The encoded patch of an item of a payload; undefined for what is no item with a patch. */
export function encodedItem(item: Readonly<Record<string, unknown>>): EncodedPatch | undefined {
  const text = texts.get(item);
  if (text !== undefined) return { patchType: "JSONPatch", patch: text };
  return item["patch"] === undefined ? undefined : encodePatch(item["patch"]);
}
