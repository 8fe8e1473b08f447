// The fields of a log line about an error.
import { describeError, errorFrom, isCapstanError } from "@capstan/kube";
import type { LogFields } from "./logger.ts";

/**
 * The fields for a caught value: `error` with the message and its help. An error of Capstan's has its `code`; every other error has its
 * `stack`, because the place of a throw in an author's code is what its reader needs.
 */
export function errorFields(caught: unknown): LogFields {
  const error = errorFrom(caught);
  const fields = { error: describeError(error) };
  return isCapstanError(error) ? { ...fields, code: error.code } : { ...fields, stack: stackOf(error) };
}

/** The stack; of an AggregateError also those of its errors. */
function stackOf(error: Error): string {
  const own = error.stack ?? "";
  return error instanceof AggregateError
    ? [own, ...error.errors.map((each) => stackOf(errorFrom(each)))].join("\n")
    : own;
}
