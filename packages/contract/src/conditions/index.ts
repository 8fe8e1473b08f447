// Conditions in the shape of Kubernetes and in the older shape of contract v1beta1, by the rules of Cluster API's own helpers.
export { hasSameState } from "./condition-list.ts";
export type { AnyCondition } from "./condition-list.ts";
export { conditionPlaces } from "./condition-shapes.ts";
export type { ConditionPlace, ConditionSeverity, ConditionShape, SeverityCondition } from "./condition-shapes.ts";
export { conditionAt, conditionsAt, getCondition, isConditionTrue } from "./read-conditions.ts";
export { conditionWords, isUnmet, type ReadableCondition, readableConditions } from "./readable-conditions.ts";
export { foreignCondition, foreignSeverityCondition, noReasonReported } from "./foreign-conditions.ts";
export { putCondition, removeCondition, setCondition } from "./set-condition.ts";
export type { ConditionChange, ConditionTarget, NewCondition } from "./set-condition.ts";
export { mirrorOf, severityMirrorOf } from "./mirror.ts";
export type { ConditionMirrorOptions, SeverityMirrorOptions } from "./mirror.ts";
export { defaultMergeStrategy, priorityByPolarity, reasonByPriority } from "./merge-strategy.ts";
export type {
  ConditionOwner,
  MergedState,
  MergeGroups,
  MergeInput,
  MergePriority,
  MergeStrategy,
  ReportedCondition,
} from "./merge-types.ts";
export type { MergeOptions } from "./merge-strategy.ts";
export { summaryOf } from "./summary.ts";
export type { MergedCondition, SummaryOptions } from "./summary.ts";
export { aggregateOf } from "./aggregate.ts";
export type { AggregateOptions } from "./aggregate.ts";
export { severityAggregateOf, severitySummaryOf } from "./severity-summary.ts";
export type { SeverityAggregateOptions, SeveritySummaryOptions } from "./severity-summary.ts";
export { applyConditions, diffConditions } from "./conditions-patch.ts";
export type { ConditionDifference, ConditionsPatch, PatchOptions } from "./conditions-patch.ts";
