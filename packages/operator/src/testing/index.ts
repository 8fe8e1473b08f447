// What tests of an operator import, and what the tests of providers are made with: `@capstan/operator/testing`.
export { startOperator, type RunningOperator, type StartOperatorOptions } from "./start-operator.ts";
export { runInTest, type RunningInTest, type TestRun } from "./run-in-test.ts";
export type { TestWebhooks } from "./serve-webhooks.ts";
