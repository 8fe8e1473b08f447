// `ctx.conditions`: changes declared conditions on the working copy of a pass and remembers which ones the author changed, so that
// a successful result does not overwrite them.
import { systemClock } from "@capstan/client";
import {
  conditionAt,
  removeCondition,
  setCondition,
  type ConditionChange,
  type ConditionPlace,
} from "@capstan/contract/conditions";
import { errorOf, isJsonObject, type KubeObject } from "@capstan/kube";
import type { Conditions, ConditionStatus, ConditionTypes, ConditionView } from "../authoring/conditions.ts";
import type { Result } from "../authoring/result.ts";
import { kitErrors } from "../kit-errors.ts";

/** The conditions of one pass. */
export class ConditionWriter implements Conditions<ConditionTypes> {
  /** The types that were set or deleted. */
  readonly touched: Set<string> = new Set<string>();
  /** The types that were deleted and not set again. */
  readonly deleted: Set<string> = new Set<string>();
  readonly #object: KubeObject;
  readonly #place: ConditionPlace;
  readonly #declared: ConditionTypes;

  constructor(object: KubeObject, place: ConditionPlace, declared: ConditionTypes) {
    this.#object = object;
    this.#place = place;
    this.#declared = declared;
  }

  set(type: string, status: ConditionStatus, ...because: [reason: string, message?: string]): void {
    const [reason, message = ""] = because;
    this.check(type, reason);
    this.touched.add(type);
    this.deleted.delete(type);
    writeCondition(this.#object, this.#place, { type, status, reason, message, severity: "Warning" });
  }

  delete(type: string): void {
    this.#reasonsOf(type);
    this.touched.add(type);
    this.deleted.add(type);
    removeCondition(this.#object, this.#place, type);
  }

  get(type: string): ConditionView | undefined {
    const found = conditionAt(this.#object, this.#place, type);
    if (found === undefined) return undefined;
    const { status, reason = "", message = "", lastTransitionTime } = found;
    return { status, reason, message, lastTransitionTime };
  }

  /** Types do not stop JavaScript callers, and nothing else rejects an unknown type. */
  #reasonsOf(type: string): readonly string[] {
    const reasons = Object.hasOwn(this.#declared, type) ? this.#declared[type] : undefined;
    return reasons ?? undeclared(`condition "${type}"`, Object.keys(this.#declared));
  }

  /** Throws `workflow/undeclared-condition` for a result whose condition or reason is not declared. */
  checkResult({ result, payload }: Result<string>): void {
    if (result !== "waiting" && result !== "stalled") return;
    const { type, reason } = isJsonObject(payload) ? payload : {};
    this.check(String(type), String(reason));
  }

  /** The same for a type and a reason. */
  check(type: string, reason: string): void {
    const reasons = this.#reasonsOf(type);
    if (!reasons.includes(reason)) undeclared(`reason "${reason}" of condition "${type}"`, reasons);
  }
}

function undeclared(what: string, known: readonly string[]): never {
  throw errorOf(kitErrors, "workflow/undeclared-condition", {
    values: { what, known: known.length === 0 ? "none" : known.join(", ") },
  });
}

/** Sets a condition on a draft of the object; a transition happens now, by the clock of the kit: under `capstan dev` that can be moved forward, as the time of the API server. */
export function writeCondition(object: KubeObject, place: ConditionPlace, change: ConditionChange): void {
  setCondition(object, place, { now: systemClock.date(), ...change });
}
