// Functions that hold the event loop without computing are reported, a process that a signal has stopped is not. Each case is a process of its own.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const watch = JSON.stringify(fileURLToPath(new URL("./loop-watch.ts", import.meta.url)));

/** A process that does something while a controller's reconcile runs, and prints what was logged. */
function programOf(act: string): string {
  return `
import { execSync, spawn } from "node:child_process";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { loopWatch } from ${watch};
const told = [];
const log = { error: (message, { error }) => told.push([message, String(error).split("\\n")[0]]) };
const stop = new AbortController();
let counts = 0;
const controller = { name: "foo", log, objects: () => ["Foo ns/a"], count: () => (counts += 1) };
loopWatch.add(controller, stop.signal);
const signal = (script) => spawn("sh", ["-c", script.replaceAll("PID", process.pid)], { stdio: "ignore" });
await wait(300);
await loopWatch.start(controller, () => "Foo ns/a", async () => { ${act} });
await wait(500);
stop.abort();
console.log(JSON.stringify({ counts, told }));
`;
}

async function resultOf(act: string): Promise<unknown> {
  const args = ["--conditions=@capstan/source", "--input-type=module", "--eval", programOf(act)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
  return JSON.parse(stdout);
}

const blocked = {
  counts: 1,
  told: [
    [
      "Event loop blocked",
      expect.stringMatching(
        /the event loop stood still for [1-9][0-9]*[.][0-9] s; reconciles that ran: Foo ns\/a in "foo"$/,
      ),
    ],
  ],
};
const nothing = { counts: 0, told: [] };

test.each([
  { what: "a process that it waits for", act: `await nextTurn(); execSync("sleep 1.4");` },
  {
    what: "memory that it waits for",
    act: "await wait(50); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1400);",
  },
  { what: "a process, before its first await", act: `execSync("sleep 1.4");` },
])("a reconcile that holds the loop with $what is named", async ({ act }) => {
  expect(await resultOf(act)).toEqual(blocked);
});

test.each([
  {
    what: "while it waits for an event",
    act: `signal("sleep 0.3; kill -STOP PID; sleep 1.6; kill -CONT PID"); await wait(2500);`,
  },
  {
    what: "while a function runs",
    act: `signal("sleep 1.6; kill -CONT PID"); await nextTurn(); process.kill(process.pid, "SIGSTOP"); await wait(50);`,
  },
  {
    what: "before the first await of a reconcile",
    act: `signal("sleep 1.6; kill -CONT PID"); process.kill(process.pid, "SIGSTOP"); await wait(50);`,
  },
])("a process that a signal stops $what is no report", async ({ act }) => {
  expect(await resultOf(act)).toEqual(nothing);
});
