// A fault that no manager has met shows nothing.

/** Throws when something did not happen at least so often. */
export function mustMeet(what: string, count: number, least = 1): void {
  if (count < least) throw new Error(`the fault was not met: ${count} of at least ${least} ${what}`);
}

/** Throws when something took longer since a moment of `performance.now()`. */
export function mustTake(what: string, since: number, most: number): void {
  const ms = performance.now() - since;
  if (ms > most) throw new Error(`${what} for ${(ms / 1000).toFixed(1)} s, of at most ${most / 1000} s`);
}
