// The engine for the rest of this package: not an export of it. Knows nothing of Cluster API.
export type { Cache, CacheQuery, CacheReader, IndexFunction } from "./cache.ts";
export { type Clock, systemClock } from "./clock.ts";
export {
  type CacheEvent,
  type ControllerOptions,
  type Predicate,
  type ReconcileContext,
  type ReconcileResult,
  TerminalError,
  type Watch,
} from "./controller-options.ts";
export type { EventRecorder, RecordedEvent } from "./event-recorder.ts";
export { type LogFields, type Logger, silentLogger } from "./logger.ts";
export type { CacheOptions, LeaderElectionOptions, Manager, ManagerOptions, Runnable } from "./manager-options.ts";
