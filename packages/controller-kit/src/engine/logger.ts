// How the engine logs: constant messages with fields, in controller-runtime's keys. pino-logger.ts makes the one that writes.
import type { DeepReadonly } from "@capstan/kube";

/** Fields of a log line. */
export type LogFields = DeepReadonly<Record<string, unknown>>;

/** Writes log lines. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** An error is given as the field `error`. */
  error(message: string, fields?: LogFields): void;
  /** A logger whose lines carry these fields as well. */
  child(fields: LogFields): Logger;
}

/** A logger that writes nothing. */
export const silentLogger: Logger = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  child: () => silentLogger,
};

function ignore(): void {
  // Nothing is written.
}
