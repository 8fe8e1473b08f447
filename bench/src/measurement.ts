// What `bench` runs by name: most put contenders side by side, one measures this repository itself.
import type { Benchmark, Outcome } from "./benchmark.ts";
import { measure } from "./harness.ts";
import { formatOutcome } from "./table.ts";

/** What a measurement found. */
export interface Report {
  /** The figures as a section of docs/benchmarks.md. */
  readonly table: string;
  /** A line for each figure that is past its limit. */
  readonly missed: readonly string[];
  /** The figures for `--json`. */
  readonly figures: unknown;
}

/** One measurement. */
export interface Measurement {
  readonly name: string;
  readonly run: (short: boolean) => Promise<Report>;
}

/** What a short run must reach of a limit: server, peer and client share two cores, and short runs of one build gave 0.70 to 0.83 of a peer. */
const shortShare = 0.6;

/** A benchmark with contenders as a measurement. */
export function besidePeers(benchmark: Benchmark): Measurement {
  return {
    name: benchmark.name,
    run: async (short) => {
      const outcome = await measure(benchmark, short ? benchmark.runs.short : benchmark.runs.full);
      return {
        table: formatOutcome(outcome),
        missed: missedRatios(outcome, (benchmark.leastRatio ?? 0) * (short ? shortShare : 1)),
        figures: { rows: outcome.rows, ratios: outcome.ratios },
      };
    },
  };
}

function missedRatios({ ratios }: Outcome, least: number): string[] {
  return Object.entries(ratios)
    .filter(([name, ratio]) => name.endsWith(" a second") && ratio < least)
    .map(([name, ratio]) => `${name}: ${ratio.toFixed(2)} of the peer's, at least ${least}`);
}
