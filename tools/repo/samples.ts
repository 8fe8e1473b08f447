// Takes the TypeScript samples out of README and docs pages and lays them out as files that tsc can check.
// A sample whose first line is a comment with a path (`// src/main.ts`) becomes that file, so samples of one page can
// import each other; any other sample stands alone.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root, runCommand } from "./run-command.ts";

/** One fenced block of a page. */
export interface Sample {
  readonly page: string;
  readonly line: number;
  readonly path: string;
  readonly text: string;
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

/** Type-checks every sample of every page; answers with their number, throws with tsc's words. */
export async function checkSamples(): Promise<number> {
  const samples = globSync(pages, { cwd: root, exclude: (name) => /node_modules|docs.reference/.test(name) })
    .toSorted()
    .flatMap((page) => samplesOf(page, readFileSync(join(root, page), "utf8")));
  rmSync(join(root, outDir), { recursive: true, force: true });
  for (const sample of samples) {
    const file = join(root, outDir, sample.page.replace(/\.md$/, ""), sample.path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${sample.text}\nexport {};\n`);
  }
  const result = await runCommand(["tsc", "-p", "docs/tsconfig.json"]);
  if (result.code !== 0) throw new Error(`samples do not compile:\n${result.output}`);
  rmSync(join(root, outDir), { recursive: true, force: true });
  return samples.length;
}
