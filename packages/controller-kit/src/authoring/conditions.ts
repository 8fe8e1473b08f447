// Conditions as an author declares and sets them: types and their reasons once, in the definition of the controller.
import { errorOf } from "@capstan/kube";
import { kitErrors } from "../kit-errors.ts";

/**
 * Condition types and, for each, all reasons that it may have. The last reason is the one of success.
 *
 * @example
 * conditions: { NetworkReady: ["Provisioning", "QuotaExceeded", "Available"] }
 */
export interface ConditionTypes {
  readonly [type: string]: readonly string[];
}

/** A controller that declares no condition. */
export type NoConditions = Readonly<Record<never, readonly string[]>>;

/** The status of a condition. */
export type ConditionStatus = "True" | "False" | "Unknown";

type TypesOf<C extends ConditionTypes> = Extract<keyof C, string>;

/** A condition of the object, as it will be written at the end of the pass. */
export interface ConditionView<out R extends string = string> {
  readonly status: ConditionStatus;
  readonly reason: R;
  readonly message: string;
  readonly lastTransitionTime: string;
}

/**
 * The declared conditions of the object: `ctx.conditions`. What is set is written at the end of the pass, also when the pass fails. A
 * condition that was set in a pass is not changed by `provisioned` or `done`. Its transition time changes only when its status does.
 *
 * @example
 * ctx.conditions.set("NetworkReady", "False", "Provisioning", "2 of 3 subnets exist");
 */
export interface Conditions<C extends ConditionTypes> {
  /** Sets a condition. A type or reason that is not declared is a compile error; in JavaScript it throws `workflow/undeclared-condition`. */
  set<K extends TypesOf<C>>(type: K, status: ConditionStatus, reason: C[K][number], message?: string): void;
  /**
   * Removes a condition that does not apply to this object. Until the end of the pass `provisioned` and `done` do not set it, and `Ready` is computed
   * without it; so call it in each pass in which it does not apply. A type that is not declared is rejected as in `set`.
   */
  delete<K extends TypesOf<C>>(type: K): void;
  /** The condition, including what this pass has set; undefined when the object does not have it. */
  get<K extends TypesOf<C>>(type: K): ConditionView<C[K][number]> | undefined;
}

/** The kit sets them itself. */
const ofKit: ReadonlySet<string> = new Set(["Paused", "Ready"]);
/** What the API server stores as the type and as the reason of a condition. */
const typeForm = /^(?:[a-z0-9][-a-z0-9.]{0,252}\/)?[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const reasonForm = /^[A-Za-z](?:[A-Za-z0-9_,:]{0,1022}[A-Za-z0-9_])?$/;

/** Throws `provider/condition` for a type that the kit sets itself, for a type or a reason that no API server stores, and for a type without a reason. */
export function checkConditionTypes(kind: string, conditions: ConditionTypes): void {
  for (const [type, reasons] of Object.entries(conditions)) {
    const problem = problemOf(type, reasons);
    if (problem !== undefined) throw errorOf(kitErrors, "provider/condition", { values: { kind, type, problem } });
  }
}

function problemOf(type: string, reasons: readonly string[]): string | undefined {
  if (ofKit.has(type)) return "is a condition that the kit sets itself";
  if (!typeForm.test(type)) return "has a type that no API server stores";
  if (reasons.length === 0) return "has no reason";
  const wrong = reasons.find((reason) => !reasonForm.test(reason));
  return wrong === undefined ? undefined : `has the reason ${JSON.stringify(wrong)}, which no API server stores`;
}
