// What a call in process logs where the test gives no logger: the errors of which the answer has no details and says that the log has them.
import { oneLine, terminalWriter } from "@capstan/kube";
import type { LogFields, Logger } from "@capstan/process";

/** A logger that writes what answers leave out, for a person who reads the output of a test, and nothing else. Default: to standard error. */
export function errorLog(write: (lines: string) => void = terminalWriter(process.stderr), own: LogFields = {}): Logger {
  return {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: (message, fields = {}) => {
      if (hasMore(fields)) write(linesOf(message, { ...own, ...fields }));
    },
    child: (more) => errorLog(write, { ...own, ...more }),
  };
}

/** What was thrown without a code, and what was returned. An error with a code is in the answer. */
function hasMore({ code, returned }: LogFields): boolean {
  return code === undefined || returned !== undefined;
}

/** The handler, the message and the error on one line, then the frames of the stack. */
function linesOf(message: string, { hook, handler, error, path, returned, stack }: LogFields): string {
  const called = [handler, hook].filter((each) => typeof each === "string").join(" of ");
  const place = returned === undefined ? "" : `at ${JSON.stringify(path)}: ${JSON.stringify(returned)}`;
  const words = [called, message, typeof error === "string" ? error : "", place].filter((each) => each !== "");
  const frames = typeof stack === "string" ? stack.split("\n").slice(1) : [];
  return `${[words.join(": "), ...frames].map(oneLine).join("\n")}\n`;
}
