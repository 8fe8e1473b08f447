// Takes the TypeScript samples out of README and docs pages and lays them out as files that tsc can check.
// A sample whose first line is a comment with a path (`// src/main.ts`) becomes that file, so samples of one page can
// import each other; any other sample stands alone. A `typescript` block is a sample that does not compile: the block after it
// is the error that tsc gives, wrapped as the page needs it.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root, runCommand } from "./run-command.ts";

/** One fenced block of a page. */
export interface Sample {
  readonly page: string;
  readonly line: number;
  readonly path: string;
  readonly text: string;
  /** What tsc says of a sample that does not compile, in one line. */
  readonly error?: string;
}

const pages = ["README.md", "docs/**/*.md", "packages/*/README.md", "generators/*/README.md"];
const outDir = "docs/.samples";

/** The ```ts blocks of a page. */
export function samplesOf(page: string, markdown: string): Sample[] {
  const found: Sample[] = [];
  for (const match of markdown.matchAll(/^```ts\n([\s\S]*?)^```$/gm)) {
    const text = match[1] ?? "";
    const named = /^\/\/ ([\w./-]+\.ts)\b/.exec(text)?.[1];
    const line = markdown.slice(0, match.index).split("\n").length + 1;
    found.push({ page, line, path: named ?? `sample-${found.length + 1}.ts`, text });
  }
  return found;
}

/** The ```typescript blocks of a page, each with the block of its error. */
export function wrongSamplesOf(page: string, markdown: string): Sample[] {
  return [...markdown.matchAll(/^```typescript\n([\s\S]*?)^```\n+```\n([\s\S]*?)^```$/gm)].map((match) => {
    const [, text = "", output = ""] = match;
    const error = singleSpaced(output);
    const line = markdown.slice(0, match.index).split("\n").length + 1;
    return { page, line, path: /^[\w-]+\.ts/.exec(error)?.[0] ?? "wrong.ts", text, error };
  });
}

function singleSpaced(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

const definition = /: Resource<.+> = define\w+\(/;

/** Samples that define a kind in a file that `capstan generate` does not read: its sources are in src/api. */
export function misplacedDefinitions(samples: readonly Sample[]): string[] {
  return samples
    .filter(({ path, text }) => path.startsWith("src/") && !path.startsWith("src/api/") && definition.test(text))
    .map(({ page, line, path }) => `${page}:${line}: ${path} defines a kind; name it src/api/<kind>.ts`);
}

/** Type-checks every sample of every page; answers with their number, throws with tsc's words. */
export async function checkSamples(): Promise<number> {
  const samples = globSync(pages, { cwd: root, exclude: (name) => /node_modules|docs.reference/.test(name) })
    .toSorted()
    .flatMap((page) => {
      const markdown = readFileSync(join(root, page), "utf8");
      return [...samplesOf(page, markdown), ...wrongSamplesOf(page, markdown)];
    });
  rmSync(join(root, outDir), { recursive: true, force: true });
  for (const sample of samples) {
    const file = join(root, outDir, sample.page.replace(/\.md$/, ""), sample.path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${sample.text}\nexport {};\n`);
  }
  const result = await runCommand(["tsc", "-p", "docs/tsconfig.samples.json"]);
  const problems = [...sampleProblems(samples, errorsOf(result.output)), ...misplacedDefinitions(samples)];
  if (problems.length > 0) throw new Error(problems.join("\n"));
  rmSync(join(root, outDir), { recursive: true, force: true });
  return samples.length;
}

/** Tsc's errors, each in one line with its continuation lines, paths relative to the samples. */
function errorsOf(output: string): string[] {
  return output
    .split(/^(?=\S)/m)
    .map((error) => singleSpaced(error.replace(`${outDir}/`, "")))
    .filter((error) => error !== "");
}

/** Errors that no page shows, and shown errors that tsc does not give. */
function sampleProblems(samples: readonly Sample[], errors: readonly string[]): string[] {
  const shown = samples.flatMap(({ page, line, error }) =>
    error === undefined ? [] : [{ page, line, full: `${page.replace(/\.md$/, "")}/${error}` }],
  );
  const unexpected = errors.filter((error) => !shown.some(({ full }) => full === error));
  const missing = shown.filter(({ full }) => !errors.includes(full));
  return [
    ...unexpected.map((error) => `a sample does not compile: ${error}`),
    ...missing.map(({ page, line, full }) => `${page}:${line}: tsc does not say: ${full}`),
  ];
}
