// A source that any code of the program can push keys into.
import { copyOfKey, isObjectKey, type ObjectKey } from "@capstan/kube";
import { KeyMap } from "../queue/key-map.ts";
import type { KeySource, SourceContext } from "./controller-options.ts";

/** A source of one controller, with a function that gives it keys. Create it with `channel`. */
export interface KeyChannel extends KeySource {
  /**
   * Reconciles keys soon, in the process that leads. A key that waits already is there once. Returns false, and drops the keys that find no place, when `limit` keys wait: nobody takes them, or
   * this process does not lead. What a process that does not lead has is reconciled when it does.
   */
  push(...keys: readonly ObjectKey[]): boolean;
}

/**
 * Creates a source that code anywhere in the program pushes keys into. It belongs to one controller. `limit` keys may wait; default: 10,000.
 *
 * @example
 * const calls = channel("webhooks-of-the-cloud");
 * manager.addController({ name: "website", for: Website, sources: [calls], reconcile });
 * server.on("request", (request) => calls.push({ namespace: "default", name: nameIn(request) }));
 */
export function channel(name: string, { limit = 10_000 }: { readonly limit?: number } = {}): KeyChannel {
  const waiting = new KeyMap<ObjectKey>();
  let wake = (): void => undefined;
  return {
    name,
    push(...keys) {
      let hasPlace = true;
      for (const key of keys) {
        // Of what is no key the log says what it is.
        const kept = isObjectKey(key) ? copyOfKey(key) : key;
        if (waiting.size < limit || waiting.has(kept)) waiting.set(kept, kept);
        else hasPlace = false;
      }
      wake();
      return hasPlace;
    },
    async *open({ signal }: SourceContext) {
      while (!signal.aborted) {
        if (waiting.size === 0) await pushedOrAborted(signal);
        if (signal.aborted) return;
        yield waiting.takeAll();
      }
    },
  };

  function pushedOrAborted(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        signal.removeEventListener("abort", done);
        resolve();
      };
      wake = done;
      signal.addEventListener("abort", done, { once: true });
    });
  }
}
