// A fault that no manager has met shows nothing.

/** Throws when something did not happen at least so often. */
export function mustMeet(what: string, count: number, least = 1): void {
  if (count < least) throw new Error(`the fault was not met: ${count} of at least ${least} ${what}`);
}
