// Test handlers without a server: calls in process, requests of topology hooks, patches applied as Cluster API applies them.
export { callInProcess, type TestCallOptions } from "./call-in-process.ts";
export {
  patchedTemplates,
  type PatchAnswer,
  requestItems,
  requestVariables,
  type TemplateUse,
} from "./topology-request.ts";
