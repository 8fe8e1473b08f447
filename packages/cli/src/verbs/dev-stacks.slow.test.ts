// The stacks of errors that reconciles throw under `capstan dev`: they name lines of the TypeScript files, whichever format the log of the project has.
import { once } from "node:events";
import { expect, test } from "vitest";
import { DevProject } from "../../test/dev-project.ts";

const project = new DevProject();

/** An operator whose reconcile fails two calls deep. What only types need takes lines and columns that are not there when it runs. */
const controller = `import { ConfigMap, type ObjectKey } from "@capstan/api";
import { type ControllerOptions, declareController } from "@capstan/operator";

interface Disk {
  readonly size: number;
}
const growDisk = async (disk: Disk | undefined): Promise<number> => {
  await null;
  return disk!.size;
};

export const disks: ControllerOptions<ConfigMap> = declareController({
  name: "disks",
  for: ConfigMap,
  async reconcile(_key: ObjectKey): Promise<void> {
    await growDisk(undefined);
  },
});
`;

const entry = (flags: string): string => `import { runOperator } from "@capstan/operator";
import { disks } from "./controller.ts";

process.argv.push(${flags});
await runOperator({ name: "disks", setup: (manager) => manager.addController(disks) });
`;

const settings = JSON.stringify({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "settings", namespace: "default" },
});

const lineOf = (words: string): number => controller.split("\n").findIndex((line) => line.includes(words)) + 1;
const thrownAt = `src/controller\\.ts:${lineOf("disk!.size")}:16`;
const calledAt = `src/controller\\.ts:${lineOf("await growDisk")}:5`;

/** Starts dev, which creates an object to reconcile. */
function start(flags: string): void {
  project.write("src/controller.ts", controller);
  project.write("src/main.ts", entry(flags));
  project.write("dev/settings.yaml", settings);
  project.start("--apply", "--plain");
}

/** Stops dev, and resolves to its exit code. */
async function stop(): Promise<unknown> {
  const closed = once(project.dev ?? process, "close");
  project.dev?.kill("SIGINT");
  const [code] = await closed;
  return code;
}

test("a log of JSON is shown as the error with its line, and the lines of the file", async () => {
  start("");
  await project.until(new RegExp(`${thrownAt} error dev/failed: [^\n]*Cannot read properties of undefined`));
  await project.until(/> {2}9 \| {3}return disk!\.size;/);
  expect(await stop()).toBe(0);
});

test("a log of lines has the places of the calls below the error", async () => {
  start('"--log-format=text"');
  await project.until(
    new RegExp(
      `ERROR [^\n]*Cannot read properties of undefined[^\n]*\n(?: +[^\n]+\n)*? +at growDisk \\(.*${thrownAt}\\)`,
    ),
  );
  await project.until(new RegExp(` at .*reconcile .*${calledAt}\\)`));
  expect(await stop()).toBe(0);
});
