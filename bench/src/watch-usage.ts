// What reading a watch took of a program's processor, printed as its last line and read from there.

/** What a program used. */
export interface WatchUsage {
  readonly events: number;
  /** From the first request until the last event, without the start of the program. */
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
}

/** Reads a watch, and prints what that took. */
export async function measured(read: () => Promise<number>): Promise<void> {
  const before = process.cpuUsage();
  const events = await read();
  const { user, system } = process.cpuUsage(before);
  const usage: WatchUsage = {
    events,
    cpuSeconds: (user + system) / 1e6,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  };
  console.log(JSON.stringify(usage));
}

/** What a program printed. */
export function usageIn(output: string): WatchUsage {
  return JSON.parse(output.trimEnd().split("\n").at(-1) ?? "") as WatchUsage;
}
