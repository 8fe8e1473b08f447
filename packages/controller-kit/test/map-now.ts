// Calls the function of a watch outside of a manager.
import type { KubeObject, ObjectKey } from "@capstan/kube";
import { type ControllerWatch, type MapContext, silentLogger } from "@capstan/operator";

const notHere = (): never => {
  throw new Error("there is neither a cache nor an API server");
};

const context: MapContext = {
  cache: {
    has: () => false,
    get: notHere,
    view: notHere,
    list: notHere,
    each: notHere,
    listBy: notHere,
    eachBy: notHere,
  },
  client: { get: notHere, find: notHere, list: notHere, listAll: notHere },
  signal: new AbortController().signal,
  log: silentLogger,
};

/** The keys that the `map` of a watch returns for an object; undefined without a `map`. Throws when it returns a promise. */
export function mapNow(watch: ControllerWatch | undefined, object: KubeObject): readonly ObjectKey[] | undefined {
  const found = watch?.map?.(object, context);
  if (found instanceof Promise) {
    found.catch(() => undefined);
    throw new Error(`the map of ${watch?.resource.kind} returned a promise`);
  }
  return found;
}
