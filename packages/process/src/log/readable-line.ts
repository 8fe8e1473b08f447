// Log lines for a person at a terminal, made of the JSON lines. By hand: packages that do this bring colors, configuration and
// dependencies into every provider's image, for some lines that only developers see.
import { oneLine } from "@capstan/kube";

/** What every line has, and the fields of its writer. */
interface JsonLine extends Readonly<Record<string, unknown>> {
  readonly level: string;
  readonly ts: string;
  readonly msg: string;
}

/**
 * A line of JSON as one for a person: time, level, logger, message, the fields as `name=value`, and the stack below it.
 *
 * @example
 * readableLine('{"level":"info","ts":"2026-01-02T03:04:05.678Z","logger":"foo","count":1,"msg":"Ready"}\n');
 * // 03:04:05.678Z INFO  foo: Ready count=1
 */
export function readableLine(line: string): string {
  const { level, ts, logger, msg, stack, ...fields } = JSON.parse(line) as JsonLine;
  const head = [ts.slice("2026-01-02T".length), level.toUpperCase().padEnd(5)];
  const message = logger === undefined ? msg : `${valueOf(logger)}: ${msg}`;
  const named = Object.entries(fields).map(([name, value]) => `${oneLine(name)}=${valueOf(value)}`);
  const first = [...head, oneLine(message), ...named].join(" ");
  return `${[first, ...linesOf(stack)].join("\n")}\n`;
}

/** A string without quotes where it is one word, and everything else as JSON. */
function valueOf(value: unknown): string {
  const isWord = typeof value === "string" && /^[^\s"=\\]+$/.test(value);
  return oneLine(isWord ? value : JSON.stringify(value));
}

/** The frames of a stack; its first line stands in the field of the error. */
function linesOf(stack: unknown): readonly string[] {
  if (typeof stack !== "string") return stack === undefined ? [] : [`    stack=${valueOf(stack)}`];
  return stack.split("\n").map((frame) => `    ${oneLine(frame.trim())}`);
}
