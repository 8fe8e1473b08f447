// What the long-running programs of Capstan share.
export { type LogFields, type Logger, silentLogger } from "./log/logger.ts";
export { errorFields, framesOf, type ErrorFieldsOptions } from "./log/error-fields.ts";
export { createPinoLogger, type LogFormat, type LogLevel, type PinoLoggerOptions } from "./log/pino-logger.ts";
export type { ChoiceFlag, Flag, FlagOf, FlagTable, FlagTypes, FlagValues, WithDefault } from "./flags/flag.ts";
export { usesWatchList } from "./flags/feature-gates.ts";
export type { Feature, FeatureStage, FeatureTable, FeatureValues } from "./flags/feature-gates.ts";
export { parseFlags } from "./flags/parse-flags.ts";
export { defaultPorts, sharedFlags } from "./flags/shared-flags.ts";
export { checkTlsFlags, tlsFlags, tlsLimitsOf } from "./flags/tls-flags.ts";
export type { ExitCode, ProcessPort, Program, ProgramStart } from "./shell/program.ts";
export { runProgram } from "./shell/run-program.ts";
export { runProcess } from "./shell/run-process.ts";
export { type StartStep, untilStopped } from "./shell/until-stopped.ts";
export { addProcessMetrics } from "./metrics/process-metrics.ts";
export {
  bucketEnd,
  type MetricFamily,
  type MetricNumber,
  type MetricTimes,
  TextMetrics,
} from "./metrics/text-metrics.ts";
export { protectMetrics, type ProtectedMetrics } from "./diagnostics/protect-metrics.ts";
export type { CallerReviewOptions, ReviewClient, ReviewRequest } from "./diagnostics/caller-review.ts";
export type { SteadyClock } from "./diagnostics/review-slots.ts";
export { certificateCheck, loggedChecks } from "./servers/probe-checks.ts";
export {
  authorityFile,
  isLoopback,
  isServed,
  type MetricsPage,
  type MetricsProtection,
  type RunningServers,
  type ServersOptions,
  startServers,
} from "./servers/start-servers.ts";
export { type ProcessErrorCode, processErrors } from "./process-errors.ts";
