// The trace of a project's process under `capstan dev`: sent in batches through its channel when the command wants it, and never too much of it.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@capstan/testenv/host";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { projectPlace } from "../project/foreign-project.ts";
import { DevProcess } from "./dev-process.ts";
import type { ReceivedTrace } from "./trace-receiver.ts";

let root: string;
let running: DevProcess | undefined;
let printed: string;
beforeEach(() => {
  printed = "";
  root = realpathSync(mkdtempSync(join(tmpdir(), "capstan-trace-")));
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "package.json"), '{"type":"module"}');
});
afterEach(async () => {
  await running?.stop();
  rmSync(root, { recursive: true });
});

const entryStart = `
import { channel } from "node:diagnostics_channel";
import { createServer } from "node:http";
const traces = channel("capstan:trace");
const record = (at) => ({ type: "leader", at, lease: "foo", state: "leads" });
createServer((_, response) => response.end()).listen(Number(process.argv[2]), "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
`;

/** Starts an entry that publishes, and returns what comes of it. */
async function started(entry: string, { wanted = true } = {}): Promise<readonly ReceivedTrace[]> {
  const received: ReceivedTrace[] = [];
  const port = await freePort();
  writeFileSync(join(root, "src/main.ts"), entryStart + entry);
  running = new DevProcess({
    ...projectPlace(root, root),
    entry: "src/main.ts",
    args: [String(port)],
    readyUrl: `http://127.0.0.1:${port}/readyz`,
    print: (text) => (printed += text),
    note: () => undefined,
    take: () => false,
    blocked: () => undefined,
    ...(wanted ? { onTrace: (one) => void received.push(one) } : {}),
  });
  expect(await running.restart(new AbortController().signal)).toMatchObject({ ready: true });
  return received;
}

const times = (received: readonly ReceivedTrace[]): readonly number[] =>
  received.flatMap(({ records }) => records.map(({ at }) => at));

test("records come in order, those of a moment together, and the process' children are not asked for theirs", async () => {
  const received = await started(`
console.log(Object.keys(process.env).filter((name) => name.startsWith("CAPSTAN_TRACE")));
for (let at = 1; at <= 3; at += 1) traces.publish(record(at));
setTimeout(() => traces.publish(record(4)), 300);`);
  await vi.waitFor(() => expect(times(received)).toEqual([1, 2, 3, 4]), { timeout: 5000 });
  expect(received.map(({ records }) => records.length)).toEqual([3, 1]);
  expect(printed).toContain("[]\n");
});

test("of too many records the oldest are dropped and counted, and the process goes on", async () => {
  const received = await started(`
for (let at = 1; at <= 10_000; at += 1) traces.publish(record(at));
console.log("published");`);
  await vi.waitFor(() => expect(times(received).at(-1)).toBe(10_000), { timeout: 10_000 });
  const dropped = received.reduce((sum, one) => sum + one.dropped, 0);
  expect(times(received).length + dropped).toBe(10_000);
  expect(times(received)).toEqual(Array.from({ length: 10_000 - dropped }, (_, i) => dropped + 1 + i));
  expect(dropped).toBeGreaterThanOrEqual(6000);
  expect(printed).toContain("published");
});

test("what is no JSON is dropped, and does not end the process", async () => {
  const received = await started(`
traces.publish({ ...record(1), many: 1n });
setTimeout(() => traces.publish(record(2)), 300);`);
  await vi.waitFor(() => expect(times(received)).toEqual([2]), { timeout: 5000 });
  expect(received.map(({ dropped }) => dropped)).toContain(1);
});

test("the last records come although the process ends at once", async () => {
  const received = await started(`
setTimeout(() => {
  traces.publish(record(1));
  process.exit(3);
}, 300);`);
  expect(await running?.exited).toMatchObject({ exitCode: 3 });
  expect(times(received)).toEqual([1]);
});

test("nobody listens in a process whose trace nobody wants", async () => {
  const received = await started("console.log(traces.hasSubscribers);", { wanted: false });
  await vi.waitFor(() => expect(printed).toContain("false"), { timeout: 5000 });
  expect(received).toEqual([]);
});
