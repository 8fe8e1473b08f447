// The logger of a reconcile. Most reconciles write one line, for debugging, that nobody wants: to create a logger for it takes longer than all else of a reconcile whose object has not changed.
import type { LogFields, Logger } from "@capstan/process";

/** A logger that adds fields to each line, and has them made with the first line. */
export function lateLogger(log: Logger, make: () => LogFields): Logger {
  let made: LogFields | undefined;
  const all = (fields: LogFields | undefined): LogFields => ({ ...(made ??= make()), ...fields });
  return {
    debug(message, fields) {
      log.debug(message, all(fields));
    },
    info(message, fields) {
      log.info(message, all(fields));
    },
    warn(message, fields) {
      log.warn(message, all(fields));
    },
    error(message, fields) {
      log.error(message, all(fields));
    },
    child(fields) {
      return log.child(all(fields));
    },
  };
}
