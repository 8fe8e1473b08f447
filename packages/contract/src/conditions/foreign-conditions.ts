// Reads the conditions of objects of other providers, which may have either shape, as core does before it mirrors them.
import { errorOf, formatTime, isJsonObject, type Condition, type KubeObject } from "@capstan/kube";
import { contractErrors } from "../contract-errors.ts";
import { readPath } from "../objects/object-path.ts";
import { conditionPlaces, type SeverityCondition } from "./condition-shapes.ts";
import { conditionAt, conditionsAt, surfacedPlace } from "./read-conditions.ts";

/** The reason of a condition that reports none. */
export const noReasonReported = "NoReasonReported";

/** RFC 3339, as Go parses it; JavaScript accepts more. */
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const statuses: readonly string[] = ["True", "False", "Unknown"];

/**
 * The condition of a type of any provider's object, in the shape of Kubernetes; undefined when the object does not have it. Throws
 * `contract/invalid-condition` when a condition of the list, whichever it is, has no type or no valid status.
 *
 * @example
 * const ready = foreignCondition(infraMachine, "Ready");
 */
export function foreignCondition(object: KubeObject, type: string): Condition | undefined {
  const place = surfacedPlace(object);
  const list: readonly unknown[] = conditionsAt(object, place);
  return list
    .filter(isJsonObject)
    .map((condition) => converted(condition, `${place.path} of ${object.kind}`))
    .find((condition) => condition.type === type);
}

/**
 * The condition of a type of any provider's object, in the shape with severities: from `status.deprecated.v1beta1.conditions` when that list exists,
 * otherwise from `status.conditions`, whatever its shape. Undefined when the object does not have it.
 *
 * @example
 * const ready = foreignSeverityCondition(infraMachine, "Ready");
 */
export function foreignSeverityCondition(object: KubeObject, type: string): SeverityCondition | undefined {
  const old = readPath(object, conditionPlaces.deprecated.path);
  const found = conditionAt(object, Array.isArray(old) ? conditionPlaces.deprecated : conditionPlaces.severity, type);
  if (found === undefined || !("observedGeneration" in found)) return found;
  const { observedGeneration: _own, ...condition } = found;
  return condition;
}

function converted(condition: Readonly<Record<string, unknown>>, where: string): Condition {
  const field = (name: string): string => text(condition[name]);
  const [type, status, time] = [field("type"), field("status"), field("lastTransitionTime")];
  const reject = (problem: string): Error =>
    errorOf(contractErrors, "contract/invalid-condition", { values: { where, problem } });
  if (type === "") throw reject("type must be set for all conditions");
  if (status === "") throw reject(`status must be set for the ${type} condition`);
  if (!isStatus(status)) throw reject(`status for the ${type} condition must be one of ${statuses.join(", ")}`);
  if (time !== "" && !(rfc3339.test(time) && !Number.isNaN(Date.parse(time))))
    throw reject(`lastTransitionTime of ${type} is "${time}"`);
  return {
    type,
    status,
    lastTransitionTime: time === "" ? "" : formatTime(new Date(time)),
    reason: field("reason") || noReasonReported,
    message: field("message"),
  };
}

function isStatus(status: string): status is Condition["status"] {
  return statuses.includes(status);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
