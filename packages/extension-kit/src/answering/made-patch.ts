// A patch of a template that became text as it was made: its values are checked, and copied, by then.
import type { PatchType } from "@capstan/api/hooks/v1alpha1";
import type { PatchBody, TemplatePatch } from "../authoring/patches.ts";

/** A patch in a response. */
export interface EncodedPatch {
  readonly patchType: PatchType;
  readonly patch: string;
}

/** A patch that `templatePatch` made. It keeps its text alone, a byte for each character of it. */
export class TextPatch implements TemplatePatch {
  readonly uid: string;
  declare readonly patch: PatchBody;
  readonly #encoded: EncodedPatch;

  constructor(uid: string, encoded: EncodedPatch) {
    this.uid = uid;
    this.#encoded = encoded;
    Object.defineProperty(this, "patch", TextPatch.#ownPatch);
  }

  /** An own field, so that copies of the item have it. One function for all: the engine makes a form of its own for objects with other ones. */
  static readonly #ownPatch: PropertyDescriptor & ThisType<TextPatch> = {
    enumerable: true,
    configurable: true,
    get() {
      // It is the text of a patch.
      return JSON.parse(Buffer.from(this.#encoded.patch, "base64").toString()) as PatchBody;
    },
  };

  /** The encoded patch of an item that was made here; undefined for any other. */
  static encodedOf(item: object): EncodedPatch | undefined {
    return #encoded in item ? item.#encoded : undefined;
  }
}

/** Whether `templatePatch` made an item of a payload. Reading its patch would parse it. */
export function isMadePatch(item: object): boolean {
  return TextPatch.encodedOf(item) !== undefined;
}
