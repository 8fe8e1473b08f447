// What a handler logs as an error while it is called in this process: its answer has no details.
import type { Logger } from "@capstan/extension-kit";
import { errorFrom, excerpt } from "@capstan/kube";

/** A logger that keeps the reasons of failures. */
export function reasonsTo(reasons: string[]): Logger {
  const log: Logger = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: (_, fields) => void reasons.push(reasonIn(errorFrom(fields?.["error"] ?? "").message)),
    child: () => log,
  };
  return log;
}

/** Without the help, which is for who reads the log, and with the white space of an answer. */
function reasonIn(error: string): string {
  const [words = ""] = error.split("\n  help: ");
  return excerpt(words.replaceAll(/\s+/g, " "));
}

/** The message of an answer with what the log has beyond it, once: a step that fails is logged, and the call that fails by it. */
export function withReasons(message: string, reasons: readonly string[]): string {
  const words = message.replaceAll(/\s+/g, " ");
  return [message, ...new Set(reasons.filter((reason) => !words.includes(reason) && !reason.includes(words)))].join(
    "; ",
  );
}
