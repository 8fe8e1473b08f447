// What `bench` runs by name: most put contenders side by side, one measures this repository itself.
import type { Benchmark, Limit, Outcome } from "./benchmark.ts";
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

/** How the command line says to measure. */
export interface Mode {
  readonly short: boolean;
  /** Limits that a busy machine may miss are checked too. */
  readonly assert: boolean;
}

/** One measurement. */
export interface Measurement {
  readonly name: string;
  readonly run: (mode: Mode) => Promise<Report>;
}

/** What a short run must reach of a limit: server, peer and client share two cores, and short runs of one build gave 0.70 to 0.83 of a peer. */
const shortShare = 0.6;

/** A benchmark with contenders as a measurement. */
export function besidePeers(benchmark: Benchmark): Measurement {
  return {
    name: benchmark.name,
    run: async ({ short, assert }) => {
      const outcome = await measure(benchmark, short ? benchmark.runs.short : benchmark.runs.full);
      return {
        table: formatOutcome(outcome),
        missed: [
          ...missedRatios(outcome, (benchmark.leastRatio ?? 0) * (short ? shortShare : 1)),
          ...(assert ? missedLimits(outcome) : []),
        ],
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

function missedLimits(outcome: Outcome): string[] {
  return (outcome.benchmark.limits ?? []).flatMap((limit) => {
    const value = measured(outcome, limit);
    // A figure that is missing is no number, and so not within its limit.
    if ("most" in limit ? value <= limit.most : value >= limit.least) return [];
    const wanted = "most" in limit ? `at most ${limit.most}` : `at least ${limit.least}`;
    return [`${limit.figure}: ${Number(value.toPrecision(3))}${beside[limit.of]}, ${wanted}`];
  });
}

const beside: Readonly<Record<Limit["of"], string>> = {
  value: "",
  ratio: " of the peer's",
  difference: " above the peer's",
};

function measured({ rows: [ours, peer], ratios }: Outcome, { figure, of }: Limit): number {
  const own = ours?.figures[figure] ?? Number.NaN;
  const values: Readonly<Record<Limit["of"], number>> = {
    value: own,
    ratio: ratios[figure] ?? Number.NaN,
    difference: own - (peer?.figures[figure] ?? Number.NaN),
  };
  return values[of];
}
