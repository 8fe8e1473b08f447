// Writes the outcome of a pass into the working copy: contract fields, conditions, and the provisioned flag, which is never taken back.
import { isProvisioned, setProvisioned, setTerminalFailure, type ContractView } from "@capstan/contract/fields";
import type { KubeObject } from "@capstan/kube";
import type { ConditionTypes } from "../authoring/conditions.ts";
import type { AnyResult, Reason } from "../authoring/result.ts";
import type { KindShape } from "./kind-shape.ts";
import type { PassOutcome } from "./outcome.ts";
import { keepsReady, readyCondition } from "./ready-condition.ts";
import { writeCondition } from "./condition-writer.ts";

/** What the outcome of a pass is written into. P is what `provisioned` reports. */
export interface ResultTarget<P> {
  readonly object: KubeObject;
  readonly shape: KindShape;
  /** The declared condition types. */
  readonly conditions: ConditionTypes;
  /** The condition types that the author set or deleted in this pass. */
  readonly touched: ReadonlySet<string>;
  /** Those that the author deleted. */
  readonly deleted: ReadonlySet<string>;
  /** The reason of `Ready` after an error. Default: Unknown with ReconcileFailed. */
  readonly failedReason?: string | undefined;
  /** Writes the report into the fields of the contract. */
  readonly report: (view: ContractView, report: P) => void;
}

/** Writes the outcome into the object of the target, its Ready condition last. Returns whether Ready says nothing about it. */
export function applyOutcome<P>(target: ResultTarget<P>, outcome: PassOutcome<P>): boolean {
  if (outcome.kind === "returned") applyResult(target, outcome.result);
  return applyReady(target, outcome);
}

/** Writes the Ready condition alone. Returns whether it says nothing about the outcome. */
export function applyReady<P>(target: Omit<ResultTarget<P>, "touched" | "report">, outcome: PassOutcome<P>): boolean {
  const { object, shape, conditions, deleted, failedReason } = target;
  const missingFlag = shape.view === undefined || isProvisioned(object, shape.view) ? undefined : shape.flags[0];
  const ready = { object, place: shape.conditions, types: Object.keys(conditions), deleted, outcome, missingFlag };
  if (keepsReady(ready)) return true;
  writeCondition(object, shape.conditions, readyCondition({ ...ready, failedReason }));
  return false;
}

function applyResult<P>(target: ResultTarget<P>, result: AnyResult<P>): void {
  switch (result.result) {
    case "provisioned":
      setReported(target, result.payload);
      return setUntouchedTrue(target);
    case "done":
      return setUntouchedTrue(target);
    case "waiting":
      return setFalse(target, result.payload, "Info");
    case "stalled":
      return setFalse(target, result.payload, "Error");
    case "failed":
      return setFailure(target, result.payload);
    case "requeueAfter":
    case "removed":
  }
}

function setReported<P>({ object, shape: { view }, report }: ResultTarget<P>, payload: P): void {
  if (view === undefined) return;
  setProvisioned(object, view);
  report(view, payload);
}

/** A declared condition that the pass did not set or delete is true: its last reason is the one of success. */
function setUntouchedTrue({ object, shape, conditions, touched }: ResultTarget<never>): void {
  for (const [type, reasons] of Object.entries(conditions)) {
    if (touched.has(type)) continue;
    writeCondition(object, shape.conditions, { type, status: "True", reason: reasons.at(-1) ?? type });
  }
}

function setFalse({ object, shape }: ResultTarget<never>, reason: Reason, severity: "Info" | "Error"): void {
  writeCondition(object, shape.conditions, { ...reason, status: "False", severity });
}

function setFailure(
  { object, shape: { view } }: ResultTarget<never>,
  failure: { readonly reason: string; readonly message: string },
): void {
  if (view !== undefined) setTerminalFailure(object, view, failure);
}
