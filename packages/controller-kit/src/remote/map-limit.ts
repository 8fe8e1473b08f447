// The limits of one call of a `toKeys`: it ends after 30 s, and with the watch, and gives keys. One that never settles, or gives something else, must not stop the watch of a workload cluster.
import { type Clock, withTimeLimit } from "@capstan/client";
import { copyOfKey, isJsonObject, type ObjectKey } from "@capstan/kube";
import type { Logger, LogFields, MappedKeys } from "@capstan/operator";
import { longestName } from "./seen-objects.ts";

/** What limits a call. */
export interface MapLimits {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called when keys are left out, because no object has such a name. */
  readonly onLeftOut: () => void;
}

/** How long a call may take. */
const longestMs = 30_000;
const late = (): Error => new Error(`it took longer than ${longestMs / 1000} s: end when the signal aborts`);

/** Copies of the keys that a function returns; rejects when that takes too long, when it returns something else, or when the signal aborts. Then the signal that the function got aborts, too. */
export async function withinLimit(
  call: (signal: AbortSignal) => MappedKeys,
  { clock, signal, onLeftOut }: MapLimits,
): Promise<readonly ObjectKey[]> {
  signal.throwIfAborted();
  const own = new AbortController();
  try {
    const called = call(own.signal);
    // Keys that are there already need no limit, which costs more than to find them.
    const found = Array.isArray(called)
      ? called
      : await withTimeLimit((async () => called)(), { clock, ms: longestMs, signal, late });
    const given = keysIn(found);
    const keys = given.filter(mayExist);
    if (keys.length < given.length) onLeftOut();
    return keys.map(copyOfKey);
  } catch (error) {
    own.abort(error);
    throw error;
  }
}

/** Whether an object may have the name. One that is cut out of an object of a tenant may be empty, or of any length. */
function mayExist({ namespace, name }: ObjectKey): boolean {
  return name !== "" && namespace.length <= longestName && name.length <= longestName;
}

/** Says once that keys are left out: a tenant may have thousands of objects with such. */
export function leftOutLog(log: Logger, fields: LogFields): () => void {
  let isLogged = false;
  return () => {
    if (isLogged) return;
    isLogged = true;
    log.warn("Workload map returned keys with an empty name, or too long a namespace or name, which are left out", {
      ...fields,
      mostCharacters: longestName,
    });
  };
}

/** From the code of an author anything can come. */
function keysIn(given: unknown): readonly ObjectKey[] {
  if (Array.isArray(given) && given.every(isKeyLike)) return given;
  throw new TypeError("it gave no list of keys: return objects with namespace and name");
}

function isKeyLike(value: unknown): value is ObjectKey {
  return isJsonObject(value) && typeof value["namespace"] === "string" && typeof value["name"] === "string";
}
