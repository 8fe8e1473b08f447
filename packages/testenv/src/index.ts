// @capstan/testenv: a control plane for tests. The real backend's own parts are `./envtest`, processes and ports `./host`.
export { startTestEnv } from "./start.ts";
export { testenvErrors } from "./errors.ts";
export type { TestBackends, TestEnv, TestEnvOptions } from "./start.ts";
export type { TestControlPlane, TestUser } from "./test-env.ts";
export type { EmbeddedEnv, EmbeddedOptions } from "./embedded/start.ts";
export type { AccessDecision, AccessRequest } from "./embedded/access/users.ts";
export type { Fault, FaultMatch, Faults } from "./embedded/faults.ts";
export type { EmbeddedChange, EmbeddedChangeListener } from "./embedded/follow-changes.ts";
