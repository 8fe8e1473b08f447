// Conditions of core objects in the shape of v1beta2, whatever version the object has.
import type { Condition, DeepReadonly } from "@capstan/kube";
import type { Condition as OlderCondition } from "../core/v1beta1/condition.ts";
import { older, type AnyCluster, type AnyMachine } from "./objects.ts";

type Conditions = readonly DeepReadonly<Condition>[] | undefined;
type OlderConditions = readonly DeepReadonly<OlderCondition>[] | undefined;

/** Any kind of `cluster.x-k8s.io` in either API version. */
export type ObjectWithConditions =
  | {
      readonly apiVersion: "cluster.x-k8s.io/v1beta1";
      readonly status?: {
        readonly conditions?: OlderConditions;
        readonly v1beta2?: { readonly conditions?: Conditions };
      };
    }
  | {
      readonly apiVersion: "cluster.x-k8s.io/v1beta2";
      readonly status?: {
        readonly conditions?: Conditions;
        readonly deprecated?: { readonly v1beta1?: { readonly conditions?: OlderConditions } };
      };
    };

/**
 * Returns the conditions of an object in the shape of v1beta2. An object that has only conditions of v1beta1, as cores before 1.9
 * write them, answers with those, without their severity; their types can mean something else.
 *
 * @example
 * for (const { type, status } of conditionsOf(cluster)) console.log(type, status);
 */
export function conditionsOf(object: ObjectWithConditions): readonly DeepReadonly<Condition>[] {
  const [conditions, before] =
    object.apiVersion === older
      ? [object.status?.v1beta2?.conditions, object.status?.conditions]
      : [object.status?.conditions, object.status?.deprecated?.v1beta1?.conditions];
  return conditions !== undefined && conditions.length > 0 ? conditions : (before ?? []).map(translated);
}

function translated(condition: DeepReadonly<OlderCondition>): Condition {
  const { type, status, lastTransitionTime, reason = "", message = "" } = condition;
  return { type, status, lastTransitionTime, reason: reason === "" ? "NoReasonReported" : reason, message };
}

/** Returns the condition of a type, or undefined. */
export function conditionOf(object: ObjectWithConditions, type: string): DeepReadonly<Condition> | undefined {
  return conditionsOf(object).find((condition) => condition.type === type);
}

/**
 * Whether the object as a whole is well: the condition `Available` of a Cluster, `Ready` of a Machine. A Cluster without `Available`,
 * as cores before 1.9 write it, answers with its `Ready`.
 *
 * @example
 * const broken = machines.filter((machine) => !isReady(machine));
 */
export function isReady(object: AnyCluster | AnyMachine): boolean {
  const available = object.kind === "Cluster" ? conditionOf(object, "Available") : undefined;
  return (available ?? conditionOf(object, "Ready"))?.status === "True";
}
