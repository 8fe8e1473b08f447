// The bootstrap phase of core's Machine controller for data that is given: when the Secret is named, core counts it as ready
// without looking. Bootstrap configs are not played.
import type { Machine } from "@capstan/api/core/v1beta2";
import { mark } from "../conditions.ts";

/** Reports the bootstrap data on the draft. */
export function reconcileBootstrap(draft: Machine): void {
  const named = draft.spec.bootstrap.dataSecretName !== undefined;
  if (named)
    draft.status = {
      ...draft.status,
      initialization: { ...draft.status?.initialization, bootstrapDataSecretCreated: true },
    };
  mark(draft, {
    type: "BootstrapConfigReady",
    status: named ? "True" : "False",
    reason: named ? "DataSecretProvided" : "DoesNotExist",
  });
}
