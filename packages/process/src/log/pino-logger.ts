// Log lines as JSON in controller-runtime's keys, or for a person, on standard error: standard output is for `--describe` and `--help`.
import { terminalWriter } from "@capstan/kube";
import type { LogFields, Logger } from "./logger.ts";
import { readableLine } from "./readable-line.ts";
import { shortFields, shortMessage } from "./short-fields.ts";

/** The levels of log lines, least severe first. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** How lines are written: as JSON for programs that read logs, or as text for a person. */
export type LogFormat = "json" | "text";

/** How much to log, and where to. */
export interface PinoLoggerOptions {
  /** The least severe level that is written. Default: info. */
  readonly level?: LogLevel;
  /** Default: json. */
  readonly format?: LogFormat | undefined;
  /** Takes the lines. Default: standard error. */
  readonly write?: ((line: string) => void) | undefined;
}

/** The part of pino that is used. */
interface PinoLike extends Record<LogLevel, (fields: object, message: string) => void> {
  child(fields: object): PinoLike;
}

/**
 * Creates a logger that writes lines, of JSON unless told otherwise: `level`, `ts`, the fields, then `msg`. A message or field of more than 8,192 characters is cut. Lines are written synchronously, so that none is lost when the process ends; those that standard error does not accept
 * are dropped. Loads pino on its first call.
 *
 * @example
 * const log = (await createPinoLogger({ level: "debug" })).child({ logger: "foo" });
 */
export async function createPinoLogger({
  level = "info",
  format = "json",
  write,
}: PinoLoggerOptions = {}): Promise<Logger> {
  // A bundle of it has the default export alone.
  const { default: pino } = await import("pino");
  const settings = {
    level,
    base: null,
    timestamp: () => `,"ts":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }), log: shortFields },
  };
  // Lines are read on terminals, too: what they obey becomes an escape of JSON.
  const linesTo = (stream: { readonly write: (line: string) => unknown }): { write: (line: string) => void } => {
    const print = terminalWriter(stream);
    return { write: format === "text" ? (line) => print(readableLine(line)) : print };
  };
  if (write !== undefined) {
    const lines = pino(settings, linesTo({ write }));
    return wrap({ first: lines, own: {}, made: () => lines }, level);
  }
  const standardError = pino.destination({ fd: 2, sync: true, maxLength: longestBacklog });
  // As in Go programs, lines that cannot be written (a full disk, a closed pipe) are lost, and the program works on.
  standardError.on("error", () => undefined);
  const lines = pino(settings, linesTo(standardError));
  return wrap({ first: lines, own: {}, made: () => lines }, level);
}

/** How many bytes of lines wait for a full disk; further ones are dropped. Much longer than a line of many fields, each as long as it may be. */
const longestBacklog = 2 ** 20;

/** A logger of pino's, made of the first one by fields. */
interface Lines {
  readonly first: PinoLike;
  readonly own: LogFields;
  /** The logger with these fields. */
  readonly made: () => PinoLike;
}

/** Loggers of one call or pass are mostly made in vain: pino makes its own with the first line that is written. */
function wrap(lines: Lines, level: LogLevel): Logger {
  const write =
    (of: LogLevel): Logger[LogLevel] =>
    (message, fields = {}) => {
      if (levels.indexOf(of) >= levels.indexOf(level)) without(lines, fields)[of](fields, shortMessage(message));
    };
  return {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    child: (fields: LogFields) => {
      const short = shortFields(fields);
      let made: PinoLike | undefined;
      const own = { ...lines.own, ...short };
      return wrap({ first: lines.first, own, made: () => (made ??= without(lines, short).child(short)) }, level);
    },
  };
}

/** The logger without those of its fields that these replace: pino writes both, and JSON with a name twice is read in more than one way. */
function without({ first, own, made }: Lines, fields: LogFields): PinoLike {
  const isReplaced = (name: string): boolean => Object.hasOwn(fields, name) && fields[name] !== undefined;
  if (!Object.keys(own).some(isReplaced)) return made();
  return first.child(Object.fromEntries(Object.entries(own).filter(([name]) => !isReplaced(name))));
}

const levels: readonly LogLevel[] = ["debug", "info", "warn", "error"];
