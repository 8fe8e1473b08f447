// An entry that blocks its event loop: it is found, with its place, and ends at once with what it has started.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@capstan/testenv/host";
import { afterEach, beforeEach, expect, test } from "vitest";
import { projectPlace } from "../project/foreign-project.ts";
import { DevProcess } from "./dev-process.ts";
import type { Block } from "./loop-watch.ts";

let root: string;
let running: DevProcess | undefined;
let printed: string;
let blocks: Block[];
let freed: number;
beforeEach(() => {
  printed = "";
  blocks = [];
  freed = 0;
  root = realpathSync(mkdtempSync(join(tmpdir(), "capstan-blocked-")));
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "package.json"), '{"type":"module"}');
});
afterEach(async () => {
  await running?.stop();
  rmSync(root, { recursive: true });
});

async function create(entry: string): Promise<DevProcess> {
  writeFileSync(join(root, "src/main.ts"), entry);
  const port = await freePort();
  running = new DevProcess({
    ...projectPlace(root, root),
    entry: "src/main.ts",
    args: [String(port)],
    readyUrl: `http://127.0.0.1:${port}/readyz`,
    print: (text) => (printed += text),
    take: () => false,
    note: (line) => (printed += `${line}\n`),
    blocked: (block) => blocks.push(block),
    freed: () => (freed += 1),
  });
  return running;
}

function lives(pid: string | undefined): boolean {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
}

/** What it has to do later is counted from its first answer: on a busy computer a loop might begin before the process was ready otherwise. */
const serves = `import { createServer } from "node:http";
import { spawn } from "node:child_process";
let later = () => undefined;
createServer((_, response) => response.end(() => setTimeout(() => later(), 300))).listen(Number(process.argv[2]), "127.0.0.1");
`;

test("a loop that never ends is reported with its place, once, and its process is killed with what it started", async () => {
  const entry = `${serves}
const { pid } = spawn(process.execPath, ["--eval", "setInterval(() => undefined, 1000)"], { stdio: "inherit" });
later = () => {
  console.log("blocks", process.pid, pid);
  let turns = 0;
  while (turns >= 0) turns += 1;
};
`;
  const line = entry.split("\n").findIndex((each) => each.includes("while")) + 1;
  const process = await create(entry);
  expect(await process.restart(new AbortController().signal)).toMatchObject({ ready: true });
  await expect.poll(() => blocks.length).toBe(1);
  expect(blocks).toEqual([{ position: { file: join(root, "src/main.ts"), line, column: expect.any(Number) } }]);
  const [, own, other] = /blocks (\d+) (\d+)/.exec(printed) ?? [];
  expect([lives(own), lives(other)]).toEqual([true, true]);
  await process.stop();
  expect(lives(own)).toBe(false);
  await expect.poll(() => lives(other)).toBe(false);
  expect(printed).not.toContain("ebugger");
});

test("a process that blocks before it is ready can be stopped and started again", async () => {
  const process = await create("for (;;);");
  const stop = new AbortController();
  const started = process.restart(stop.signal);
  await expect.poll(() => blocks.length).toBe(1);
  expect(blocks).toMatchObject([{ position: { file: join(root, "src/main.ts"), line: 1 } }]);
  stop.abort();
  expect(await started).toMatchObject({ ready: false });
  writeFileSync(join(root, "src/main.ts"), serves);
  expect(await process.restart(new AbortController().signal)).toMatchObject({ ready: true });
});

test("a process that waits is not blocked, and is told not to be ready after a while", async () => {
  const process = await create(
    `import { createServer } from "node:http";
createServer((_, response) => response.writeHead(500).end("caches are not filled\\n")).listen(Number(process.argv[2]), "127.0.0.1");`,
  );
  const stop = new AbortController();
  const started = process.restart(stop.signal);
  await expect
    .poll(() => printed)
    .toBe("src/main.ts is not ready after 5 s: /readyz answers 500, caches are not filled\n");
  stop.abort();
  await started;
  expect(blocks).toEqual([]);
});

test("a loop that ends by itself is reported, and that it has ended", async () => {
  const project = await create(`${serves}
later = () => {
  later = () => undefined;
  const [end, begun] = [Date.now() + 4000, process.cpuUsage()];
  // Longer on a busy computer, where it is noticed later.
  while (Date.now() < end || process.cpuUsage(begun).user < 1_500_000);
  console.log("over");
};`);
  await project.restart(new AbortController().signal);
  await expect.poll(() => blocks.length, { timeout: 60_000 }).toBe(1);
  await expect.poll(() => freed, { timeout: 60_000 }).toBe(1);
  await expect.poll(() => printed, { timeout: 60_000 }).toContain("over");
});
