// `capstan dev` as a process: ready, again on a change, a broken change shown with its place and fixed, nothing left after Ctrl-C.
// What the project prints and what dev prints about it come by different pipes: no test relies on the order of the two.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { emptyDescription, gateConfig } from "../../test/gate-project.ts";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
/** A provider reduced to what dev sees of one: it describes itself, is ready, stops on SIGTERM. */
const entry = `
import { createServer } from "node:http";
import { word } from "./word.ts";
if (process.argv.includes("--describe")) console.log(${JSON.stringify(JSON.stringify(emptyDescription))});
else {
  const address = process.argv.find((arg) => arg.startsWith("--health-addr="))?.split(":").at(-1);
  const server = createServer((_, response) => response.end()).listen(Number(address), "127.0.0.1", () => console.log("says " + word, process.pid));
  process.on("SIGTERM", () => server.close(() => process.exit(0)));
}
`;

let root: string;
let dev: ChildProcess;
let printed: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "capstan-dev-"));
  mkdirSync(join(root, "src"));
  mkdirSync(join(root, "node_modules"));
  symlinkSync(
    fileURLToPath(new URL("../../node_modules/@capstan", import.meta.url)),
    join(root, "node_modules/@capstan"),
    "dir",
  );
  writeFileSync(join(root, "package.json"), '{"type":"module"}');
  writeFileSync(join(root, "src/main.ts"), entry);
  say("one");
  printed = "";
});

function start(...argv: string[]): void {
  dev = spawn(process.execPath, ["--conditions=@capstan/source", main, "dev", ...argv], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [dev.stdout, dev.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (printed += text));
}

afterEach(() => {
  dev.kill("SIGKILL");
  rmSync(root, { recursive: true, force: true });
});

function say(word: string): void {
  writeFileSync(join(root, "src/word.ts"), `export const word = "${word}";\n`);
}

/** Waits for a match in what is printed, no longer than vitest.shared.ts allows; when none comes, the failure shows what was printed. */
async function until(pattern: RegExp): Promise<RegExpExecArray> {
  const ended = (): boolean => dev.exitCode !== null || dev.signalCode !== null;
  await expect.poll(() => (pattern.test(printed) || ended() ? "a match" : printed)).toBe("a match");
  const match = pattern.exec(printed);
  if (match === null) throw new Error(`dev ended with ${dev.exitCode ?? dev.signalCode}:\n${printed}`);
  return match;
}

function lives(pid: string | undefined): boolean {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
}

test("runs, reloads, shows what is broken, and ends with everything it started", async () => {
  start();
  await until(/src\/main\.ts ready after \d+ ms/);
  const [, first] = await until(/says one (\d+)/);
  say("two");
  await until(/changed: src\/word\.ts[\s\S]*ready after/);
  await until(/says two \d+/);
  expect(lives(first)).toBe(false);

  writeFileSync(join(root, "src/word.ts"), "export enum Word { A }\n");
  await until(
    /src\/word\.ts:1:8 error cli\/module: [^\n]*TypeScript enum is not supported in strip-only mode\n> 1 \| export enum Word \{ A \}/,
  );
  say("three");
  await until(/error cli\/module[\s\S]*ready after/);
  const [, last] = await until(/says three (\d+)/);

  dev.kill("SIGINT");
  const [code] = (await once(dev, "close")) as [number | null];
  expect(code).toBe(0);
  expect(lives(last)).toBe(false);
  expect(printed.trimEnd().split("\n").at(-1)).toBe("stopped src/main.ts and its control plane");
});

test("a change while dev starts is a change", async () => {
  writeFileSync(
    join(root, "src/main.ts"),
    entry.replace(
      'if (process.argv.includes("--describe"))',
      `import { existsSync, writeFileSync } from "node:fs";
const late = ${JSON.stringify(join(root, "src/late.ts"))};
if (process.argv.includes("--describe") && !existsSync(late)) writeFileSync(late, "");
$&`,
    ),
  );
  start();
  await until(/changed: src\/late\.ts\n/);
  const [line] = await until(/says one \d+\n/);
  expect(printed.replace(line, "")).toMatch(
    /control plane ready[^\n]*\nsrc\/main\.ts ready after \d+ ms\nchanged: src\/late\.ts\n/,
  );
});

test("a process whose probes are served from a thread of their own is ready when they are", async () => {
  writeFileSync(
    join(root, "src/main.ts"),
    `import { startProbes } from "@capstan/serve";
if (process.argv.includes("--describe")) console.log(${JSON.stringify(JSON.stringify(emptyDescription))});
else {
  const address = process.argv.find((arg) => arg.startsWith("--health-addr="))?.split(":").at(-1);
  let ok = false;
  const probes = await startProbes({ port: Number(address), readyz: { started: () => ok } });
  setTimeout(() => (ok = true), 300);
  process.on("SIGTERM", () => {
    console.log(ok ? "stopped when it was ready" : "stopped too early");
    void probes.close().then(() => process.exit(0));
  });
}
`,
  );
  start("--once");
  expect(await once(dev, "close")).toEqual([0, null]);
  expect(printed).toMatch(/src\/main\.ts ready after \d+ ms\nstopped when it was ready\nstopped src\/main\.ts\n$/);
});

test("--once ends when the process is ready, or says why it is not", async () => {
  start("--once");
  expect(await once(dev, "close")).toEqual([0, null]);
  expect(printed).toMatch(/says one \d+\n/);
  expect(printed).toMatch(/src\/main\.ts ready after \d+ ms\n(?:says one \d+\n)?stopped src\/main\.ts\n$/);

  writeFileSync(
    join(root, "src/word.ts"),
    'export const word = "x";\nif (!process.argv.includes("--describe")) throw new Error("no cloud");\n',
  );
  printed = "";
  start("--once");
  expect(await once(dev, "close")).toEqual([1, null]);
  expect(printed).toContain("src/word.ts:2:");
});

test("--once ends with 1 when the process ends, whatever answers at its port", async () => {
  // It listens where the entry should, and goes when the entry goes.
  const squatter = `process.on("disconnect", () => process.exit());
require("http").createServer((_, response) => response.end("ok")).listen(Number(process.argv[1]), "127.0.0.1", () => process.send("up"));`;
  writeFileSync(
    join(root, "src/word.ts"),
    `import { spawn } from "node:child_process";
import { once } from "node:events";
export const word = "x";
const port = process.argv.find((arg) => arg.startsWith("--health-addr="))?.split(":").at(-1);
if (port !== undefined) {
  const other = spawn(process.execPath, ["--eval", ${JSON.stringify(squatter)}, port], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  await once(other, "message");
  await new Promise((resolve) => setTimeout(resolve, 500));
  throw new Error("no cloud");
}
`,
  );
  start("--once");
  expect(await once(dev, "close")).toEqual([1, null]);
  expect(printed).toContain("no cloud");
  expect(printed).not.toContain("ready after");
});

test("Ctrl-C while the project describes itself is no failure", async () => {
  const entered = join(root, "entered");
  writeFileSync(
    join(root, "src/main.ts"),
    `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(entered)}, "");\nsetInterval(() => undefined, 1000);\n`,
  );
  start();
  await expect.poll(() => existsSync(entered)).toBe(true);
  dev.kill("SIGINT");
  expect(await once(dev, "close")).toEqual([0, null]);
  expect(printed).toBe("stopped before src/main.ts was started\n");
});

test("a signal before anything is watched ends it", async () => {
  const stopped = `process.kill(process.pid, "SIGTERM");\nawait new Promise((resolve) => setTimeout(resolve, 50));\n`;
  writeFileSync(join(root, "capstan.config.ts"), `${stopped}export default ${JSON.stringify(gateConfig)};\n`);
  start();
  expect(await once(dev, "close")).toEqual([0, null]);
  expect(printed).toBe("stopped before src/main.ts was started\n");
});

test("a killed dev leaves no process behind", async () => {
  start();
  const [, pid] = await until(/says one (\d+)/);
  dev.kill("SIGKILL");
  await once(dev, "exit");
  await expect.poll(() => lives(pid)).toBe(false);
});
