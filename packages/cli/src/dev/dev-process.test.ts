// When a process counts as ready: by its own word, whatever answers at its port.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, portOf } from "@capstan/testenv/host";
import { afterEach, beforeEach, expect, test } from "vitest";
import { projectPlace } from "../project/foreign-project.ts";
import { DevProcess, type Started } from "./dev-process.ts";

let root: string;
let squatter: Server | undefined;
let running: DevProcess | undefined;
let printed: string;
beforeEach(() => {
  printed = "";
  root = realpathSync(mkdtempSync(join(tmpdir(), "capstan-ready-")));
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "package.json"), '{"type":"module"}');
});
afterEach(async () => {
  await running?.stop();
  squatter?.close();
  squatter = undefined;
  rmSync(root, { recursive: true });
});

/** The entry listens at the port that it is given; where that fails, it ends. */
const listens = `
import { createServer } from "node:http";
const server = createServer((request, response) => answer(request, response)).listen(Number(process.argv[2]), "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
`;

async function started(
  entry: string,
  { port, signal = new AbortController().signal }: { port: number; signal?: AbortSignal },
): Promise<Started> {
  writeFileSync(join(root, "src/main.ts"), entry);
  running = new DevProcess({
    ...projectPlace(root, root),
    entry: "src/main.ts",
    args: [String(port)],
    readyUrl: `http://127.0.0.1:${port}/readyz`,
    print: (text) => (printed += text),
    take: () => false,
    note: (line) => (printed += `${line}\n`),
    blocked: () => undefined,
  });
  return await running.restart(signal);
}

/** Another process of the computer at a port that the entry was to have; counts the calls that it gets. */
async function squat(answer: RequestListener): Promise<{ readonly port: number; readonly asked: () => number }> {
  let asked = 0;
  const server = createServer((request, response) => {
    asked++;
    answer(request, response);
  });
  squatter = server;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: portOf(server), asked: () => asked };
}

const squatters: readonly (readonly [string, RequestListener])[] = [
  ["says ok", (_, response) => response.end("ok")],
  ["leads elsewhere", (_, response) => response.writeHead(302, { location: "http://127.0.0.1:1" }).end()],
  ["sends without an end", (_, response) => response.writeHead(200).write(Buffer.alloc(1 << 20))],
];

test.each(squatters)("a process that ends is not ready, although another at its port %s", async (_, answer) => {
  const { port, asked } = await squat(answer);
  const broken = `import { createServer } from "node:http";
createServer((_, response) => response.end()).listen(0, "127.0.0.1");
await new Promise((resolve) => setTimeout(resolve, 300));
throw new Error("no cloud");`;
  expect(await started(broken, { port })).toMatchObject({ ready: false, stderr: expect.stringContaining("no cloud") });
  expect(asked()).toBe(0);
});

test("a process whose port is taken is not ready", async () => {
  const { port, asked } = await squat((_, response) => response.end("ok"));
  const found = await started(`${listens}const answer = (_, response) => response.end();`, { port });
  expect(found).toMatchObject({ ready: false, stderr: expect.stringContaining("EADDRINUSE") });
  expect(asked()).toBe(0);
});

test("it is ready when it answers 200, and not before; how long its body is does not matter", async () => {
  const answer =
    "(_, response) => console.log(++asked) ?? response.writeHead(asked < 4 ? 500 : 200).write(String(asked))";
  const entry = `${listens}let asked = 0;\nconst answer = ${answer};`;
  expect(await started(entry, { port: await freePort() })).toEqual({ ready: true, ms: expect.any(Number) });
  await running?.stop();
  expect(printed).toBe("1\n2\n3\n4\n");
});

test("what it starts inherits nothing of this, and its own messages count for nothing", async () => {
  const entry = `process.send("ready");
process.send({ ready: true });
await new Promise((resolve) => setTimeout(resolve, 200));
throw new Error(JSON.stringify(Object.keys(process.env).filter((name) => name.includes("READY"))));`;
  expect(await started(entry, { port: await freePort() })).toMatchObject({
    ready: false,
    stderr: expect.stringContaining("Error: []"),
  });
});

test("a wait for a process that is never ready ends with the signal", async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 300);
  const entry = `${listens}const answer = (_, response) => response.writeHead(500).end();`;
  expect(await started(entry, { port: await freePort(), signal: stop.signal })).toMatchObject({ ready: false });
});

test("a stack names the line of the TypeScript file", async () => {
  const entry = `${listens}
interface Disk {
  readonly size: number;
}
const answer = (_: unknown, response: { end(): void }): void => response.end();
async function growDisk(disk: Disk | undefined): Promise<number> {
  await null;
  return (disk as Disk).size;
}
await growDisk(undefined).catch((error: Error) => console.error(error.stack));
`;
  const line = entry.split("\n").findIndex((one) => one.includes("as Disk")) + 1;
  expect(await started(entry, { port: await freePort() })).toMatchObject({ ready: true });
  // What it prints arrives on another way than its word that it is ready.
  await running?.stop();
  expect(printed).toContain(`src/main.ts:${line}:`);
});

test("a process that is killed ends at once, and a new one can be started", async () => {
  const port = await freePort();
  const ready = `${listens}\nfunction answer(_, response) { response.end(); }\nprocess.on("SIGTERM", () => console.log("asked"));`;
  expect(await started(ready, { port })).toMatchObject({ ready: true });
  let ends = 0;
  void running?.exited.then(() => (ends += 1));
  expect(await running?.kill()).toBe(true);
  expect(await running?.kill()).toBe(false);
  expect([printed, ends]).toEqual(["", 0]);
  expect(await running?.restart(new AbortController().signal)).toMatchObject({ ready: true });
});

test("a clock that is moved while the process starts reaches it when it is ready", async () => {
  const port = await freePort();
  const entry = `${listens}const answer = (_, response) => response.writeHead(isMoved ? 500 : ready()).end();
let isMoved = false;
let asked = 0;
const ready = () => (asked += 1) < 4 ? 500 : 200;
process.on("message", (message) => {
  if (!Array.isArray(message)) return;
  isMoved = true;
  console.log("moved " + message[1] + " after " + asked);
});
console.log("begins");`;
  const starts = started(entry, { port });
  await expect.poll(() => printed).toContain("begins");
  running?.moveClock(60_000);
  expect(await starts).toMatchObject({ ready: true });
  await expect.poll(() => printed).toContain("moved 60000 after 4");
});

test("the process protects the caches of its managers", async () => {
  const port = await freePort();
  const entry = `${listens}const answer = (request, response) => response.end();console.log("protect=" + process.env.CAPSTAN_PROTECT_CACHE);`;
  await started(entry, { port });
  await expect.poll(() => printed).toContain("protect=1");
});
