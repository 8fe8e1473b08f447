// `pnpm run stress [--fault NAME]... [--sample] [--list] [--json FILE]`: managers of @capstan/operator, built, on the real kube-apiserver with 2,000 objects that are
// written all the time. Each fault of the table happens to them, and the API server's objects, its audit log and the managers' records say what became of that.
import { parseArgs } from "node:util";
import { mustRun, root, runSteps, type Step } from "@capstan/repo";
import { faults } from "./faults/index.ts";
import { Lab, objects } from "./lab/lab.ts";
import { runFault } from "./run-fault.ts";

const { values } = parseArgs({
  options: {
    fault: { type: "string", multiple: true, default: [] },
    sample: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    json: { type: "string" },
  },
});

const unknown = values.fault.filter((name) => !faults.some((fault) => fault.name === name));
if (unknown.length > 0) {
  console.error(`there is no fault ${unknown.join(", ")}; there are ${faults.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}
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

await mustRun(["turbo", "run", "build", "--output-logs=errors-only", "--filter=@capstan/operator..."], { cwd: root });
console.log(`built packages: ${elapsed(began)}`);
const starting = performance.now();
await using lab = await Lab.start();
console.log(`control plane with ${objects} objects: ${elapsed(starting)}\n`);
const steps: readonly Step[] = chosen.map((fault) => ({ name: fault.name, run: () => runFault(lab, fault) }));
const { failed } = await runSteps(steps, { json: values.json, print: (line) => console.log(line) });
process.exitCode = failed === 0 ? 0 : 1;
