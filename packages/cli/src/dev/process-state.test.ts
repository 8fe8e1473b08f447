// What is read about another process, from processes that are stopped and that have no processor of their own.
import { type ChildProcess, spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { afterEach, expect, test, vi } from "vitest";
import { isStopped, RunShare, waitedForProcessorMs } from "./process-state.ts";

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

function start(program: string): number {
  const child = spawn(process.execPath, ["-e", program], { stdio: "ignore" });
  running.push(child);
  if (child.pid === undefined) throw new Error("it did not start");
  return child.pid;
}

test.runIf(process.platform === "linux")("a process is stopped by SIGSTOP until SIGCONT", async () => {
  const pid = start("setInterval(() => undefined, 1000)");
  expect(isStopped(pid)).toBe(false);
  process.kill(pid, "SIGSTOP");
  await vi.waitFor(() => expect(isStopped(pid)).toBe(true));
  process.kill(pid, "SIGCONT");
  await vi.waitFor(() => expect(isStopped(pid)).toBe(false));
});

test.runIf(process.platform === "linux")(
  "a process waits for a processor where more of them run than there are",
  async () => {
    const pids = Array.from({ length: availableParallelism() * 3 }, () => start("for (;;);"));
    const all = (): number => pids.reduce((sum, pid) => sum + waitedForProcessorMs(pid), 0);
    await vi.waitFor(() => expect(all()).toBeGreaterThan(500), { timeout: 10_000 });
    const shares = pids.map((pid) => new RunShare(pid));
    for (const share of shares) share.next(1);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(Math.min(...shares.map((share) => share.next(1000)))).toBeLessThan(0.8);
  },
);

test("nothing is known about a process that does not exist", () => {
  expect([isStopped(2 ** 30), waitedForProcessorMs(2 ** 30), new RunShare(2 ** 30).next(400)]).toEqual([false, 0, 1]);
});
