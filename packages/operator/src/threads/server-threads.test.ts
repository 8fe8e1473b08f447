// Threads of a server as their main thread sees them: small programs in the place of a provider's main file.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { noMetrics } from "../metrics/metrics.ts";
import { ServerThreads } from "./server-threads.ts";

const folder = mkdtempSync(join(tmpdir(), "capstan-server-threads-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Threads that run a program, and what they failed with. */
function threadsOf(
  program: string,
  count = 1,
): {
  threads: ServerThreads;
  failures: Error[];
  start: (signal?: AbortSignal) => ReturnType<ServerThreads["start"]>;
} {
  const main = join(folder, `${Math.random()}.mjs`);
  writeFileSync(main, `import { parentPort, workerData } from "node:worker_threads";\n${program}`);
  const failures: Error[] = [];
  const threads = new ServerThreads({ main, args: ["--a"], count, port: 0, silentMs: 200 });
  const onFailure = (error: Error): void => void failures.push(error);
  return {
    threads,
    failures,
    start: (signal) => threads.start({ metrics: noMetrics, onFailure, ...(signal && { signal }) }),
  };
}

const start = "const start = workerData.capstanServerThread;";
const listen = `parentPort.postMessage({ kind: "listening", port: start.port || 4711 });`;
const work = `setInterval(() => parentPort.postMessage({ kind: "works" }), 50);`;
const stop = `parentPort.once("message", () => process.exit(0));`;

test("the first chooses a free port, and the others share it", async () => {
  const { start: run, failures } = threadsOf(
    `${start} if (start.reusePort !== true || process.argv[2] !== "--a") process.exit(9); ${listen} ${work} ${stop}`,
    3,
  );
  const running = await run();
  expect([running.port, running.url]).toEqual([4711, "https://localhost:4711"]);
  await running.close();
  expect(failures).toEqual([]);
});

test.each([
  { what: "ends before it listens", program: "process.exit(4);", reason: "it ended with 4" },
  { what: "throws before it listens", program: `throw new Error("broken");`, reason: "broken" },
])("one that $what", async ({ program, reason }) => {
  await expect(threadsOf(program).start()).rejects.toMatchObject({
    code: "operator/server-thread",
    message: `a thread that serves webhooks failed: ${reason}`,
  });
});

test.each([
  { what: "ends", program: "setTimeout(() => process.exit(4), 100);", reason: "it ended with 4" },
  { what: "throws", program: `setTimeout(() => { throw new Error("broken"); }, 100);`, reason: "broken" },
  {
    what: "hangs",
    program: "setTimeout(() => { const until = Date.now() + 3000; while (Date.now() < until); }, 100);",
    reason: "it has not answered for",
  },
])("one that $what while it works", async ({ program, reason }) => {
  const { start: run, failures } = threadsOf(`${start} ${listen} ${work} ${stop} ${program}`);
  const running = await run();
  await vi.waitFor(
    () => expect(failures[0]?.message).toContain(`a thread that serves webhooks failed: ${reason}`),
    10_000,
  );
  await running.close({ drainMs: 0 });
});

test("one that works is not taken for one that hangs", async () => {
  const { start: run, failures } = threadsOf(`${start} ${listen} ${work} ${stop}`);
  const running = await run();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  // The main thread is the one that hangs.
  const until = performance.now() + 600;
  while (performance.now() < until);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await running.close();
  expect(failures).toEqual([]);
});

test.each([
  { when: "while it starts", abort: (stopping: AbortController) => void setTimeout(() => stopping.abort(), 100) },
  { when: "before it starts", abort: (stopping: AbortController) => stopping.abort() },
])("a start that is ended $when ends its threads, and is no failure of the process", async ({ abort }) => {
  const stopping = new AbortController();
  const { start: run, failures } = threadsOf(`${start} ${stop}`, 2);
  abort(stopping);
  await expect(run(stopping.signal)).rejects.toMatchObject({ code: "operator/server-thread" });
  expect(failures).toEqual([]);
});
