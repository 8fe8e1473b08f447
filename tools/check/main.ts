// `pnpm run check`: everything that must pass on a machine with only Node and npm. Nothing is written but what git ignores.
// `pnpm run check lint test` runs only the steps named; `--json FILE` writes what each step and task came to.
import { parseArgs } from "node:util";
import {
  headerProblems,
  manifestProblems,
  oneAtATime,
  root,
  runCommand,
  runSteps,
  signpostProblems,
  SkipStep,
  type Step,
} from "@capstan/house";
import { declarationProblems } from "@capstan/tool-graph";
import { checkChangesets } from "@capstan/tool-public-api";
import { taskSteps } from "./task-steps.ts";

/** A step that is one command; its last lines are shown when it fails. */
function command(name: string, words: string): Step {
  return {
    name,
    run: async () => {
      const result = await runCommand(words.split(" "));
      if (result.code !== 0) throw new Error(`${words} ended with ${result.code}:\n${result.output.slice(-12_000)}`);
      return undefined;
    },
  };
}

/** A step of this repository's own: a line for each problem, none when all is well. */
function problemsOf(name: string, check: () => readonly string[] | Promise<readonly string[]>): Step {
  return {
    name,
    run: async () => {
      const problems = await check();
      if (problems.length > 0) throw new Error(problems.join("\n"));
      return undefined;
    },
  };
}

/** A change that users notice needs a new changeset of its size, judged against the merge base. */
const changesets: Step = {
  name: "changesets",
  run: async () => {
    const { outcome, lines } = checkChangesets(root);
    if (outcome === "skipped") throw new SkipStep(lines.join("\n"));
    if (outcome === "failed") throw new Error(lines.join("\n"));
    return lines[0] ?? "";
  },
};

const { values, positionals: wanted } = parseArgs({ allowPositionals: true, options: { json: { type: "string" } } });
const steps: readonly Step[] = [
  command("format", "oxfmt --check"),
  command("lint", "oxlint --type-aware"),
  problemsOf("manifests", manifestProblems),
  problemsOf("signposts", signpostProblems),
  problemsOf("module heads", headerProblems),
  problemsOf("task graph", declarationProblems),
  changesets,
  ...taskSteps((name) => wanted.length === 0 || wanted.includes(name)),
];

const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`no step "${unknown.join('", "')}"; there are ${steps.map((step) => step.name).join(", ")}`);
  process.exit(2);
}
const started = performance.now();
await oneAtATime(console.log);
const chosen = wanted.length === 0 ? steps : steps.filter((step) => wanted.includes(step.name));
const tally = await runSteps(chosen, { json: values.json });
console.log(`in ${((performance.now() - started) / 1000).toFixed(1)} s`);
process.exitCode = tally.failed === 0 ? 0 : 1;
