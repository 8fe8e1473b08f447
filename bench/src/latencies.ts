// What the reconciles of our operators measure, as the notes of the peers in Go (tools/peers/notes).
import { writeFileSync } from "node:fs";
// By its path, so that it comes into the program that is built: a package of TypeScript files would cost the program memory and time.
import { watchLoop } from "../../tools/repo/loop-watch.ts";

/** The flags of an operator whose reconciles are measured. */
export const latencyFlags = {
  expect: {
    kind: "string",
    default: "0",
    help: "number of objects after whose first reconcile REPORT.all is written",
  },
  report: { kind: "string", default: "", help: "file for the latencies, written at the end" },
} as const;

/** Each look costs the operator some of its processor time. */
const tickMs = 10;

/** What is measured. */
interface LatencyOptions {
  readonly expect: string;
  readonly report: string;
}

/** Notes when a reconcile saw a state, by the time at which it was written. */
export function latencies({ expect, report }: LatencyOptions): (name: string, sent: number) => void {
  const seen = new Map<string, number>();
  const found: number[] = [];
  if (report !== "") process.once("exit", () => writeFileSync(report, JSON.stringify(found)));
  return (name, sent) => {
    const before = seen.get(name);
    seen.set(name, sent);
    if (before === undefined && seen.size === Number(expect)) writeFileSync(`${report}.all`, "");
    if (before !== undefined && before !== sent) found.push(performance.timeOrigin + performance.now() - sent);
  };
}

/** The same, and the longest turn of the event loop, to the end: timers of many keys come after all objects were seen. */
export function latenciesAndTurns(options: LatencyOptions): (name: string, sent: number) => void {
  const loop = watchLoop(tickMs);
  if (options.report !== "") process.once("exit", () => writeFileSync(`${options.report}.turn`, `${loop.longest()}`));
  return latencies(options);
}
