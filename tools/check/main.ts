// `pnpm run check`: everything that must pass on a machine with only Node and npm. Nothing is written but what git ignores.
// `pnpm run check lint test` runs only the steps named; `--json FILE` writes the result of each step and task; with `--all-runs` the slow
// suites make all runs of their random tests, where they make two of ten without it.
import { parseArgs } from "node:util";
import {
  type CommandResult,
  headerProblems,
  manifestProblems,
  oneAtATime,
  orUsage,
  root,
  runCommand,
  runSteps,
  linkProblems,
  typeCheckProblems,
  SkipStep,
  StepFailure,
  type Step,
} from "@capstan/repo";
import {
  authorImportProblems,
  measureFigures,
  patternProblems,
  reportFigures,
  wordProblems,
} from "@capstan/tool-figures";
import { declarationProblems } from "@capstan/tool-graph";
import { checkChangesets } from "@capstan/tool-public-api";
import { stepsOnRequest, taskSteps } from "./task-steps.ts";

const begun = new Map<string, Promise<CommandResult>>();

/** Starts a command once: a step waits for one that was started before it. */
function begin(words: string): Promise<CommandResult> {
  const running = begun.get(words) ?? runCommand(words.split(" "));
  begun.set(words, running);
  return running;
}

/** A step that is one command; its last lines are shown when it fails. */
function command(name: string, words: string): Step {
  return {
    name,
    run: async () => {
      const result = await begin(words);
      if (result.code !== 0) throw new Error(`${words} ended with ${result.code}:\n${result.output.slice(-12_000)}`);
      return undefined;
    },
  };
}

/** A step that checks the repository itself: one line for each problem. */
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

/** A change that users notice needs a new changeset of its size, checked against the merge base. */
const changesets: Step = {
  name: "changesets",
  run: async () => {
    const { outcome, lines } = checkChangesets(root);
    if (outcome === "skipped") throw new SkipStep(lines.join("\n"));
    if (outcome === "failed") throw new Error(lines.join("\n"));
    return lines[0] ?? "";
  },
};

/** The figures and their limits; all of them are printed, also when one is missed. */
const figures: Step = {
  name: "figures",
  run: () => {
    const { lines, problems } = reportFigures(measureFigures());
    if (problems.length > 0)
      return Promise.reject(new StepFailure(problems.join("\n"), { note: ["", ...lines].join("\n     ") }));
    return Promise.resolve(["", ...lines].join("\n     "));
  },
};

const { values, positionals: wanted } = orUsage("usage: check [--json FILE] [--all-runs] [STEP]...", () =>
  parseArgs({ allowPositionals: true, options: { json: { type: "string" }, "all-runs": { type: "boolean" } } }),
);
if (values["all-runs"] === true) process.env["CAPSTAN_ALL_RUNS"] = "1";
const isWanted = (name: string): boolean =>
  wanted.length === 0 ? !stepsOnRequest.includes(name) : wanted.includes(name);
/** The longest of the quick steps: they run beside the tasks from the start. Types are checked as one program (decision 0027). */
const early = { lint: "oxlint --type-aware", typecheck: "tsc -p tsconfig.check.json" };
const tasks = taskSteps(isWanted);
const steps: readonly Step[] = [
  command("format", "oxfmt --check"),
  problemsOf("manifests", manifestProblems),
  problemsOf("links", linkProblems),
  problemsOf("type-checked files", typeCheckProblems),
  problemsOf("module heads", headerProblems),
  problemsOf("words", wordProblems),
  problemsOf("author imports", authorImportProblems),
  problemsOf("regular expressions", patternProblems),
  figures,
  problemsOf("task graph", declarationProblems),
  changesets,
  command("lint", early.lint),
  command("typecheck", early.typecheck),
  // The page of the console runs in a browser: its types are those of the DOM, without those of Node.
  command("typecheck of the page", "tsc -p packages/cli/console"),
  ...tasks.steps,
];

const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`no step "${unknown.join('", "')}"; there are ${steps.map((step) => step.name).join(", ")}`);
  process.exit(2);
}
const started = performance.now();
await oneAtATime(console.log);
tasks.begin();
for (const [name, words] of Object.entries(early)) if (isWanted(name)) void begin(words);
const chosen = steps.filter(({ name }) => isWanted(name));
const tally = await runSteps(chosen, { json: values.json });
console.log(`in ${((performance.now() - started) / 1000).toFixed(1)} s`);
if (wanted.length === 0)
  console.log(
    `not run: ${stepsOnRequest.join(", ")} (minutes each; CI runs them, and \`check "${stepsOnRequest[0] ?? ""}"\` runs one)`,
  );
process.exitCode = tally.failed === 0 ? 0 : 1;
