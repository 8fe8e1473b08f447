// Conditions as an author declares and sets them: types and their reasons once, in the definition of the controller.
// The workflow holds the other side (workflow/condition-writer.ts).

/** Condition types and, for each, every reason it may carry; the last reason is the one of success. */
export interface ConditionTypes {
  readonly [type: string]: readonly string[];
}

/** A controller that declares no condition. */
export type NoConditions = Readonly<Record<never, readonly string[]>>;

/** Whether what a condition speaks of holds. */
export type ConditionStatus = "True" | "False" | "Unknown";

type TypesOf<C extends ConditionTypes> = Extract<keyof C, string>;

/** A condition of the object, as it will be written at the end of the pass. */
export interface ConditionView<out R extends string = string> {
  readonly status: ConditionStatus;
  readonly reason: R;
  readonly message: string;
  readonly lastTransitionTime: string;
}

/** The declared conditions of the object of this pass. What is set here is written at its end. */
export interface Conditions<C extends ConditionTypes> {
  set<K extends TypesOf<C>>(type: K, status: ConditionStatus, reason: C[K][number], message?: string): void;
  get<K extends TypesOf<C>>(type: K): ConditionView<C[K][number]> | undefined;
}
