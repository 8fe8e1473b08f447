// A question about conditions, as the Go program in tools/peers/conditions reads it.
import type { Condition } from "@capstan/kube";
import type { SeverityCondition } from "@capstan/contract/conditions";

/** An object with a list in each shape. */
export interface QuestionObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly generation?: number; readonly labels?: Record<string, string> };
  readonly conditions?: readonly Condition[];
  readonly legacy?: readonly SeverityCondition[];
}

/** What a mirror shows when there is nothing to mirror. */
export interface Fallback {
  readonly status: Condition["status"];
  readonly reason: string;
  readonly message: string;
  readonly severity?: NonNullable<SeverityCondition["severity"]>;
}

/** The options of summaries, aggregates and patches. */
export interface QuestionOptions {
  readonly types?: readonly string[];
  readonly negativePolarity?: readonly string[];
  readonly ignoreIfMissing?: readonly string[];
  readonly overrides?: readonly Condition[];
  readonly strategy?: QuestionStrategy;
  readonly owned?: readonly string[];
  readonly stepCounter?: boolean;
  readonly stepCounterIfOnly?: readonly string[];
  readonly addSourceRef?: boolean;
}

/** A custom merge strategy. */
export interface QuestionStrategy {
  readonly issue: string;
  readonly unknown: string;
  readonly info: string;
  readonly negativeTarget: boolean;
  readonly negativePolarity: readonly string[];
  readonly lines: number;
}

/** One question. The first object is the one that is changed; a patch has before, after and latest. */
export interface Question {
  readonly operation: OperationName;
  readonly objects: readonly QuestionObject[];
  /** Whether the conditions are in the second place of their shape. */
  readonly otherPlace: boolean;
  readonly foreign?: object;
  readonly condition?: Condition;
  readonly legacy?: SeverityCondition;
  readonly type?: string;
  readonly target?: string;
  readonly options?: QuestionOptions;
  readonly fallback?: Fallback;
}

/** The operations, each in one shape. */
export type OperationName =
  | "set"
  | "delete"
  | "get"
  | "mirror"
  | "mirror foreign"
  | "summary"
  | "aggregate"
  | "patch"
  | "severity set"
  | "severity mark"
  | "severity delete"
  | "severity get"
  | "severity mirror"
  | "severity mirror foreign"
  | "severity summary"
  | "severity aggregate"
  | "severity patch";

/** What the Go program answers. */
export interface Answer {
  readonly conditions?: readonly object[];
  readonly legacy?: readonly object[];
  readonly error?: string;
}
