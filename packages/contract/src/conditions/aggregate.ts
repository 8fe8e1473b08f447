// A condition that aggregates one condition of many objects, in the shape of Kubernetes.
import type { Condition, KubeObject } from "@capstan/kube";
import type { ConditionPlace } from "./condition-shapes.ts";
import { conditionOwnerOf, defaultMergeStrategy, priorityByPolarity } from "./merge-strategy.ts";
import type { MergeStrategy, ReportedCondition } from "./merge-types.ts";
import { conditionAt } from "./read-conditions.ts";
import { complete, mergeError, notYetReported, type MergedCondition } from "./summary.ts";

/** What an aggregate is made of. */
export interface AggregateOptions {
  /** The type to aggregate. An object that does not have it counts as Unknown. */
  readonly of: string;
  /** The type of the aggregate; that of the condition by default. */
  readonly target?: string;
  /** Whether the status True is an issue. The aggregate then has negative polarity, too. */
  readonly negativePolarity?: boolean;
  /** The way to merge. It replaces the default strategy and `negativePolarity`. */
  readonly strategy?: MergeStrategy;
}

/**
 * The aggregate of one condition of many objects, in the shape of Kubernetes, as Cluster API computes it. Its message names up to three messages, with
 * up to three objects each: those of machines of the control plane first, then issues, then the most frequent ones.
 * Throws `contract/condition-merge` without an object.
 *
 * @example
 * const place = { path: "status.conditions", shape: "metav1" } as const;
 * const ready = aggregateOf(machines, place, { of: "Ready", target: "MachinesReady" });
 */
export function aggregateOf(
  objects: readonly KubeObject[],
  place: ConditionPlace,
  { of, target = of, negativePolarity = false, strategy = byPolarity(of, negativePolarity) }: AggregateOptions,
): MergedCondition {
  if (objects.length === 0) throw mergeError(target, "there are no objects");
  const conditions = objects.map((object): ReportedCondition => {
    // A place of the shape of Kubernetes has conditions of that shape.
    const found = conditionAt(object, place, of) as Condition | undefined;
    const condition = found ?? notYetReported(of, `Condition ${of} not yet reported`);
    return { owner: conditionOwnerOf(object), condition: complete(condition) };
  });
  return { type: target, ...strategy({ operation: "aggregate", conditions, types: [of] }) };
}

function byPolarity(type: string, negative: boolean): MergeStrategy {
  return defaultMergeStrategy({ negativeTarget: negative, priorityOf: priorityByPolarity(negative ? [type] : []) });
}
