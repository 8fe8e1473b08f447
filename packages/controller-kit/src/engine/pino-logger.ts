// Log lines as JSON on standard output, by pino; loaded when a manager is given no other logger.
import type { LogFields, Logger } from "./logger.ts";

/** How much to log, and where to. */
export interface PinoLoggerOptions {
  /** The least severe level that is written. Default: info. */
  readonly level?: "debug" | "info" | "warn" | "error";
  /** Takes the lines. Default: standard output. */
  readonly write?: (line: string) => void;
}

/** The part of pino that is used. */
interface PinoLike {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): PinoLike;
}

/** Makes a logger that writes JSON lines: `level`, `ts` and `msg`, then the fields. */
export async function createPinoLogger(options: PinoLoggerOptions = {}): Promise<Logger> {
  const { pino } = await import("pino");
  const { level = "info", write } = options;
  const settings = {
    level,
    base: null,
    timestamp: () => `,"ts":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return wrap(write === undefined ? pino(settings) : pino(settings, { write }));
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
