// Which errors are mistakes of the program, as a panic is in Go: they repeat until somebody changes the code.

/** Whether a value that was thrown shows a mistake in the program: no Error at all, or one that the engine throws for wrong code. A TypeError with a cause is what `fetch` rejects with when a network fails. */
export function isProgramFault(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return true;
  if (thrown instanceof TypeError) return thrown.cause === undefined;
  return thrown instanceof ReferenceError || thrown instanceof RangeError || thrown instanceof SyntaxError;
}
