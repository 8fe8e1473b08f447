// How log lines are written: a constant message, and fields for what changes.

/** Fields of a log line; one that is undefined is left out. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * Writes log lines. A message is a constant string, so that lines can be counted by it; what changes from line to line goes
 * into the fields, and an error into the field `error`.
 */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger that adds these fields to each of its lines. */
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
