// `pnpm run check`: everything that must pass on a machine with only Node and npm, one step after the other.
// `pnpm run check lint test` runs only the steps named.
import {
  checkPackage,
  checkSamples,
  headerProblems,
  manifestProblems,
  publishedPackages,
  runCommand,
  runSteps,
  signpostProblems,
  type Step,
} from "@capstan/house";

/** A step that is one command; its last lines are shown when it fails. */
function command(name: string, words: string): Step {
  return {
    name,
    run: async () => {
      const result = await runCommand(words.split(" "));
      if (result.code !== 0) throw new Error(`${words} ended with ${result.code}:\n${result.output.slice(-12_000)}`);
      return closingLine(result.output);
    },
  };
}

/** A step of the house's own: a line for each problem, none when all is well. */
function problemsOf(name: string, check: () => readonly string[]): Step {
  return {
    name,
    run: async () => {
      const problems = check();
      if (problems.length > 0) throw new Error(problems.join("\n"));
      return undefined;
    },
  };
}

/** How many tests a run of several packages passed, when it ran any. */
function closingLine(output: string): string | undefined {
  const counts = [...output.matchAll(/Tests +(?:\d+ failed \| )?(\d+) passed(?:[^\n]*?(\d+) skipped)?/g)];
  const sum = (group: number): number => counts.reduce((total, match) => total + Number(match[group] ?? 0), 0);
  if (counts.length === 0) return undefined;
  const skipped = sum(2) > 0 ? `, ${sum(2)} skipped` : "";
  // What suites count besides tests: how much of the corpus comes back equal, and what was skipped for want of it.
  const notes = [...new Set([...output.matchAll(/(?:corpus|skipped): [^\n]+/g)].map(([note]) => `\n     ${note}`))];
  return `${sum(1)} tests in ${counts.length} packages${skipped}${notes.join("")}`;
}

const steps: readonly Step[] = [
  command("format", "oxfmt --check"),
  command("lint", "oxlint --type-aware"),
  problemsOf("manifests", manifestProblems),
  problemsOf("signposts", signpostProblems),
  problemsOf("module heads", headerProblems),
  command("typecheck", "turbo run typecheck --output-logs=errors-only"),
  command("generated files", "turbo run generate:check --output-logs=errors-only"),
  command("test", "turbo run test --output-logs=full"),
  { name: "samples", run: async () => `${await checkSamples()} samples compile` },
  command("build", "turbo run build --output-logs=errors-only"),
  {
    name: "packages",
    run: async () => {
      const folders = publishedPackages();
      for (const folder of folders) await checkPackage(folder);
      return `${folders.length} packages, publint and attw`;
    },
  },
  command("demo", "node --conditions=@capstan/source tools/demo/main.ts"),
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`no step "${unknown.join('", "')}"; there are ${steps.map((step) => step.name).join(", ")}`);
  process.exit(2);
}
const tally = await runSteps(wanted.length === 0 ? steps : steps.filter((step) => wanted.includes(step.name)));
process.exitCode = tally.failed === 0 ? 0 : 1;
