// How core words the conditions of its own objects, as far as the simulator sets them.
import { conditionPlaces, getCondition, setCondition, type ConditionChange } from "@capstan/contract";
import { isJsonObject, type KubeObject } from "@capstan/kube";

type Setting = Omit<ConditionChange, "now">;

/** Sets conditions of one of core's objects. */
export function setCoreConditions(object: KubeObject, now: Date, changes: readonly Setting[]): void {
  for (const change of changes) setCondition(object, conditionPlaces.current, { ...change, now });
}

/** The Paused condition as it should be. */
export function pausedCondition(paused: boolean, why: string): Setting {
  return paused ? { type: "Paused", status: "True", reason: "Paused", message: why } : { type: "Paused", status: "False", reason: "NotPaused" };
}

/** Ready of a provider's object under another name: mirrored while it is there, else derived from the provisioned flag. */
export function mirroredReady(object: KubeObject, { type, provisioned }: { readonly type: string; readonly provisioned: boolean }): Setting {
  const ready = getCondition(object, "Ready");
  if (ready === undefined) {
    return provisioned
      ? { type, status: "True", reason: "Provisioned" }
      : { type, status: "False", reason: "NotProvisioned", message: `${object.kind} status.initialization.provisioned is false` };
  }
  const fallback = ready.status === "True" ? "Ready" : ready.status === "False" ? "NotReady" : "ReadyUnknown";
  return { type, status: ready.status, reason: ready.reason === undefined || ready.reason === "" ? fallback : ready.reason, message: ready.message ?? "" };
}

/** Records which generation of the spec the status speaks of. */
export function observeGeneration(object: KubeObject): void {
  const status = (object as { status?: unknown }).status;
  if (isJsonObject(status)) status["observedGeneration"] = object.metadata.generation;
}
