// Sets conditions with the time of the kit's clock: under `capstan dev` that can be moved forward, as the time of the API server.
import { systemClock } from "@capstan/client";
import { type ConditionChange, type ConditionPlace, setCondition } from "@capstan/contract/conditions";
import type { KubeObject } from "@capstan/kube";

/** Sets a condition on a draft of the object; a transition happens now. */
export function writeCondition(object: KubeObject, place: ConditionPlace, change: ConditionChange): void {
  setCondition(object, place, { now: systemClock.date(), ...change });
}
