// The real backend: `@capstan/testenv/envtest`. Most callers use startTestEnv({ backend: "envtest" }) of the package's root.
export { type AuditEvent, readAuditLog } from "./audit.ts";
export { envtestErrors } from "./errors.ts";
export type { RestartableProgram } from "./program.ts";
export {
  type ControlPlanePrograms,
  type Envtest,
  type EnvtestOptions,
  startEnvtest,
  type StartEnvtestOptions,
} from "./start.ts";
