// The limits of one call of a `toKeys`: it ends after 30 s, and with the watch, and gives keys. One that never settles, or gives something else, must not stop the watch of a workload cluster.
import { type Clock, withTimeLimit } from "@capstan/client";
import { isJsonObject, type ObjectKey } from "@capstan/kube";
import type { MappedKeys } from "@capstan/operator";

/** How long a call may take. */
const longestMs = 30_000;
const late = (): Error => new Error(`it took longer than ${longestMs / 1000} s: end when the signal aborts`);

/** The keys that a function returns; rejects when that takes too long, when it returns something else, or when the signal aborts. Then the signal that the function got aborts, too. */
export async function withinLimit(
  call: (signal: AbortSignal) => MappedKeys,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<readonly ObjectKey[]> {
  signal.throwIfAborted();
  const own = new AbortController();
  try {
    const found = await withTimeLimit((async () => call(own.signal))(), { clock, ms: longestMs, signal, late });
    if (!areKeys(found)) throw new TypeError("it gave no list of keys: return objects with namespace and name");
    return found;
  } catch (error) {
    own.abort(error);
    throw error;
  }
}

/** From the code of an author anything can come. */
function areKeys(given: unknown): boolean {
  return (
    Array.isArray(given) &&
    given.every((key) => isJsonObject(key) && [key["namespace"], key["name"]].every((part) => typeof part === "string"))
  );
}
