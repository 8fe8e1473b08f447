// The catalog of Cluster API's contract rules, for pages, `capstan explain` and the check of its evidence.
export { type CatalogRule, type Enforcer, enforcers, enforcerWords, type RuleLevel } from "./catalog-rule.ts";
export { type WorkflowFact, workflowWords } from "./workflow-words.ts";
export { type FieldWords, fieldWords } from "./field-words.ts";
export { ruleCatalog, rulesByKind } from "./rule-catalog.ts";
export { sharedRuleNames } from "./shared-rules.ts";
