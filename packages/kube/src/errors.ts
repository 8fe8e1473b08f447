// The one error hierarchy of the house. Everything Capstan throws on purpose is a CapstanError; what a user can mend in a
// file is a Diagnostic instead (diagnostic.ts). Instances are recognised by a brand, so that two installed copies agree.

const brand = "~capstan-error";

/** What a CapstanError carries besides its message. */
export interface CapstanErrorOptions {
  /** What to do about it, one imperative sentence without a full stop. */
  readonly mend?: string;
  readonly cause?: unknown;
}

/** An error that Capstan throws on purpose; `code` is `<area>/<kebab-reason>` and has a page in `capstan explain`. */
export class CapstanError extends Error {
  override readonly name: string = "CapstanError";
  readonly code: string;
  readonly mend: string | undefined;
  readonly "~capstan-error" = true;

  constructor(code: string, message: string, options: CapstanErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.mend = options.mend;
  }
}

/** Whether `value` is a CapstanError, also one of another installed copy; with `code`, whether it is that one. */
export function isCapstanError(value: unknown, code?: string): value is CapstanError {
  return value instanceof Error && brand in value && (code === undefined || (value as CapstanError).code === code);
}

/** Anything caught, as an Error with a message. */
export function errorFrom(caught: unknown): Error {
  return caught instanceof Error ? caught : new Error(typeof caught === "string" ? caught : JSON.stringify(caught));
}

/** The message of anything caught, with its mend where it has one: for terminals and logs. */
export function describeError(caught: unknown): string {
  const error = errorFrom(caught);
  return isCapstanError(error) && error.mend !== undefined ? `${error.message}\n  mend: ${error.mend}` : error.message;
}
