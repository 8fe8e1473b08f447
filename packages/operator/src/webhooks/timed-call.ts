// Calls a function of an author that may throw, and may never answer: the caller waits for a limited time.
import { operatorError } from "../operator-errors.ts";

/** What a call may take, and whose it is. */
export interface TimedCall {
  /** For the error when it takes too long. */
  readonly webhook: string;
  readonly milliseconds: number;
  /** Of the request: aborts when nobody waits for the answer. */
  readonly left: AbortSignal;
}

/** The end of a call: what it returned, or why it did not; `pending` settles when a function that was cut has ended. */
export type CallEnd<T> = { readonly value: T } | { readonly error: unknown; readonly pending?: Promise<unknown> };

/** Calls the function, which gets the signal that ends with the call. */
export async function timedCall<T>(
  { webhook, milliseconds, left }: TimedCall,
  call: (signal: AbortSignal) => T | Promise<T>,
): Promise<CallEnd<T>> {
  const own = new AbortController();
  const abort = (): void => own.abort(left.reason);
  if (left.aborted) abort();
  else left.addEventListener("abort", abort, { once: true });
  const work = begin(() => call(own.signal));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<CallEnd<T>>((resolve) => {
    timer = setTimeout(() => {
      const error = operatorError("operator/webhook-slow", { webhook, seconds: milliseconds / 1000 });
      own.abort(error);
      resolve({ error, pending: work });
    }, milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    left.removeEventListener("abort", abort);
  }
}

/** Settles with what a function returns or throws, and never rejects. */
async function begin<T>(call: () => T | Promise<T>): Promise<CallEnd<T>> {
  try {
    return { value: await call() };
  } catch (error) {
    return { error };
  }
}
