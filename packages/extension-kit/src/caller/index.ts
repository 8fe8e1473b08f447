// Call a Runtime Extension as Cluster API does: discovery, typed calls, timeouts, failure policy, aggregation.
export { connectExtension, type ExtensionAddress, type ExtensionConnection, type RawAnswer } from "./connection.ts";
export { type CallerLimits, callerLimits } from "./caller-limits.ts";
export { discover, type DiscoveredHandler } from "./discover.ts";
export { callHandler, type CallTarget, type RequestBody } from "./call-handler.ts";
export { aggregate, type Aggregated, type HookAnswer, callAll } from "./call-all.ts";
