// Conditions of Cluster API's own objects, and how they mirror a provider's Ready condition.
import { isDeleting, pauseReasons } from "@capstan/contract";
import {
  conditionPlaces,
  foreignCondition,
  foreignSeverityCondition,
  getCondition,
  mirrorOf,
  noReasonReported,
  putCondition,
  setCondition,
  severityMirrorOf,
  type ConditionChange,
  type NewCondition,
} from "@capstan/contract/conditions";
import type { ContractView } from "@capstan/contract/fields";
import type { ContractKind } from "@capstan/contract/rules";
import { isCapstanError, type KubeObject } from "@capstan/kube";
import { timeOfDraft } from "./drafts.ts";
import { coreReferences } from "./reported.ts";

/** The value of a condition. */
export interface CoreCondition {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
  readonly reason: string;
  readonly message?: string;
}

/** Sets a condition on the draft. */
export function mark(draft: KubeObject, condition: CoreCondition): void {
  setCondition(draft, conditionPlaces.current, { ...condition, now: timeOfDraft(draft) });
}

/** Sets TopologyReconciled, and its deprecated copy, which has no reason while it is True, and the severity while it is False. */
export function markTopology(
  draft: KubeObject,
  condition: Omit<CoreCondition, "type">,
  severity: "Error" | "Info" = "Info",
): void {
  const type = "TopologyReconciled";
  mark(draft, { ...condition, type });
  markDeprecated(draft, { message: "", ...condition, type, severity });
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
  return pauseReasons(cluster, object).join(", ") || undefined;
}

/** A provider's object of which core shows a condition, and how. */
interface ReadyMirror {
  readonly type: string;
  /** The condition of the provider's object. */
  readonly of: string;
  readonly kind: ContractKind;
  readonly from: KubeObject;
  readonly provisioned: boolean;
}

/** The flag that core names when a kind has no condition, and the reason of the deprecated condition then. */
const fallbacks: Readonly<Partial<Record<ContractKind, { readonly flag: string; readonly waiting: string }>>> = {
  BootstrapConfig: { flag: "dataSecretCreated", waiting: "WaitingForDataSecret" },
  ControlPlane: { flag: "controlPlaneInitialized", waiting: "WaitingForControlPlane" },
};
const standardFallback = { flag: "provisioned", waiting: "WaitingForInfrastructure" };

/** A provider's object and what it reports. */
interface Reporting {
  readonly object: KubeObject;
  readonly view: ContractView;
  readonly provisioned: boolean;
}

/**
 * Mirrors a provider object's Ready condition under the names that the record of its kind has for it, with its transition time; without that
 * condition it uses the contract's flag.
 */
export function mirrorReady(draft: KubeObject, { object, view, provisioned }: Reporting): void {
  for (const { condition, mirroredAs, deprecatedAs } of coreReferences(draft.kind, view.kind)) {
    const mirror = { from: object, provisioned, of: condition, kind: view.kind };
    if (mirroredAs !== undefined)
      putCondition(
        { object: draft, place: conditionPlaces.current, now: timeOfDraft(draft) },
        mirroredReady({ ...mirror, type: mirroredAs }),
      );
    mirrorDeprecatedReady(draft, { ...mirror, type: deprecatedAs });
  }
}

/** Mirrors it in the deprecated v1beta1 conditions. */
function mirrorDeprecatedReady(draft: KubeObject, { type, kind, from, provisioned }: ReadyMirror): void {
  const reason = isDeleting(draft) ? "Deleting" : (fallbacks[kind] ?? standardFallback).waiting;
  const waiting = { status: "False", reason, severity: "Info" } as const;
  // Of a Cluster that is deleted, nothing counts as ready any more.
  const isReady = provisioned && !(draft.kind === "Cluster" && isDeleting(draft));
  const fallback = isReady ? ({ status: "True" } as const) : waiting;
  const mirrored = severityMirrorOf(foreignSeverityCondition(from, "Ready"), { target: type, fallback });
  if (mirrored !== undefined)
    putCondition({ object: draft, place: conditionPlaces.deprecated, now: timeOfDraft(draft) }, mirrored);
}

function mirroredReady({ type, of, kind, from, provisioned }: ReadyMirror): NewCondition {
  const { flag } = fallbacks[kind] ?? standardFallback;
  const message = provisioned ? "" : `${from.kind} status.initialization.${flag} is false`;
  const ready = { status: "True", reason: of } as const;
  const fallback = { ...(provisioned ? ready : ({ status: "False", reason: `Not${of}` } as const)), message };
  try {
    const mirrored = mirrorOf(foreignCondition(from, of), { of, target: type, fallback });
    // A condition of contract v1beta1 has no reason while it is True.
    const reasonless = mirrored.status === "True" && mirrored.reason === noReasonReported;
    return reasonless ? { ...mirrored, ...ready } : mirrored;
  } catch (error) {
    if (!isCapstanError(error, "contract/invalid-condition")) throw error;
    return { type, status: "Unknown", reason: "InvalidConditionReported", message: error.message };
  }
}

/** Sets a deprecated v1beta1 condition, which has a severity while it is False (Info by default) and no reason while it is True. */
export function markDeprecated(draft: KubeObject, condition: ConditionChange): void {
  setCondition(draft, conditionPlaces.deprecated, { severity: "Info", now: timeOfDraft(draft), ...condition });
}

/** The status of a condition of the draft, for its v1beta1 copy. */
export function copyDeprecated(draft: KubeObject, from: string, to: string): void {
  const condition = getCondition(draft, from);
  const { status = "Unknown", reason = "NotReported", message = "" } = condition ?? {};
  markDeprecated(draft, { type: to, status, reason, message });
}
