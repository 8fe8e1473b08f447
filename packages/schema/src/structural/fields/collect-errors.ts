// Keeps a limited number of errors of a check, and ends the check there: a value of foreign callers can have one in each of its fields.
import type { FieldError, FieldErrorSink } from "./field-error.ts";

/** The most errors of one value that are kept: each can take a kilobyte or more, and nobody reads so many. */
export const mostErrors = 1000;

class Ended extends Error {}

/** Ends the check that `collectErrors` runs; the errors so far are kept. */
export function endCheck(): never {
  throw new Ended();
}

/** How many errors are kept, and which. */
export interface Collecting {
  readonly most: number;
  readonly isKept?: (error: FieldError) => boolean;
}

/** The first errors that a check finds. */
export function collectErrors(
  check: (errors: FieldErrorSink) => void,
  { most, isKept = () => true }: Collecting,
): FieldError[] {
  const kept: FieldError[] = [];
  try {
    check({
      push(...errors) {
        for (const error of errors) if (isKept(error) && kept.push(error) >= most) endCheck();
      },
    });
  } catch (caught) {
    if (!(caught instanceof Ended)) throw caught;
  }
  return kept;
}

/** Keeps errors up to the limit, and counts all. */
export class FirstErrors implements FieldErrorSink {
  readonly list: FieldError[] = [];
  count = 0;

  push(...errors: readonly FieldError[]): void {
    this.count += errors.length;
    if (this.list.length < mostErrors) this.list.push(...errors);
  }
}
