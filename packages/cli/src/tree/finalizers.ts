// The finalizers of an object, and which field manager set each: the server records that.
import { getAt, isJsonObject, type KubeObject } from "@capstan/kube";

/** The field managers that set finalizers, by finalizer; of some, none is known. */
export type FinalizerSetters = Readonly<Record<string, string>>;

/** Who set the finalizers of an object. */
export function settersOf({ metadata }: KubeObject): FinalizerSetters {
  const { finalizers = [], managedFields = [] } = metadata;
  return Object.fromEntries(
    finalizers.flatMap((finalizer) => {
      const manager = managedFields.find(({ fieldsV1 }) => sets(fieldsV1, finalizer))?.manager;
      return manager === undefined ? [] : [[finalizer, manager]];
    }),
  );
}

function sets(fields: unknown, finalizer: string): boolean {
  const owned = getAt(fields, ["f:metadata", "f:finalizers"]);
  return isJsonObject(owned) && Object.hasOwn(owned, `v:"${finalizer}"`);
}

/** `a of "manager", b`. */
export function finalizerWords(finalizers: readonly string[], setters: FinalizerSetters): string {
  const words = finalizers.map((finalizer) => {
    const setter = Object.hasOwn(setters, finalizer) ? setters[finalizer] : undefined;
    return setter === undefined ? finalizer : `${finalizer} of "${setter}"`;
  });
  return words.join(", ");
}
