// What a handler logs as an error while it is called in this process: its answer has no details.
import type { Logger } from "@capstan/extension-kit";
import { errorFrom, excerpt } from "@capstan/kube";

/** A logger that keeps the reasons of failures. */
export function reasonsTo(reasons: string[]): Logger {
  const log: Logger = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: (_, fields) => void reasons.push(excerpt(errorFrom(fields?.["error"] ?? "").message)),
    child: () => log,
  };
  return log;
}

/** The message of an answer with what the log has beyond it. */
export function withReasons(message: string, reasons: readonly string[]): string {
  return [message, ...reasons.filter((reason) => !reason.startsWith(message))].join("; ");
}
