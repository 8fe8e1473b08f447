// The errors of all packages. What Capstan throws on purpose is a CapstanError; a mistake in a user's file is a Diagnostic
// instead. Instances are recognized by a property, so that two installed copies of this package agree.
import { diagnose, type DiagnosticTable } from "./diagnostic.ts";

const brand = "~capstan-error";

/** What a CapstanError has in addition to its code and message. */
export interface CapstanErrorOptions {
  /** What to do about the error: one imperative sentence without a final period. */
  readonly help?: string;
  /** The error that caused this one. */
  readonly cause?: unknown;
}

/** So many frames of a stack are kept: a call of a client has ten of our own above those of its caller. */
const frames = 30;
/** A project without the types of Node knows no limit of frames. */
const stacks: Pick<ErrorConstructor, "prototype"> & { stackTraceLimit?: number } = Error;

/**
 * The error that Capstan's packages throw on purpose.
 *
 * `code` is `<area>/<kebab-reason>` and stable: programs compare it, and `capstan explain <code>` explains it. `message`
 * reports what happened and may change between releases. `help` is what to do about it; undefined when there is nothing
 * general to advise. The cause, when there is one, is `error.cause`.
 *
 * Use `isCapstanError` instead of `instanceof`: a project may have two copies of this package installed.
 *
 * @example
 * throw new CapstanError("acme/quota", `no quota for ${machines} machines`, { help: "raise the project's quota" });
 */
export class CapstanError extends Error {
  override readonly name: string = "CapstanError";
  readonly code: string;
  readonly help: string | undefined;
  readonly "~capstan-error" = true;

  constructor(code: string, message: string, options: CapstanErrorOptions = {}) {
    const { stackTraceLimit = 0 } = stacks;
    // Where it is 0, no stack is wanted.
    if (stackTraceLimit > 0) stacks.stackTraceLimit = Math.max(stackTraceLimit, frames);
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    stacks.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.help = options.help;
  }
}

/**
 * Whether a value is a CapstanError, including one of another installed copy of this package. With `code`, whether it is
 * the error with that code. Never throws.
 *
 * @example
 * try {
 *   parseQuantity(input);
 * } catch (error) {
 *   if (isCapstanError(error, "kube/quantity")) return undefined;
 *   throw error;
 * }
 */
export function isCapstanError(value: unknown, code?: string): value is CapstanError {
  try {
    return value instanceof Error && brand in value && (code === undefined || ("code" in value && value.code === code));
  } catch {
    // A proxy that was revoked, or whose traps throw.
    return false;
  }
}

/**
 * A caught value as an Error: an Error itself, otherwise a new one whose message describes the value. An object with a message, which some libraries throw, gives its message and its stack. Never throws, whatever was
 * caught.
 */
export function errorFrom(caught: unknown): Error {
  try {
    if (caught instanceof Error && typeof caught.message === "string") return caught;
    const { message, stack } = partsOf(caught);
    const error = new Error(message === undefined ? describeValue(caught) : describeValue(message));
    if (typeof stack === "string") error.stack = stack;
    return error;
  } catch {
    return new Error("a value without a message");
  }
}

/** The parts of an error, of a value that has them. */
function partsOf(caught: unknown): { readonly message?: unknown; readonly stack?: unknown } {
  return typeof caught === "object" && caught !== null && "message" in caught ? caught : {};
}

/** Throws for an object that is neither JSON nor a string. */
function describeValue(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

/** The message of a caught value for terminals and logs, with `help:` on a line of its own when it has one. */
export function describeError(caught: unknown): string {
  const error = errorFrom(caught);
  return isCapstanError(error) && error.help !== undefined ? `${error.message}\n  help: ${error.help}` : error.message;
}

/** The values of one error of a table. */
export interface ErrorDetails {
  /** The values of the placeholders in the message and the help. */
  readonly values?: Readonly<Record<string, string | number>>;
  readonly cause?: unknown;
}

/**
 * Creates the CapstanError of a code in a package's table, with the placeholders filled in. The caller throws it.
 *
 * @throws Error when the code is not in the table or a placeholder has no value: both are bugs of the caller.
 */
export function errorOf<T extends DiagnosticTable>(
  table: T,
  code: keyof T & string,
  details: ErrorDetails = {},
): CapstanError {
  const { message, help } = diagnose(table, code, { values: details.values ?? {} });
  return new CapstanError(code, message, { ...(help === undefined ? {} : { help }), cause: details.cause });
}
