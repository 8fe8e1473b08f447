// What the task of VS Code in a new project waits for, in what `capstan dev` prints in the terminal of the editor: without that, F5 hangs.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { PtyScreen } from "@capstan/tool-terminal";
import { expect, onTestFinished, test } from "vitest";
import { DevProject } from "../../test/dev-project.ts";
import { useSmallPrograms } from "../../test/two-programs.ts";

interface DevTask {
  readonly command: string;
  readonly problemMatcher: {
    readonly pattern: { readonly regexp: string };
    readonly background: { readonly beginsPattern: string; readonly endsPattern: string };
  };
}

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
const tasks = new URL("../../../create-capstan/project/common/.vscode/tasks.json", import.meta.url);
const { command, problemMatcher }: DevTask = JSON.parse(readFileSync(tasks, "utf8")).tasks[0];
const project = new DevProject();

/** Runs what the task runs, with ports that are free, in a terminal as wide as that of the editor. */
function runTask(): PtyScreen {
  const [npm, run, dev, dashes, ...flags] = command.split(" ");
  expect([npm, run, dev, dashes]).toEqual(["npm", "run", "dev", "--"]);
  const argv = flags.map((flag) => (flag === "--inspect" ? "--inspect=0" : flag));
  const own = [process.execPath, "--conditions=@capstan/source", main, "dev", ...argv];
  const screen = new PtyScreen({ command: own, cwd: project.root, columns: 80, rows: 24 });
  onTestFinished(() => screen.close());
  return screen;
}

/** The number of the first whole line from `from` on that matches, as the editor compares lines: without colors. */
async function lineAt(screen: PtyScreen, pattern: string, from = 0): Promise<number> {
  const line = new RegExp(pattern);
  let found = -1;
  const look = (): number => {
    const lines = stripVTControlCharacters(screen.raw).split(/\r?\n/).slice(0, -1);
    return (found = lines.findIndex((text, index) => index >= from && line.test(text)));
  };
  await expect.poll(look, { message: `${pattern} in ${screen.raw}` }).toBeGreaterThanOrEqual(from);
  return found;
}

const { beginsPattern, endsPattern } = problemMatcher.background;

test("the task is ready when the debugger listens, again after each save, and shows errors", async () => {
  const screen = runTask();
  const started = await lineAt(screen, endsPattern, await lineAt(screen, beginsPattern));
  await screen.until(/says one/);
  project.say("two");
  const changed = await lineAt(screen, beginsPattern, started + 1);
  const again = await lineAt(screen, endsPattern, changed + 1);
  await screen.until(/says two/);
  project.write("src/word.ts", "export const word = ;\n");
  await lineAt(screen, problemMatcher.pattern.regexp, again + 1);
  screen.press("\u0003");
  expect(await screen.ended()).toBe(0);
});

test("the task is ready when the debugger of one of several programs listens", async () => {
  useSmallPrograms(project);
  const screen = runTask();
  const started = await lineAt(screen, beginsPattern);
  expect(await lineAt(screen, endsPattern, started)).toBeGreaterThan(started);
});
