// Checks that nothing is left out of the graph: each package has the scripts that its files ask for, word by word, and each test file
// lies where a suite looks for it.
import { existsSync, readFileSync } from "node:fs";
import { globSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { root } from "@capstan/repo";
import type { PlannedPackage } from "./package-files.ts";

interface ScriptRule {
  readonly script: string;
  /** Whether the package must have it. */
  readonly needed: (each: PlannedPackage) => boolean;
  /** What it must be: a script that does less would pass. */
  readonly form: RegExp;
}

const has =
  (pattern: RegExp) =>
  (each: PlannedPackage): boolean =>
    each.files.some(({ file }) => pattern.test(file));
const isPublished = ({ folder, manifest }: PlannedPackage): boolean =>
  folder.startsWith("packages/") && manifest.private !== true;
const isGenerated = ({ folder, manifest }: PlannedPackage): boolean =>
  manifest.scripts?.["generate"] !== undefined || existsSync(join(root, folder, "generated"));

const rules: readonly ScriptRule[] = [
  { script: "typecheck", needed: () => true, form: /^tsc -p tsconfig(?:\.\w+)?\.json$/ },
  { script: "test", needed: has(/(?<!\.real|\.corpus|\.slow)\.test\.ts$/), form: /^vitest run$/ },
  { script: "test:corpus", needed: has(/\.corpus\.test\.ts$/), form: /^vitest run --mode corpus$/ },
  { script: "test:slow", needed: has(/\.slow\.test\.ts$/), form: /^vitest run --mode slow$/ },
  { script: "build", needed: isPublished, form: /^tsup && tsc -p tsconfig\.build\.json && .*stamp-build\.ts$/ },
  { script: "generate:check", needed: isGenerated, form: /--check$/ },
];

/** A line for each script that is missing or does something else. */
export function scriptProblems(each: PlannedPackage): string[] {
  return rules
    .filter(({ needed }) => needed(each))
    .flatMap(({ script, form }) => {
      const line = each.manifest.scripts?.[script];
      const file = `${each.folder}/package.json`;
      if (line === undefined) return [`${file}: there is no script "${script}", which its files ask for`];
      return form.test(line) ? [] : [`${file}: the script "${script}" is "${line}", which is not what the others run`];
    });
}

/** A line for each test file that no suite would run. */
export function unrunTests(packages: readonly PlannedPackage[]): string[] {
  const suites = packages.flatMap(({ folder }) => suiteFolders(folder).map((glob) => `${folder}/${glob}/*.test.ts`));
  const ignored = /(?:^|\/)(?:node_modules|dist|testdata|\.\w[\w-]*)\//;
  return globSync("{packages,generators,examples,tools,docs,bench,e2e}/**/*.{test,spec}.{ts,mts,cts,tsx,js,mjs}", {
    cwd: root,
    exclude: (name) => name === "node_modules" || name === "dist",
  })
    .filter((file) => !ignored.test(file) && !suites.some((glob) => matchesGlob(file, glob.replace("/./", "/"))))
    .map(
      (file) =>
        `${file}: no suite runs it: see vitest.config.ts of its package for where tests lie and what they are called`,
    );
}

/** The folders of a package's tests, as its vitest.config.ts names them. */
function suiteFolders(folder: string): string[] {
  const file = join(root, folder, "vitest.config.ts");
  if (!existsSync(file)) return [];
  const named = /packageTests\(([^)]*)\)/.exec(readFileSync(file, "utf8"))?.[1];
  return named === undefined ? ["{src,test}/**"] : [...named.matchAll(/"([^"]+)"/g)].map(([, glob = ""]) => glob);
}
