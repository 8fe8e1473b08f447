// Call Runtime Extensions from a controller as Cluster API's core does: `@capstan/controller-kit/extensions`.
export { type ManagedExtensions, manageExtensions, type ManageExtensionsOptions } from "./manage-extensions.ts";
export type { WarmUpOptions } from "./warm-up.ts";
export { callMetrics } from "./call-metrics.ts";
