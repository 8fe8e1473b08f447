// Whether the machine does other work when a measurement begins: figures taken then are noisy, and must say so.
import { availableParallelism, loadavg } from "node:os";
import { busyShare, readTicks } from "@capstan/repo";

/** How long is looked. */
const lookMs = 2000;
/** What a machine at rest does beside us: its own services. */
const atRest = 0.1;

/** What other work there is, in words; undefined when the machine is at rest or does not tell. It must be looked for before our own work begins. */
export async function otherWork(): Promise<string | undefined> {
  const before = readTicks();
  await new Promise((resolve) => setTimeout(resolve, lookMs));
  const after = readTicks();
  if (before === undefined || after === undefined) return undefined;
  return otherWorkIn(busyShare(before, after), loadavg()[0] ?? 0);
}

/** A share of the processors and the load in words. */
export function otherWorkIn(share: number, load: number): string | undefined {
  if (share <= atRest) return undefined;
  const percent = Math.round(share * 100);
  return `measured beside other work: ${percent}% of ${availableParallelism()} processors were in use before it began (load ${load.toFixed(1)})`;
}
