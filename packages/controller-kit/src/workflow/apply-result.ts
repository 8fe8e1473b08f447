// Writes what a pass came to into the working copy: contract fields, conditions, the flag that never goes back. Sends
// nothing; exit-patch.ts does.
import {
  isProvisioned,
  setCondition,
  setEndpoint,
  setFailureDomains,
  setProvisioned,
  setTerminalFailure,
  writeField,
  type ConditionChange,
  type ContractView,
} from "@capstan/contract";
import type { KubeObject } from "@capstan/kube";
import type { ControllerDefinition } from "../authoring/controller-definition.ts";
import type { ClusterReport } from "../authoring/infra-cluster.ts";
import type { MachineReport } from "../authoring/infra-machine.ts";
import type { AnyResult, Reason, Result } from "../authoring/result.ts";
import type { KindShape } from "./kind-shape.ts";
import type { PassOutcome } from "./outcome.ts";
import { readyCondition } from "./ready-condition.ts";

/** What the result of a pass is written into. */
export interface ResultTarget {
  readonly object: KubeObject;
  readonly shape: KindShape;
  readonly controller: ControllerDefinition;
  /** The condition types that the author set in this pass. */
  readonly touched: ReadonlySet<string>;
}

/** Writes the outcome into the object of the target, its Ready condition last. */
export function applyOutcome(target: ResultTarget, outcome: PassOutcome): void {
  if (outcome.kind === "answered") appliers[outcome.result.result](target, outcome.result as never);
  const { object, shape, controller } = target;
  const provisioned = shape.view === undefined || isProvisioned(object, shape.view);
  const ready = { object, place: shape.conditions, types: Object.keys(controller.conditions), outcome, provisioned };
  setCondition(object, shape.conditions, readyCondition(ready));
}

type Applier = { [K in AnyResult["result"]]: (target: ResultTarget, result: Extract<AnyResult, Result<K>>) => void };

const appliers: Applier = {
  provisioned(target, result) {
    const { object, shape } = target;
    if (shape.view !== undefined) {
      setProvisioned(object, shape.view);
      reporters[shape.view.kind](object, shape.view as never, (result.payload ?? {}) as never);
    }
    succeed(target);
  },
  done: succeed,
  requeueAfter() {},
  removed() {},
  waiting: (target, { payload }) => fail(target, payload, "Info"),
  stalled: (target, { payload }) => fail(target, payload, "Error"),
  failed({ object, shape }, { payload }) {
    if (shape.view !== undefined) setTerminalFailure(object, shape.view, payload);
  },
};

/** A declared condition that the pass left alone is met: its last reason is the one of success. */
function succeed({ object, shape, controller, touched }: ResultTarget): void {
  for (const [type, reasons] of Object.entries(controller.conditions)) {
    if (!touched.has(type))
      setCondition(object, shape.conditions, { type, status: "True", reason: reasons.at(-1) ?? type });
  }
}

function fail({ object, shape }: ResultTarget, because: Reason, severity: "Info" | "Error"): void {
  const change: ConditionChange = { ...because, status: "False", severity };
  setCondition(object, shape.conditions, change);
}

interface Reporters {
  InfraCluster(object: KubeObject, view: ContractView<"InfraCluster">, report: ClusterReport): void;
  InfraMachine(object: KubeObject, view: ContractView<"InfraMachine">, report: MachineReport): void;
}

/** What `provisioned` reports, written where the kind's contracts read it. */
const reporters: Reporters = {
  InfraCluster(object, view, { endpoint, failureDomains }) {
    if (endpoint !== undefined) setEndpoint(object, endpoint);
    if (failureDomains !== undefined) setFailureDomains(object, view, failureDomains);
  },
  InfraMachine(object, view, { providerID, addresses, failureDomain }) {
    writeField(object, { view, name: "providerID" }, providerID);
    if (addresses !== undefined) writeField(object, { view, name: "addresses" }, addresses);
    if (failureDomain !== undefined) writeField(object, { view, name: "failureDomain" }, failureDomain);
  },
};
