// Log lines as JSON in controller-runtime's keys, on standard error: standard output is for `--describe` and `--help`.
import type { LogFields, Logger } from "./logger.ts";

/** The levels of log lines, least severe first. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** How much to log, and where to. */
export interface PinoLoggerOptions {
  /** The least severe level that is written. Default: info. */
  readonly level?: LogLevel;
  /** Takes the lines. Default: standard error. */
  readonly write?: ((line: string) => void) | undefined;
}

/** The part of pino that is used. */
interface PinoLike extends Record<LogLevel, (fields: object, message: string) => void> {
  child(fields: object): PinoLike;
}

/** Creates a logger that writes JSON lines: `level`, `ts`, the fields, then `msg`. Loads pino. */
export async function createPinoLogger({ level = "info", write }: PinoLoggerOptions = {}): Promise<Logger> {
  const { pino } = await import("pino");
  const settings = {
    level,
    base: null,
    timestamp: () => `,"ts":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return wrap(pino(settings, write === undefined ? pino.destination({ fd: 2, sync: true }) : { write }));
}

function wrap(inner: PinoLike): Logger {
  return {
    debug: (message, fields = {}) => inner.debug(fields, message),
    info: (message, fields = {}) => inner.info(fields, message),
    warn: (message, fields = {}) => inner.warn(fields, message),
    error: (message, fields = {}) => inner.error(fields, message),
    child: (fields: LogFields) => wrap(inner.child(fields)),
  };
}
