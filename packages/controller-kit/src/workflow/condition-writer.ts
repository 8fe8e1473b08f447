// `ctx.conditions`: sets declared conditions on the working copy of a pass and remembers which ones the author set, so that
// a successful result does not overwrite them.
import { conditionsAt, setCondition, type ConditionPlace } from "@capstan/contract/conditions";
import { errorOf, type KubeObject } from "@capstan/kube";
import type { Conditions, ConditionStatus, ConditionTypes, ConditionView } from "../authoring/conditions.ts";
import { kitErrors } from "../kit-errors.ts";

/** The conditions of one pass. */
export class ConditionWriter implements Conditions<ConditionTypes> {
  /** The types that were set. */
  readonly touched: Set<string> = new Set<string>();
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
    this.#check(type, reason);
    this.touched.add(type);
    setCondition(this.#object, this.#place, { type, status, reason, message, severity: "Warning" });
  }

  get(type: string): ConditionView | undefined {
    const found = conditionsAt(this.#object, this.#place).find((condition) => condition.type === type);
    if (found === undefined) return undefined;
    const { status, reason = "", message = "", lastTransitionTime } = found;
    return { status, reason, message, lastTransitionTime };
  }

  /** Types do not stop JavaScript callers, and nothing else rejects an unknown reason. */
  #check(type: string, reason: string): void {
    const reasons = this.#declared[type];
    if (reasons?.includes(reason) === true) return;
    const known = reasons === undefined ? Object.keys(this.#declared) : reasons;
    const what = reasons === undefined ? `condition "${type}"` : `reason "${reason}" of condition "${type}"`;
    throw errorOf(kitErrors, "workflow/undeclared-condition", { values: { what, known: known.join(", ") } });
  }
}
