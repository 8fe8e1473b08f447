// A process that stands by: it runs the entry when it is told to, as the entry is then, and never with a package that has changed.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { projectPlace } from "./foreign-project.ts";
import { endOf, killNow, runNode } from "./run-node.ts";
import { Standby } from "./stand-by.ts";

let root: string;
let standby: Standby;
let printed: string;
const { signal } = new AbortController();
const kit = "node_modules/kit/index.js";

beforeEach(async () => {
  printed = "";
  root = realpathSync(mkdtempSync(join(tmpdir(), "capstan-standby-")));
  for (const folder of ["src", "node_modules/kit"]) mkdirSync(join(root, folder), { recursive: true });
  write("package.json", '{"type":"module"}');
  write("node_modules/kit/package.json", '{"name":"kit","type":"module","exports":"./index.js"}');
  write(kit, 'export const kit = "kit 1";\nconsole.log("loads");\n');
  write("src/main.ts", 'throw new Error("too early");\n');
  // The times of files have less digits than those of the clock.
  await delay(50);
  standby = new Standby({ ...projectPlace(root, root), entry: "src/main.ts", args: ["flag"] }, "kit");
  standby.child.stdout?.setEncoding("utf8").on("data", (text: string) => (printed += text));
});
afterEach(() => {
  killNow(standby.child);
  rmSync(root, { recursive: true });
});

function write(file: string, content: string): void {
  writeFileSync(join(root, file), content);
}

test("the package is loaded before, and the entry only then, however long it waits", async () => {
  await expect.poll(() => printed).toBe("loads\n");
  await delay(500);
  write(
    "src/main.ts",
    `import { kit } from "kit";\nconsole.log(kit, process.argv.at(-1), Object.keys(process.env).filter((name) => name.includes("STANDBY")).length);\n`,
  );
  const ended = endOf(standby.child);
  expect(await standby.go(signal)).toBe(true);
  expect(await ended).toBe(0);
  expect(printed).toBe("loads\nkit 1 flag 0\n");
});

test.each([kit, "package.json"])("it is not used when %s changed", async (file) => {
  await expect.poll(() => printed).toBe("loads\n");
  write(file, file === kit ? 'export const kit = "kit 2";\n' : '{"type":"module","imports":{}}');
  expect(await standby.go(signal)).toBe(false);
});

test("it is not used when it has ended, or when the start is interrupted", async () => {
  expect(await standby.go(AbortSignal.abort())).toBe(false);
  killNow(standby.child);
  expect(await standby.go(signal)).toBe(false);
});

test.each([true, false])("a run to the end uses it if it is up to date: %s", async (isCurrent) => {
  await expect.poll(() => printed).toBe("loads\n");
  write("src/main.ts", "console.log(process.argv.at(-1), process.pid);\n");
  if (!isCurrent) write("package.json", '{"type":"module","imports":{}}');
  const run = { ...projectPlace(root, root), entry: "src/main.ts", args: ["another"] };
  const { code, stdout } = await runNode(run, { standby, signal, timeoutMs: 20_000 });
  expect(code).toBe(0);
  expect(stdout.includes(`flag ${standby.child.pid}\n`)).toBe(isCurrent);
  expect(stdout.startsWith("another ")).toBe(!isCurrent);
});
