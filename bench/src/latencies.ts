// What the reconciles of our operators measure, as the notes of the peers in Go (tools/peers/notes).
import { writeFileSync } from "node:fs";

/** The flags of an operator whose reconciles are measured. */
export const latencyFlags = {
  expect: {
    kind: "string",
    default: "0",
    help: "number of objects after whose first reconcile REPORT.all is written",
  },
  report: { kind: "string", default: "", help: "file for the latencies, written at the end" },
} as const;

const tickMs = 10;

/** What the longest turn of the event loop uses of a processor from now on, in milliseconds. By the clock a turn is longer while the server has the processors. */
function longestTurn(): () => number {
  const used = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let [longest, last] = [0, used()];
  setInterval(() => {
    const now = used();
    longest = Math.max(longest, now - last);
    last = now;
  }, tickMs).unref();
  return () => longest;
}

/** Notes when a reconcile saw a state, by the time at which it was written; and the longest turn of the event loop, to the end: timers of many keys come after all objects were seen. */
export function latencies({
  expect,
  report,
}: {
  readonly expect: string;
  readonly report: string;
}): (name: string, sent: number) => void {
  const seen = new Map<string, number>();
  const found: number[] = [];
  const turn = longestTurn();
  if (report !== "")
    process.once("exit", () => {
      writeFileSync(report, JSON.stringify(found));
      writeFileSync(`${report}.turn`, `${turn()}`);
    });
  return (name, sent) => {
    const before = seen.get(name);
    seen.set(name, sent);
    if (before === undefined && seen.size === Number(expect)) writeFileSync(`${report}.all`, "");
    if (before !== undefined && before !== sent) found.push(performance.timeOrigin + performance.now() - sent);
  };
}
