// `pnpm run stress [--fault NAME]... [--sample] [--list] [--lanes N] [--assert] [--minutes N] [--json FILE]`: managers of @capstan/operator, built, on the real kube-apiserver with
// 2,000 objects that are written all the time. Each fault of the table happens to them, and the API server's objects, its audit log and the managers' records say what
// became of that. Each line has the time of a fault, and the last one that of all; `--assert` fails when all took longer than they may on an idle machine, `--minutes N` when they took longer than that.
import { parseArgs } from "node:util";
import { mustRun, orUsage, root, runSteps, type Step, wholeFlag } from "@capstan/repo";
import { faults } from "./faults/index.ts";
import { Lab, objects } from "./lab/lab.ts";
import { runFault } from "./run-fault.ts";
import { runSideBySide } from "./side-by-side.ts";

/** How long a run may take on an idle machine. */
const idleMinutes = { sample: 4, all: 15 } as const;

const usage =
  "usage: stress [--fault NAME]... [--sample] [--list] [--lanes N] [--assert] [--minutes N] [--json FILE]; --list has the names";
const { values, mostLanes, minutes } = orUsage(usage, () => {
  const given = parseArgs({
    options: {
      fault: { type: "string", multiple: true, default: [] },
      sample: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      lanes: { type: "string", default: "2" },
      assert: { type: "boolean", default: false },
      minutes: { type: "string" },
      json: { type: "string" },
    },
  });
  const unknown = given.values.fault.filter((name) => !faults.some((fault) => fault.name === name));
  if (unknown.length > 0) throw new Error(`there is no fault ${unknown.join(", ")}`);
  const { lanes, minutes } = given.values;
  return {
    ...given,
    mostLanes: wholeFlag("lanes", lanes),
    minutes: minutes === undefined ? undefined : wholeFlag("minutes", minutes),
  };
});
const chosen = faults.filter(
  ({ name, inSample = false }) =>
    (values.fault.length === 0 || values.fault.includes(name)) && (!values.sample || inSample),
);
if (values.list) {
  for (const { name, does, demands } of chosen) console.log(`${name}: ${does}${demands === "" ? "" : `; ${demands}`}`);
  process.exit(0);
}
// Processes that were started are killed when this one exits.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

const began = performance.now();
const elapsed = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

await mustRun(["turbo", "run", "build", "--output-logs=errors-only", "--filter=@capstan/controller-kit..."], {
  cwd: root,
});
console.log(`built packages: ${elapsed(began)}`);
const starting = performance.now();
await using stack = new AsyncDisposableStack();
const startLab = async (): Promise<Lab> => stack.use(await Lab.start());
const first = await startLab();
const lanes = Math.min(mostLanes, chosen.filter(({ alone }) => alone !== true).length);
const others = await Promise.all(Array.from({ length: Math.max(0, lanes - 1) }, startLab));
console.log(`${1 + others.length} control planes with ${objects} objects each: ${elapsed(starting)}\n`);
const reports = runSideBySide([first, ...others], chosen, runFault);
const steps = chosen.map(({ name }, i): Step => ({ name, run: async () => await reports[i] }));
const { failed } = await runSteps(steps, { json: values.json, print: (line) => console.log(line) });
const most = minutes ?? idleMinutes[values.sample ? "sample" : "all"];
const isLate = performance.now() - began > most * 60_000;
const isLimited = values.assert || minutes !== undefined;
console.log(`${elapsed(began)} in all, of ${most} minutes${isLate ? ": too long" : ""}`);
process.exitCode = failed === 0 && !(isLate && isLimited) ? 0 : 1;
