// How often random tests run.

/** How many of all runs of a random test this process makes: vitest.shared.ts sets the share of `check`. A slow suite that imports the test makes all of them. */
export function runsOf(all: number): number {
  return Math.ceil(all * Number(process.env["CAPSTAN_SHARE_OF_RUNS"] ?? 1));
}
