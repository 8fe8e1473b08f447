// Conditions for people: of any object, in any of their shapes, whatever else stands in their place.
import { getAt, isJsonObject, type KubeObject } from "@capstan/kube";
import { conditionPlaces } from "./condition-shapes.ts";

/** A condition as it is shown. What an object does not have is an empty string. */
export interface ReadableCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
}

/** The conditions of an object, found where core finds them. Elements that are not conditions are left out. */
export function readableConditions(object: KubeObject): readonly ReadableCondition[] {
  const lists = [conditionPlaces.beside, conditionPlaces.current].map(({ path }) => getAt(object, path.split(".")));
  const list: readonly unknown[] = lists.find((each) => Array.isArray(each)) ?? [];
  return list.filter(isJsonObject).map(({ type, status, reason, message, lastTransitionTime }) => ({
    type: stringOf(type),
    status: stringOf(status),
    reason: stringOf(reason),
    message: stringOf(message),
    lastTransitionTime: stringOf(lastTransitionTime),
  }));
}

function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** `Ready=False (Reason: message)`, without the parts that are empty. */
export function conditionWords({ type, status, reason, message }: ReadableCondition): string {
  const why = [reason, message].filter((each) => each !== "").join(": ");
  return `${type}=${status}${why === "" ? "" : ` (${why})`}`;
}

/** Conditions of core that are False while nothing happens. */
const falseAtRest: ReadonlySet<string> = new Set([
  "Deleting",
  "Paused",
  "Remediating",
  "RollingOut",
  "ScalingDown",
  "ScalingUp",
  "Updating",
]);

/** Whether the condition has another status than on an object that is ready and at rest. */
export function isUnmet({ type, status }: ReadableCondition): boolean {
  return status !== (falseAtRest.has(type) ? "False" : "True");
}
