// The limit of a command that reads files of others. A file can be made so that reading it takes hours or all memory, in ways that nobody has
// found yet. The event loop is busy then, so a thread of its own watches. Files are written together at the end, so nothing is half written.
import { Worker } from "node:worker_threads";
import { diagnose, formatDiagnostic } from "@capstan/kube";
import { cliDiagnostics } from "./cli-errors.ts";

/** What a command may use. */
interface WorkLimit {
  /** The environment variable that sets it. */
  readonly setting: string;
  readonly standard: number;
  readonly unit: string;
  /** How many units one of the limit is: microseconds, bytes. */
  readonly scale: number;
}

const limits = {
  time: { setting: "CAPSTAN_WORK_SECONDS", standard: 60, unit: "seconds of processor time", scale: 1e6 },
  memory: { setting: "CAPSTAN_WORK_GIBIBYTES", standard: 3, unit: "GiB of memory", scale: 2 ** 30 },
} as const satisfies Readonly<Record<string, WorkLimit>>;

/** Runs in the thread. A signal is the only end of a process whose event loop is busy. */
const watch = `
const { writeSync } = require("node:fs");
const { workerData } = require("node:worker_threads");
const before = process.cpuUsage();
const used = () => {
  const { user, system } = process.cpuUsage(before);
  return { time: user + system, memory: process.memoryUsage.rss() };
};
setInterval(() => {
  const now = used();
  for (const [name, { most, message }] of Object.entries(workerData)) {
    if (now[name] <= most) continue;
    writeSync(2, message);
    process.kill(process.pid, "SIGKILL");
  }
}, 100);
`;

/** Ends this process with an error when it uses more. */
export function limitWork(env: Readonly<Record<string, string | undefined>>): void {
  const workerData = Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => {
      const given = Number(env[limit.setting]);
      const most = given > 0 ? given : limit.standard;
      const values = { limit: `${most} ${limit.unit}`, setting: limit.setting };
      const message = `${formatDiagnostic(diagnose(cliDiagnostics, "cli/too-much-work", { values }))}\n`;
      return [name, { most: most * limit.scale, message }];
    }),
  );
  new Worker(watch, { eval: true, workerData }).unref();
}
