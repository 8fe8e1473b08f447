// The fields of a log line about an error.
import { describeError, errorFrom, isCapstanError } from "@capstan/kube";
import type { LogFields } from "./logger.ts";

/** How the fields are made. */
export interface ErrorFieldsOptions {
  /** Whether errors of Capstan's have their `stack`, too: for what an author's function threw, who needs to know which of his calls failed. Default: false. */
  readonly frames?: boolean;
}

/**
 * The fields for a caught value: `error` with the message and its help, and with the messages of its causes: `fetch failed` alone names no host. An error of Capstan's has its `code`, and with `frames` the frames of its stack; every other error has its
 * `stack` with those of its causes, because the place of a throw in an author's code is what its reader needs. A value that has no stack, such as a string, says in `thrown` what it is. Never throws.
 */
export function errorFields(caught: unknown, { frames = false }: ErrorFieldsOptions = {}): LogFields {
  const error = errorFrom(caught);
  const fields = { error: withCauses(error) };
  if (isCapstanError(error))
    return { ...fields, code: error.code, ...(frames ? { stack: [error.name, ...framesOf(error)].join("\n") } : {}) };
  try {
    return hasStack(caught) ? { ...fields, stack: stackOf(caught, frames) } : { ...fields, thrown: kindOf(caught) };
  } catch {
    // Fields of the value throw.
    return fields;
  }
}

/** An `Error`, also one of another realm or of a library of its own. */
function hasStack(caught: unknown): boolean {
  return caught instanceof Error || (typeof caught === "object" && caught !== null && "stack" in caught);
}

function kindOf(caught: unknown): string {
  const isNothing = caught === undefined || caught === null;
  const article = typeof caught === "object" ? "an" : "a";
  return `${isNothing ? String(caught) : `${article} ${typeof caught}`}, which has no stack; throw an Error`;
}

/** A field of a log line has room for no more. */
const mostErrors = 10;

/** The message, then those of the causes that are not part of it yet. What a cause of our own errors says may come from somebody else's server, and is left out. */
function withCauses(error: Error): string {
  try {
    let words = describeError(error);
    let inner = error;
    for (let depth = 0; depth < mostErrors && !isCapstanError(inner) && inner.cause !== undefined; depth += 1) {
      inner = errorFrom(inner.cause);
      const more = ownMessage(inner);
      if (!words.includes(more)) words = `${words}: ${more}`;
    }
    return words;
  } catch {
    // Fields of the error throw.
    return describeError(error);
  }
}

/** Of an error without words of its own, those of the errors in it: a host with several addresses has one for each. */
function ownMessage(error: Error): string {
  if (error.message !== "" || !(error instanceof AggregateError)) return error.message;
  return error.errors
    .slice(0, mostErrors)
    .map((each: unknown) => errorFrom(each).message)
    .join(", ");
}

/** The stack; of an AggregateError also those of its errors, and those of the causes. What a cause of our own errors says may come from somebody else's server, and is left out. */
function stackOf(caught: unknown, frames: boolean): string {
  const seen = new Set<unknown>();
  const stacks = (each: unknown, before: string): readonly string[] => {
    if (seen.has(each) || seen.size === mostErrors) return [];
    seen.add(each);
    const error = errorFrom(each);
    if (isCapstanError(error)) return [before + describeError(error), ...(frames ? framesOf(error) : [])];
    const inner = error instanceof AggregateError ? error.errors : [];
    return [
      before + ownStack(error),
      ...inner.flatMap((one) => stacks(one, "")),
      ...(error.cause === undefined ? [] : stacks(error.cause, "Caused by: ")),
    ];
  };
  return stacks(caught, "").join("\n");
}

/** The lines of a stack that say where: what stands before them is the message, which may have lines of a server that look the same. */
export function framesOf(error: Error): readonly string[] {
  const { message } = error;
  const stack = ownStack(error);
  const at = stack.indexOf(message);
  if (at === -1) return [];
  return stack
    .slice(at + message.length)
    .split("\n")
    .filter((line) => line.startsWith("    at "));
}

function ownStack(error: Error): string {
  try {
    const { stack } = error;
    return typeof stack === "string" ? stack : error.message;
  } catch {
    return error.message;
  }
}
