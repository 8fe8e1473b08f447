// Ends a check at its first error: a value of foreign callers can have one in each of its fields.
import type { FieldError, FieldErrorSink } from "./field-error.ts";

class Found extends Error {
  readonly error: FieldError;

  constructor(error: FieldError) {
    super();
    this.error = error;
  }
}

const firstOnly: FieldErrorSink = {
  push(...[error]) {
    if (error !== undefined) throw new Found(error);
  },
};

/** The first error that a check finds; undefined when it finds none. */
export function firstFound(check: (errors: FieldErrorSink) => void): FieldError | undefined {
  try {
    check(firstOnly);
    return undefined;
  } catch (caught) {
    if (caught instanceof Found) return caught.error;
    throw caught;
  }
}
