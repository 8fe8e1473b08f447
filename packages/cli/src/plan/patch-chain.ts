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

/** The templates that calls of a Cluster have made, by the object that uses them, and those that were patched. */
export class PatchChain {
  /** For each patch of a class, in the order of their first calls, what it has made. The same patch comes again with each reconcile. */
  readonly #made = new Map<string, Map<string, Repatched[]>>();
  readonly #patched = new Map<string, Patched>();

  /** The items as they would be sent now. */
  follow(call: RecordedCall, items: readonly GeneratePatchesRequestItem[]): readonly GeneratePatchesRequestItem[] {
    return items.map((item) => {
      const known = this.#madeBefore(call, item).find(({ before }) => deepEqual(item.object, before));
      if (known === undefined) return item;
      const object: GeneratePatchesRequestItem["object"] = JSON.parse(JSON.stringify(known.after));
      return { ...item, object };
    });
  }

  /** What the patches that come before this one have made, the last first. What it and later ones have made is of an earlier reconcile. */
  #madeBefore(call: RecordedCall, item: GeneratePatchesRequestItem): readonly Repatched[] {
    const made = [...(this.#made.get(keyOf(call, item)) ?? [])];
    const own = made.findIndex(([patch]) => patch === patchOf(call));
    return made
      .slice(0, own === -1 ? made.length : own)
      .flatMap(([, each]) => each)
      .toReversed();
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
    const key = keyOf(call, item);
    const ofObject = this.#made.get(key) ?? new Map<string, Repatched[]>();
    const others = (ofObject.get(patchOf(call)) ?? []).filter(({ before }) => !deepEqual(before, repatched.before));
    this.#made.set(key, ofObject.set(patchOf(call), [...others, repatched]));
  }
}

/** A class can name one handler several times, with other settings. */
function patchOf({ handler, request }: RecordedCall): string {
  return JSON.stringify([handler, request["settings"] ?? {}]);
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
