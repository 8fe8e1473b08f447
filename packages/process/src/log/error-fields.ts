// The fields of a log line about an error.
import { describeError, errorFrom, isCapstanError } from "@capstan/kube";
import type { LogFields } from "./logger.ts";

/**
 * The fields for a caught value: `error` with the message and its help. An error of Capstan's has its `code`; every other error has its
 * `stack` with those of its causes, because the place of a throw in an author's code is what its reader needs. A value that has no stack, such as a string, says in `thrown` what it is. Never throws.
 */
export function errorFields(caught: unknown): LogFields {
  const error = errorFrom(caught);
  const fields = { error: describeError(error) };
  if (isCapstanError(error)) return { ...fields, code: error.code };
  try {
    return hasStack(caught) ? { ...fields, stack: stackOf(caught) } : { ...fields, thrown: kindOf(caught) };
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

/** The stack; of an AggregateError also those of its errors, and those of the causes. What a cause of our own errors says may come from somebody else's server, and is left out. */
function stackOf(caught: unknown): string {
  const seen = new Set<unknown>();
  const stacks = (each: unknown, before: string): readonly string[] => {
    if (seen.has(each) || seen.size === mostErrors) return [];
    seen.add(each);
    const error = errorFrom(each);
    if (isCapstanError(error)) return [before + describeError(error)];
    const inner = error instanceof AggregateError ? error.errors : [];
    return [
      before + ownStack(error),
      ...inner.flatMap((one) => stacks(one, "")),
      ...(error.cause === undefined ? [] : stacks(error.cause, "Caused by: ")),
    ];
  };
  return stacks(caught, "").join("\n");
}

function ownStack(error: Error): string {
  try {
    return error.stack ?? error.message;
  } catch {
    return error.message;
  }
}
