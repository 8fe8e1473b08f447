// Questions about answers of Runtime Extensions, as tools/peers/answers reads them.

/** An upgrade plan, and the upgrade that it is for. */
export interface PlanQuestion {
  readonly plan: {
    readonly to: string;
    readonly controlPlane: string;
    readonly workers: string;
    readonly steps: readonly string[];
    readonly workerSteps: readonly string[];
  };
}

/** Definitions of variables. */
export interface VariablesQuestion {
  readonly variables: readonly object[];
}

/** A patch of an object, encoded as answers have it. */
export interface PatchQuestion {
  readonly patch: {
    readonly object: object;
    readonly patch: { readonly patchType: string; readonly patch: string };
  };
}

/** One answer. */
export type Question = PlanQuestion | VariablesQuestion | PatchQuestion;

/** Whether the answer is accepted: without an error it is. */
export interface Verdict {
  readonly error?: string;
}
