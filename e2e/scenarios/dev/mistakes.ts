// Mistakes that authors make: each is shown where it is, the objects stay, and the next save makes all good again.
import { eventually, mustEqual } from "../../src/eventually.ts";
import type { StarterProject } from "../../src/dev/starter-project.ts";
import type { RunStep } from "../../src/scenario.ts";
import { type DevRun, fieldOf, narrow, wide } from "./dev-run.ts";
import { grown } from "./first-minutes.ts";

interface Mistake {
  readonly name: string;
  /** The file of its frame. */
  readonly frame: string;
  readonly make: (project: StarterProject) => void;
  /** What the screen must show. */
  readonly sign: RegExp;
  /** What else is looked at, while it is shown. */
  readonly look?: (run: DevRun) => Promise<void>;
}

const controller = "src/controllers/packed-provider-machine.ts";
const anchor = "    const zone = ";

/** Puts a line at the start of the reconcile. What ends or blocks the process does so later than the start: before it is ready, the frame depends on the speed of the computer. */
function inReconcile(line: string): Mistake["make"] {
  return (project) => project.replace(controller, anchor, `    ${line}\n${anchor}`);
}

const mistakes: readonly Mistake[] = [
  {
    name: "a syntax error",
    frame: "syntax-error-80",
    make: (project) => project.replace(controller, "export const ", "export konst "),
    sign: /packed-provider-machine\.ts:8:8 error/,
  },
  {
    name: "a wrong type",
    frame: "type-error-80",
    make: (project) => project.replace(controller, 'object.spec?.size ?? "Small"', "5"),
    sign: /packed-provider-machine\.ts:16:7 error [^]*TS2322/,
    look: lookAtLog,
  },
  {
    name: "a throw at import",
    frame: "import-error-80",
    make: (project) => project.prepend("src/cloud.ts", 'throw new Error("no credentials");\n'),
    sign: /src\/cloud\.ts:1:7 error [^]*no credentials/,
  },
  {
    name: "a throw in a reconcile",
    frame: "throw-80",
    make: inReconcile('if (machine.metadata.name?.includes("control")) throw new Error("no credits");'),
    sign: /packed-provider-machine\.ts:14:\d+ error dev\/failed[^]*no\s+credits/,
    look: (run) => lookWide(run, "throw-120"),
  },
  {
    name: "an endless loop",
    frame: "loop-80",
    make: inReconcile("setTimeout(() => { for (;;); }, 2000);"),
    sign: /packed-provider-machine\.ts:14:\d+ error dev\/blocked/,
  },
  {
    name: "an exit",
    frame: "exit-80",
    make: inReconcile("setTimeout(() => process.exit(3), 2000);"),
    sign: /packed-provider-machine\.ts:14:\d+ error dev\/ended/,
  },
];

/** Makes each mistake, looks, and takes it back. */
export async function makeMistakes(run: DevRun, step: RunStep): Promise<void> {
  const { project, screen, frames } = run;
  const before = await fieldOf(run, "machines", ".metadata.uid");
  for (const { name, frame, make, sign, look } of mistakes) {
    await step(`${name} is shown at its line`, async () => {
      make(project);
      await screen.until(sign);
      await frames.match(frame, screen);
      await look?.(run);
    });
    await step(`${name}: the next save makes it good, and the objects are there`, async () => {
      const restoredAt = Date.now();
      project.restore();
      await madeAgain(run, restoredAt);
      await frames.match(grown, screen);
      mustEqual("machines", await fieldOf(run, "machines", ".metadata.uid"), before);
    });
  }
}

/** Each start makes the servers in memory again. Until all are ready since then, the screen may be that of before. */
async function madeAgain(run: DevRun, since: number): Promise<void> {
  const path = '.status.conditions[?(@.type=="Ready")]';
  await eventually({
    what: "machines that are ready again",
    read: () => fieldOf(run, "packedprovidermachines", `${path}['status','lastTransitionTime']`),
    // Times of conditions have no milliseconds.
    until: (all) =>
      all.length > 0 && all.every((each) => each.startsWith("True ") && Date.parse(each.slice(5)) >= since - 1000),
  });
}

/** The errors of the log, in their order: two of the four levels further, and back. */
async function lookAtLog({ screen, frames }: DevRun): Promise<void> {
  screen.press("ll");
  await screen.until(/─ log, error and above/);
  await frames.match("log-80", screen, { hasLog: true });
  screen.press("ll");
  await screen.until(/─ log, info and above/);
}

/** The same on a wider terminal. */
export async function lookWide({ screen, frames }: DevRun, name: string): Promise<void> {
  screen.resize(wide.columns, wide.rows);
  await frames.match(name, screen);
  screen.resize(narrow.columns, narrow.rows);
}
