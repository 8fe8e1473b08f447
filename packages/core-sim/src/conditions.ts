// Conditions of Cluster API's own objects, and how they mirror a provider's Ready condition.
import { conditionPlaces, getCondition, setCondition, type ConditionChange } from "@capstan/contract/conditions";
import type { KubeObject } from "@capstan/kube";

/** The value of a condition. */
export interface CoreCondition {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
  readonly reason: string;
  readonly message?: string;
}

/** Sets a condition on the draft. */
export function mark(draft: KubeObject, condition: CoreCondition): void {
  setCondition(draft, conditionPlaces.current, condition);
}

/** Sets the Paused condition; returns whether the object is paused. */
export function markPaused(draft: KubeObject, reason: string | undefined): boolean {
  mark(draft, {
    type: "Paused",
    status: reason === undefined ? "False" : "True",
    reason: reason === undefined ? "NotPaused" : "Paused",
    message: reason ?? "",
  });
  return reason !== undefined;
}

/** Why the object is paused; undefined when it is not. */
export function pauseReason(
  object: KubeObject,
  cluster: { readonly spec: { readonly paused?: boolean } },
): string | undefined {
  if (cluster.spec.paused === true) return "Cluster spec.paused is set to true";
  return object.metadata.annotations?.["cluster.x-k8s.io/paused"] === undefined
    ? undefined
    : `${object.kind} has the cluster.x-k8s.io/paused annotation`;
}

/** Mirrors a provider object's Ready condition as `type`; without that condition it uses the contract's flag. */
export function mirrorReady(
  draft: KubeObject,
  mirror: { readonly type: string; readonly from: KubeObject; readonly provisioned: boolean },
): void {
  const { type, from, provisioned } = mirror;
  const ready = getCondition(from, "Ready");
  if (ready === undefined) {
    const message = provisioned ? "" : `${from.kind} status.initialization.provisioned is false`;
    mark(draft, { type, status: provisioned ? "True" : "False", reason: provisioned ? "Ready" : "NotReady", message });
    return;
  }
  const reason =
    ready.reason === undefined || ready.reason === ""
      ? ready.status === "True"
        ? "Ready"
        : "NoReasonReported"
      : ready.reason;
  mark(draft, { type, status: ready.status, reason, message: ready.message ?? "" });
}

const deprecatedPlace = { path: "status.deprecated.v1beta1.conditions", shape: "severity" } as const;

/** Sets a deprecated v1beta1 condition, which has a severity while it is False (Info by default) and no reason while it is True. */
export function markDeprecated(draft: KubeObject, condition: ConditionChange): void {
  setCondition(draft, deprecatedPlace, { severity: "Info", ...condition });
}

/** The status of a condition of the draft, for its v1beta1 copy. */
export function copyDeprecated(draft: KubeObject, from: string, to: string): void {
  const condition = getCondition(draft, from);
  const { status = "Unknown", reason = "NotReported", message = "" } = condition ?? {};
  markDeprecated(draft, { type: to, status, reason, message });
}
