// Call a Runtime Extension as Cluster API does: discovery, typed calls, timeouts, failure policy, aggregation; and all extensions of a cluster by their ExtensionConfigs.
export { connectExtension, type ExtensionAddress, type ExtensionConnection, type RawAnswer } from "./connection.ts";
export { type CallerLimits, callerLimits } from "./caller-limits.ts";
export { discover, type DiscoveredHandler } from "./discover.ts";
export { callHandler, type CallOutcome, type CallTarget, type RequestBody } from "./call-handler.ts";
export { aggregate, type Aggregated, type HookAnswer, callAll } from "./call-all.ts";
export { createExtensionRegistry, type ExtensionRegistry, type GroupHook } from "./extension-registry.ts";
export type { HandlerRegistration } from "./handler-registration.ts";
export {
  type CalledFor,
  createExtensionCaller,
  type ExtensionCaller,
  type ExtensionCallerOptions,
  type FinishedCall,
  type NamedCall,
} from "./extension-caller.ts";
export type { CallPauseOptions } from "./call-pauses.ts";
export {
  type ProxyCounts,
  type RecordingProxy,
  type RecordingProxyOptions,
  startRecordingProxy,
} from "../recording/recording-proxy.ts";
export { type CallSide, hookSchema } from "../answering/hook-schemas.ts";
