// What the cache keeps of an object. It calls the author's `transform` of a kind: what that returns goes into the cache, so it must be the same object still.
import { errorFrom, formatKey, isJsonObject, keyOf, type KubeObject } from "@capstan/kube";
import { operatorError } from "../operator-errors.ts";
import type { CacheSelection } from "./selection.ts";

/** What a transform leaves of an object; throws `operator/transform-failed`. */
export function transformed<T extends KubeObject>(
  object: T,
  transform: NonNullable<CacheSelection<T>["transform"]>,
): T {
  const before = identityOf(object);
  const name = formatKey(keyOf(object));
  const failed = (reason: string, cause?: unknown): Error =>
    operatorError("operator/transform-failed", { kind: object.kind, name, reason }, cause);
  let result: T;
  try {
    result = transform(object);
  } catch (error) {
    throw failed(errorFrom(error).message, error);
  }
  if (!isObject(result)) throw failed("it returned no object");
  const after = identityOf(result);
  const changed = Object.keys(before).filter((field) => before[field] !== after[field]);
  if (changed.length > 0) throw failed(`it changed ${changed.join(", ")}`);
  return result;
}

/** From the API's point of view a function without types can return anything. */
function isObject(value: unknown): value is KubeObject {
  return isJsonObject(value) && isJsonObject(value["metadata"]);
}

/** What the cache, the queue and the order of versions know an object by. */
function identityOf({ apiVersion, kind, metadata }: KubeObject): Readonly<Record<string, string | undefined>> {
  const { name, namespace, uid, resourceVersion } = metadata;
  return { apiVersion, kind, name, namespace, uid, resourceVersion };
}
