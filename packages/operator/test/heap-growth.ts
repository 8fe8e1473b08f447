// How much memory a piece of work leaves behind.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

function collector(): () => void {
  setFlagsFromString("--expose-gc");
  // The flag gives new contexts this function.
  return runInNewContext("gc") as () => void;
}

/** The bytes that are in use after the work and were not before it, without garbage. */
export function heapGrowth(work: () => void): number {
  const collect = collector();
  collect();
  const before = process.memoryUsage().heapUsed;
  work();
  collect();
  return process.memoryUsage().heapUsed - before;
}

/** The same for work that waits, with the memory of buffers. */
export async function heapGrowthOf(work: () => Promise<unknown>): Promise<number> {
  const collect = collector();
  const used = async (): Promise<number> => {
    // What was read last is kept parsed for a second.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = await used();
  await work();
  return (await used()) - before;
}
