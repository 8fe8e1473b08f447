// What the console of `capstan dev` can do beside objects and faults: kill the process of the project, and move the clock of what is simulated.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { callConsole } from "../../test/console/console-calls.ts";
import { DevProject } from "../../test/dev-project.ts";
import type { RunningConsole } from "../console/console-server.ts";
import type { ActionAnswer, WholeState } from "../console/wire.ts";
import { hasPageFiles } from "../console/page-files.ts";

const project = new DevProject();
const starter = fileURLToPath(new URL("../../../../examples/extension-starter/", import.meta.url));

/** The console that dev has started. */
async function consoleOf(): Promise<Pick<RunningConsole, "origin" | "token">> {
  const [, url = ""] = await project.until(/console: (\S+)\n/);
  const { origin, hash } = new URL(url);
  return { origin, token: hash.slice("#token=".length) };
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
  await project.until(/ready after/);
  const [, second] = await project.until(/says one (\d+)\n/);
  expect(second).not.toBe(first);
  expect(project.printed).not.toContain("by itself");
});

test.runIf(hasPageFiles())("a clock that is moved forward ends the delay of a hook", async () => {
  for (const file of ["src/main.ts", "dev/cluster.yaml"])
    project.write(file, readFileSync(join(starter, file), "utf8"));
  project.write(
    "src/extension.ts",
    `import { defineExtension, retryAfter } from "@capstan/extension-kit";
export const extension = defineExtension({ beforeClusterCreate: () => retryAfter("1h", "no room") }, { name: "gate" });
`,
  );
  project.start("--apply");
  const console = await consoleOf();
  const called = /hook BeforeClusterCreate \(\S+\) for Cluster default\/dev: Success, again after 3600 s: no room, /;
  await project.until(called);
  project.printed = "";
  const { ok, message } = await callConsole<ActionAnswer>(console, "/api/action", { action: "clock", seconds: 3600 });
  expect([ok, message]).toEqual([true, expect.stringContaining("the clock of the simulated parts 3600 s forward")]);
  expect(await project.until(called)).toHaveLength(1);
});
