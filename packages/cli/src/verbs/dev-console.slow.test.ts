// What the console of `capstan dev` can do beside objects and faults: kill the process of the project, and move the clock.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient, loadCredentials } from "@capstan/client";
import { ConfigMap } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { callConsole } from "../../test/console/console-calls.ts";
import { devEntry, DevProject } from "../../test/dev-project.ts";
import type { RunningConsole } from "../console/console-server.ts";
import type { CallDetail } from "../call/shown-call.ts";
import type { ActionAnswer, AgainAnswer, WholeState } from "../console/wire.ts";
import { hasPageFiles } from "../console/page-files.ts";

const project = new DevProject();
const starter = fileURLToPath(new URL("../../../../examples/extension-starter/", import.meta.url));

/** The console that dev has started. */
async function consoleOf(): Promise<Pick<RunningConsole, "origin" | "token">> {
  const [, url = ""] = await project.until(/console: (\S+)\n/);
  const { origin, hash } = new URL(url);
  return { origin, token: hash.slice("#token=".length) };
}

/** How far what the API server creates is ahead of the computer's clock, in milliseconds. */
async function aheadOfServer(): Promise<number> {
  const client = createClient(await loadCredentials({ kubeconfig: join(project.root, ".capstan/dev/kubeconfig") }));
  const metadata = { namespace: "default", name: "new" };
  const { metadata: created } = await client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata });
  client.close();
  return Date.parse(created.creationTimestamp ?? "") - Date.now();
}

test.runIf(hasPageFiles())("a project that is killed is started again", async () => {
  project.start();
  const console = await consoleOf();
  await project.until(/ready after/);
  const [, first] = await project.until(/says one (\d+)\n/);
  const { facts } = await callConsole<WholeState>(console, "/api/state");
  expect(facts.actions).toEqual(expect.arrayContaining(["fault", "kill", "clock"]));
  project.printed = "";
  const answer = await callConsole<ActionAnswer>(console, "/api/action", { action: "kill" });
  expect(answer).toEqual({
    ok: true,
    message: "killed the process of the project with SIGKILL; it is started again",
  });
  await project.until(/^killed the process of the project with SIGKILL; it is started again\n[^]*ready after/m);
  const [, second] = await project.until(/says one (\d+)\n/);
  expect(second).not.toBe(first);
  expect(project.printed).not.toContain("by itself");
});

/** An extension whose hook holds a new Cluster. */
function writeGate(): void {
  for (const file of ["src/main.ts", "dev/cluster.yaml"])
    project.write(file, readFileSync(join(starter, file), "utf8"));
  project.write(
    "src/extension.ts",
    `import { defineExtension, retryAfter } from "@capstan/extension-kit";
export const extension = defineExtension({ beforeClusterCreate: () => retryAfter("1h", "no room") }, { name: "gate" });
`,
  );
}

const heldCall = /hook BeforeClusterCreate for Cluster default\/dev: waits, again in 3600 s: no room, /;

test.runIf(hasPageFiles())("a call of a hook is kept with its request, and made again", async () => {
  writeGate();
  project.start("--apply");
  const console = await consoleOf();
  await project.until(heldCall);
  const { trace } = await callConsole<WholeState>(console, "/api/state");
  const { call: id = "" } = trace.find((record) => record.type === "hook") ?? {};
  await expect.poll(() => callConsole<Partial<CallDetail>>(console, `/api/call?id=${id}`)).toMatchObject({ id });
  const { request = "", answer } = await callConsole<Partial<CallDetail>>(console, `/api/call?id=${id}`);
  expect(request).toMatch(/kind: BeforeClusterCreateRequest\n/);
  expect(answer).toMatchObject({ status: "Success", message: "no room" });
  const again = await callConsole<AgainAnswer>(console, "/api/call/again", { id, yaml: request });
  expect(again).toMatchObject({ problems: [], answer: { status: "Success", message: "no room" } });
});

test.runIf(hasPageFiles())("a clock that is moved forward ends the delay of a hook", async () => {
  writeGate();
  project.start("--apply");
  const console = await consoleOf();
  await project.until(heldCall);
  project.printed = "";
  const forward = (): Promise<ActionAnswer> =>
    callConsole<ActionAnswer>(console, "/api/action", { action: "clock", seconds: 3600 });
  const { ok, message } = await forward();
  expect([ok, message]).toEqual([true, "1 hour later: everything that waited for it runs now"]);
  expect((await callConsole<WholeState>(console, "/api/state")).facts.aheadSeconds).toBe(3600);
  expect(await aheadOfServer()).toBeGreaterThan(3_500_000);
  // The project prints its answer before core has it, and the delay begins there: it may have begun after the clock was moved.
  const isCalled = async (): Promise<boolean> => heldCall.test(project.printed) || (await forward(), false);
  await expect.poll(isCalled, { interval: 5000 }).toBe(true);
});

test.runIf(hasPageFiles())(
  "the controllers of the project wait by the clock that is moved, also after a restart",
  async () => {
    const wait = `import { systemClock } from "@capstan/client";
const hour = 3_600_000;
if (!process.argv.includes("--describe")) systemClock.after(hour, () => console.log("an hour is over"));
if (!process.argv.includes("--describe")) setInterval(() => console.log("ahead by", Math.floor((systemClock.date().getTime() - Date.now()) / hour)), 200);
`;
    project.write("src/main.ts", `${wait}${devEntry}`);
    project.start();
    const console = await consoleOf();
    await project.until(/ready after/);
    await project.until(/ahead by 0\n/);
    expect(project.printed).not.toContain("an hour is over");
    await callConsole<ActionAnswer>(console, "/api/action", { action: "clock", seconds: 3601 });
    await project.until(/an hour is over\n/);
    await project.until(/ahead by 1\n/);
    project.printed = "";
    project.say("two");
    await project.until(/says two \d+\n/);
    await project.until(/ahead by 1\n/);
  },
);

test.runIf(hasPageFiles())(
  "what is wrong is in the state of the console and in its log, until it is right",
  async () => {
    project.start();
    const console = await consoleOf();
    await project.until(/ready after/);
    const state = (): Promise<WholeState> => callConsole<WholeState>(console, "/api/state");
    expect((await state()).log.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^src\/main\.ts ready after/),
    );
    project.write("src/word.ts", 'export const word = "x";\nexport const other = ;\n');
    await project.until(/error cli\/module/);
    const { facts, log } = await state();
    expect(facts.errors).toEqual([
      expect.stringMatching(/^src\/word\.ts:2:\d+ error cli\/module: .*\n[^]*> 2 \| export/),
    ]);
    const head = log.findLast(({ level, goesOn }) => level === "error" && goesOn !== true);
    expect(head?.text).toMatch(/^src\/word\.ts:2:\d+ error cli\/module/);
    const thrown = `const log = (error) => console.error(JSON.stringify({ level: "error", controllerKind: "Foo", Foo: { name: "a" }, error: error.message, stack: error.stack, msg: "Reconciler error" }));
if (!process.argv.includes("--describe")) setTimeout(() => log(new Error("no cloud")), 100);`;
    project.printed = "";
    project.write("src/word.ts", `export const word = "one";\n${thrown}\n`);
    await project.until(/Reconciler error of Foo a: no cloud/);
    const failed = await state();
    expect(failed.facts.errors).toEqual([
      expect.stringMatching(/^src\/word\.ts:3:\d+ error dev\/failed: .*no cloud\n/),
    ]);
    expect(failed.log.at(-1)).toMatchObject({ level: "error", about: "Foo a" });
    project.printed = "";
    project.say("two");
    await project.until(/says two/);
    expect((await state()).facts.errors).toEqual([]);
  },
);
