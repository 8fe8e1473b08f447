// Conditions in the shape of Kubernetes and in the older shape of contract v1beta1.
export {
  conditionsAt,
  getCondition,
  isConditionTrue,
  putConditions,
  removeCondition,
  setCondition,
} from "./conditions.ts";
export type { AnyCondition, ConditionChange } from "./conditions.ts";
export { conditionPlaces } from "./condition-shapes.ts";
export type { ConditionPlace, ConditionSeverity, ConditionShape, SeverityCondition } from "./condition-shapes.ts";
