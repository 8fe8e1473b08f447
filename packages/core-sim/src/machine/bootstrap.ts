// The bootstrap phase of core's Machine controller for data that is given: core counts it as ready without looking at the
// Secret. Bootstrap configs are not played.
import type { Machine } from "@capstan/api/core/v1beta2";
import { mark } from "../conditions.ts";

/** Reports the bootstrap data on the draft. */
export function reconcileBootstrap(draft: Machine): void {
  const named = draft.spec.bootstrap.dataSecretName !== undefined;
  mark(draft, {
    type: "BootstrapConfigReady",
    status: named ? "True" : "False",
    reason: named ? "DataSecretProvided" : "DoesNotExist",
  });
}
