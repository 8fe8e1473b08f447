// Runs a benchmark: warm-ups of each contender, then rounds in which each has a turn, so that a machine that slows down slows all. Each round
// begins with another one (A B C, B C A ...): what one leaves behind is not always the next one's. Ratios are taken round by round and their
// median is quoted; nothing here has a limit.
import type { Benchmark, Contender, Figures, Outcome } from "./benchmark.ts";
import { median } from "./statistics.ts";

/** Runs a benchmark with the given number of measured runs of each contender. */
export async function measure(benchmark: Benchmark, runs: number): Promise<Outcome> {
  const started: Contender[] = [];
  try {
    for (const contender of benchmark.contenders) {
      started.push(contender);
      await contender.prepare?.();
      for (let i = 0; i < (benchmark.warmUps ?? 1); i += 1) await contender.run();
    }
    return outcomeOf(benchmark, await alternate(benchmark.contenders, runs));
  } finally {
    for (const contender of started.toReversed()) await contender.stop?.();
  }
}

async function alternate(contenders: readonly Contender[], runs: number): Promise<Figures[][]> {
  const turns = contenders.map((contender) => ({ contender, figures: new Array<Figures>() }));
  for (let i = 0; i < runs; i += 1) {
    const first = i % turns.length;
    for (const { contender, figures } of [...turns.slice(first), ...turns.slice(0, first)])
      figures.push(await contender.run());
  }
  return turns.map(({ figures }) => figures);
}

function outcomeOf(benchmark: Benchmark, results: readonly (readonly Figures[])[]): Outcome {
  const rows = benchmark.contenders.map((contender, c) => ({
    contender: contender.name,
    figures: medians(results[c] ?? []),
  }));
  const [ours = [], peer] = results;
  const ratios = peer === undefined ? {} : medians(ours.map((figures, i) => divide(figures, peer[i] ?? {})));
  return { benchmark, rows, ratios };
}

function medians(runs: readonly Figures[]): Figures {
  const names = Object.keys(runs[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, median(runs.map((run) => run[name] ?? Number.NaN))]));
}

function divide(a: Figures, b: Figures): Figures {
  return Object.fromEntries(
    Object.keys(a)
      .filter((name) => b[name] !== undefined)
      .map((name) => [name, (a[name] ?? Number.NaN) / (b[name] ?? Number.NaN)]),
  );
}
