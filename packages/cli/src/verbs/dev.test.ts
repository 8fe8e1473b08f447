// `capstan dev` as a process: ready, again on a change, a broken change shown with its place and fixed, nothing left after Ctrl-C.
// What the project prints and what dev prints about it come by different pipes: no test relies on the order of the two.
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { devEntry, DevProject, lives } from "../../test/dev-project.ts";
import { emptyDescription, gateConfig } from "../../test/gate-project.ts";

const project = new DevProject();

test("runs, reloads, shows what is broken, and ends with everything it started", async () => {
  const dev = project.start();
  await project.until(/src\/main\.ts ready after \d+ ms/);
  const [, first] = await project.until(/says one (\d+)/);
  project.say("two");
  await project.until(/changed: src\/word\.ts[\s\S]*ready after/);
  await project.until(/says two \d+/);
  expect(lives(first)).toBe(false);

  project.write("src/word.ts", "export enum Word { A }\n");
  await project.until(
    /src\/word\.ts:1:8 error cli\/module: [^\n]*TypeScript enum is not supported in strip-only mode\n> 1 \| export enum Word \{ A \}/,
  );
  project.say("three");
  await project.until(/error cli\/module[\s\S]*ready after/);
  const [, last] = await project.until(/says three (\d+)/);

  dev.kill("SIGINT");
  const [code] = (await once(dev, "close")) as [number | null];
  expect(code).toBe(0);
  expect(lives(last)).toBe(false);
  expect(project.printed.trimEnd().split("\n").at(-1)).toBe("stopped src/main.ts and its control plane");
});

test("a change while dev starts is a change", async () => {
  project.write(
    "src/main.ts",
    devEntry.replace(
      'if (process.argv.includes("--describe"))',
      `import { existsSync, writeFileSync } from "node:fs";
const late = ${JSON.stringify(join(project.root, "src/late.ts"))};
if (process.argv.includes("--describe") && !existsSync(late)) writeFileSync(late, "");
$&`,
    ),
  );
  project.start();
  await project.until(/changed: src\/late\.ts\n/);
  await project.until(/ready after \d+ ms\n/);
  await project.until(/says one \d+\n/);
  expect(project.printed.match(/control plane ready/g)).toHaveLength(1);
});

test("a process whose probes are served from a thread of their own is ready when they are", async () => {
  project.write(
    "src/main.ts",
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
  const dev = project.start("--once");
  expect(await once(dev, "close")).toEqual([0, null]);
  expect(project.printed).toMatch(
    /src\/main\.ts ready after \d+ ms\nstopped when it was ready\nstopped src\/main\.ts\n$/,
  );
});

test("--once ends when the process is ready, or says why it is not", async () => {
  const dev = project.start("--once");
  expect(await once(dev, "close")).toEqual([0, null]);
  expect(project.printed).toMatch(/says one \d+\n/);
  expect(project.printed).toMatch(/src\/main\.ts ready after \d+ ms\n(?:says one \d+\n)?stopped src\/main\.ts\n$/);

  project.write(
    "src/word.ts",
    'export const word = "x";\nif (!process.argv.includes("--describe")) throw new Error("no cloud");\n',
  );
  project.printed = "";
  const again = project.start("--once");
  expect(await once(again, "close")).toEqual([1, null]);
  expect(project.printed).toContain("src/word.ts:2:");
});

test("--once ends with 1 when the process ends, whatever answers at its port", async () => {
  // It listens where the entry should, and goes when the entry goes.
  const squatter = `process.on("disconnect", () => process.exit());
require("http").createServer((_, response) => response.end("ok")).listen(Number(process.argv[1]), "127.0.0.1", () => process.send("up"));`;
  project.write(
    "src/word.ts",
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
  const dev = project.start("--once");
  expect(await once(dev, "close")).toEqual([1, null]);
  expect(project.printed).toContain("no cloud");
  expect(project.printed).not.toContain("ready after");
});

test("Ctrl-C while the project describes itself is no failure", async () => {
  const entered = join(project.root, "entered");
  project.write(
    "src/main.ts",
    `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(entered)}, "");\nsetInterval(() => undefined, 1000);\n`,
  );
  const dev = project.start();
  await expect.poll(() => existsSync(entered)).toBe(true);
  dev.kill("SIGINT");
  expect(await once(dev, "close")).toEqual([0, null]);
  expect(project.printed).toBe("stopped before src/main.ts was started\n");
});

test("a signal before anything is watched ends it", async () => {
  const stopped = `process.kill(process.pid, "SIGTERM");\nawait new Promise((resolve) => setTimeout(resolve, 50));\n`;
  project.write("capstan.config.ts", `${stopped}export default ${JSON.stringify(gateConfig)};\n`);
  const dev = project.start();
  expect(await once(dev, "close")).toEqual([0, null]);
  expect(project.printed).toBe("stopped before src/main.ts was started\n");
});

test("a killed dev leaves no process behind", async () => {
  const dev = project.start();
  const [, pid] = await project.until(/says one (\d+)/);
  dev.kill("SIGKILL");
  await once(dev, "exit");
  await expect.poll(() => lives(pid)).toBe(false);
});

test("with --once, what is wrong with the sample is the outcome", async () => {
  const [, ...given] = ["dev", "--once", "--plain", "--apply", "none.yaml"];
  expect(await once(project.start(...given), "close")).toEqual([1, null]);
  expect(project.printed).toContain("none.yaml");
});

test("what a getter of the configuration throws has its line", async () => {
  project.write(
    "capstan.config.ts",
    `export default {\n  get name(): string {\n    throw new Error("boom");\n  },\n};\n`,
  );
  expect(await once(project.start("--once"), "close")).toEqual([1, null]);
  expect(project.printed).toMatch(/capstan\.config\.ts:3:11 error cli\/module: [^\n]*boom\n/);
});
