// What a rule from objects to problems gets and returns.
import type { KubeObject } from "@capstan/kube";
import type { ObjectSet } from "./object-set.ts";
import type { ObjectProblemCode } from "./problem-table.ts";

/** What a rule needs beside the object. */
export interface ProblemContext {
  readonly set: ObjectSet;
  readonly now: Date;
  /** Whether some object is below this one. */
  readonly hasChildren: (object: KubeObject) => boolean;
  /** Whether a MachineSet below this object creates no machines. */
  readonly hasBlockedSet: (object: KubeObject) => boolean;
  /** How long a deletion may take. Default: two minutes. */
  readonly usualDeletionMs?: number;
}

/** A code with the values of its message; `name` and `kind` of the object are added. */
export interface RuleResult {
  readonly code: ObjectProblemCode;
  readonly values: Readonly<Record<string, string | number>>;
  /** Whether it is usual for a time, and only an information until then. */
  readonly isUsual?: boolean;
}

/** A rule. */
export type ProblemRule = (object: KubeObject, context: ProblemContext) => readonly RuleResult[];
