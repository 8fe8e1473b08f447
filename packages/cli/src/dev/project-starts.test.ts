// The process of a project that is killed and started again: one start at a time, and a change comes before a start that a kill has begun.
import { expect, test } from "vitest";
import { ProjectStarts } from "./project-starts.ts";

/** Starts that end when a test says so, or when they are interrupted. */
class Starts {
  readonly log: string[] = [];
  runs = true;
  end: () => void = () => undefined;
  readonly starts: ProjectStarts = new ProjectStarts({
    start: async (signal) => {
      this.log.push("start");
      await new Promise<void>((resolve) => {
        this.end = resolve;
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
      this.log.push(signal.aborted ? "interrupted" : "ready");
      return !signal.aborted;
    },
    kill: async () => {
      this.log.push("kill");
      return this.runs ? "killed" : undefined;
    },
    note: (line) => this.log.push(line),
  });
}

const open = new AbortController().signal;

test("a process that is killed is started again", async () => {
  const { starts, log } = new Starts();
  expect(await starts.kill()).toBe("killed");
  await starts.stop();
  expect(log).toEqual(["kill", "killed", "start", "interrupted"]);
});

test("nothing is killed while the project is being started", async () => {
  const its = new Starts();
  const restarted = its.starts.restart(open);
  await expect.poll(() => its.log).toEqual(["start"]);
  expect(await its.starts.kill()).toBe("the project is being started: nothing was killed");
  its.end();
  expect(await restarted).toBe(true);
  its.runs = false;
  expect(await its.starts.kill()).toBe("no process of the project runs: save a change to start it");
  expect(its.log).toEqual(["start", "ready", "kill"]);
});

test("a change interrupts the start after a kill, and starts the project itself", async () => {
  const its = new Starts();
  await its.starts.kill();
  const restarted = its.starts.restart(open);
  await expect.poll(() => its.log).toEqual(["kill", "killed", "start", "interrupted", "start"]);
  its.end();
  expect(await restarted).toBe(true);
});

test("a start after a kill that fails is a line", async () => {
  const lines: string[] = [];
  const starts = new ProjectStarts({
    start: () => Promise.reject(new Error("no")),
    kill: () => Promise.resolve("killed"),
    note: (line) => lines.push(line),
  });
  await starts.kill();
  await starts.stop();
  expect(lines).toEqual(["killed", "the project was not started again: no"]);
});
