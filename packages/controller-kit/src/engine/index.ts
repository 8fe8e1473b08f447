// The engine for the rest of this package: not an export of it. Knows nothing of Cluster API.
export { createManager } from "./manager.ts";
export type { CacheOptions, LeaderElectionOptions, Manager, ManagerOptions, Runnable } from "./manager-options.ts";
export {
  type CacheEvent,
  type ControllerOptions,
  type Predicate,
  type ReconcileContext,
  type ReconcileResult,
  TerminalError,
  type Watch,
} from "./controller-options.ts";
export { allOf, annotationsChanged, anyOf, generationChanged, labelsChanged } from "./predicates.ts";
export type { Cache, CacheQuery, CacheReader, IndexFunction } from "./cache.ts";
export type { EventRecorder, RecordedEvent } from "./event-recorder.ts";
export { type LogFields, type Logger, silentLogger } from "./logger.ts";
export { createPinoLogger, type PinoLoggerOptions } from "./pino-logger.ts";
export { type EngineErrorCode, engineErrors } from "./engine-errors.ts";
export { type Clock, systemClock } from "@capstan/client";
