// Several patches of one class: the templates of a later one are those that the one before has patched. Where that makes another template now, the later one gets it.
import type { GeneratePatchesRequestItem } from "@capstan/api/hooks/v1alpha1";
import type { PatchAnswer, RecordedCall } from "@capstan/extension-kit/testing";
import { createJsonPatch, deepEqual, type KubeObject } from "@capstan/kube";

/** A template as an earlier patch has made it, and as it makes it now. */
interface Repatched {
  readonly before: KubeObject;
  readonly after: KubeObject;
}

/** A template as the class has it, and as its patches so far have made it. */
interface Patched {
  readonly origin: unknown;
  readonly made: KubeObject;
}

/** The templates that are made otherwise, and those that were patched, by the object that uses them. */
export class PatchChain {
  readonly #known = new Map<string, Repatched>();
  readonly #patched = new Map<string, Patched>();

  /** The items as they would be sent now. */
  follow(call: RecordedCall, items: readonly GeneratePatchesRequestItem[]): readonly GeneratePatchesRequestItem[] {
    return items.map((item) => {
      const known = this.#known.get(keyOf(call, item));
      if (known === undefined || !deepEqual(item.object, known.before)) return item;
      const object: GeneratePatchesRequestItem["object"] = JSON.parse(JSON.stringify(known.after));
      return { ...item, object };
    });
  }

  /** The template of the class that an item was made of by earlier patches, and keeps what the recorded patch made of it. */
  originOf(call: RecordedCall, item: GeneratePatchesRequestItem, made: KubeObject): unknown {
    const key = keyOf(call, item);
    const known = this.#patched.get(key);
    const origin = known !== undefined && deepEqual(item.object, known.made) ? known.origin : item.object;
    this.#patched.set(key, { origin, made });
    return origin;
  }

  /** What a call makes of a template. */
  remember(call: RecordedCall, item: GeneratePatchesRequestItem, repatched: Repatched): void {
    if (!deepEqual(repatched.before, repatched.after)) this.#known.set(keyOf(call, item), repatched);
  }
}

function keyOf({ cluster }: RecordedCall, { holderReference }: GeneratePatchesRequestItem): string {
  return JSON.stringify([cluster, holderReference]);
}

/** The answer that makes these templates of the items. */
export function answerFor(items: readonly GeneratePatchesRequestItem[], wanted: readonly KubeObject[]): PatchAnswer {
  return {
    items: items.map(({ uid, object }, index) => ({
      uid,
      patchType: "JSONPatch",
      patch: Buffer.from(JSON.stringify(createJsonPatch(object, wanted[index] ?? object))).toString("base64"),
    })),
  };
}
