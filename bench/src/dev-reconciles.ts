// How many reconciles the project has made: the trace that dev has of it counts them, whatever was written to wake them.

/** Whose reconciles are counted, from when to when, in milliseconds since 1970. */
export interface CountedRuns {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
}

/** The part of a record of the trace that is read. */
export interface TracedRun {
  readonly type: string;
  readonly at: number;
  readonly kind?: string;
}

/** Reconciles of the kind in a second. Dev keeps the newest records alone: where they do not reach back to the beginning, the time since the oldest of them counts. */
export function runsASecond(trace: readonly TracedRun[], { kind, from, to }: CountedRuns): number {
  const runs = trace.filter(({ type }) => type === "run");
  const oldest = Math.min(...runs.map(({ at }) => at));
  const since = Math.max(from, oldest);
  const counted = runs.filter((run) => run.kind === kind && run.at >= since && run.at <= to);
  return counted.length === 0 ? 0 : counted.length / ((to - since) / 1000);
}

/** The same of the dev whose console has this address. */
export async function reconcilesASecond(url: string, counted: CountedRuns): Promise<number> {
  const { origin, hash } = new URL(url);
  const token = new URLSearchParams(hash.slice(1)).get("token") ?? "";
  const response = await fetch(`${origin}/api/state`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`the console answered with ${response.status}`);
  const { trace }: { readonly trace: readonly TracedRun[] } = JSON.parse(await response.text());
  return runsASecond(trace, counted);
}
