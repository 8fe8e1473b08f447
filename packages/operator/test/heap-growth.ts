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
