// Reads the conditions of an object that has them in the shape that its place says.
import type { KubeObject } from "@capstan/kube";
import { readPath } from "../objects/object-path.ts";
import type { AnyCondition } from "./condition-list.ts";
import { conditionPlaces, type ConditionPlace } from "./condition-shapes.ts";

/** The conditions at a place; an empty list when there are none. Elements are not validated. */
export function conditionsAt(object: KubeObject, place: ConditionPlace): readonly AnyCondition[] {
  const list = readPath(object, place.path);
  return Array.isArray(list) ? list : [];
}

/** The condition of a type at a place; undefined when it is not there. */
export function conditionAt(object: KubeObject, place: ConditionPlace, type: string): AnyCondition | undefined {
  return conditionsAt(object, place).find((condition) => condition.type === type);
}

/**
 * Returns the condition of a type, found where core finds it: in `status.v1beta2.conditions` when that list exists,
 * otherwise in `status.conditions`. Returns undefined when the object has no such condition.
 *
 * @example
 * const ready = getCondition(machine, "Ready");
 * if (ready?.status === "False") console.log(ready.message);
 */
export function getCondition(object: KubeObject, type: string): AnyCondition | undefined {
  return conditionAt(object, surfacedPlace(object), type);
}

/** Whether the object has the condition with the status True. Looks where `getCondition` looks. */
export function isConditionTrue(object: KubeObject, type: string): boolean {
  return getCondition(object, type)?.status === "True";
}

/** Where core reads the conditions of an object whose contract it does not look at. */
export function surfacedPlace(object: KubeObject): ConditionPlace {
  const beside = readPath(object, conditionPlaces.beside.path);
  return Array.isArray(beside) ? conditionPlaces.beside : conditionPlaces.current;
}
