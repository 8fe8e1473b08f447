// Which tasks an edit must run again, told without turbo: by tsc's own list of the files of each package's program, and by a few
// rules on who is built, packed, shown or generated from a file.
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { publishedPackages, root, runCommand } from "@capstan/repo";
import type { PlannedTask } from "./dry-run.ts";

/** Answers for one file. */
export type MustRun = (file: string) => ReadonlySet<string>;

interface Question {
  readonly file: string;
  readonly folder: string;
  /** Whether the program of a package's folder holds the file. */
  readonly inProgram: (folder: string) => boolean;
}

const isTest = (file: string): boolean => /\.test\.ts$|\.test-d\.ts$/.test(file);
const isSource = (file: string): boolean => /^(?:packages|generators)\/[\w-]+\/src\//.test(file) && !isTest(file);
const isCode = (file: string): boolean => file.endsWith(".ts") && !isTest(file);
const isPage = (file: string): boolean =>
  /^docs\/.*\.md$|^README\.md$|^(?:packages|generators)\/[\w-]+\/README\.md$/.test(file);

function isBuiltFrom({ file, folder }: Question): boolean {
  if (folder === "packages/create-capstan" && /^examples\/[\w-]+-starter\//.test(file)) return true;
  // It writes YAML as `capstan generate` does, and bundles what does that.
  if (folder === "packages/create-capstan" && isSource(file) && /^packages\/(?:kube|schema)\//.test(file)) return true;
  if (folder === "packages/cli" && isSource(file) && file.startsWith("generators/")) return true;
  return isSource(file) && file.startsWith(`${folder}/`);
}

/** Programs whose help or paths the pages of docs show. */
const shown = [
  "packages/cli",
  "packages/controller-kit",
  "packages/create-capstan",
  "packages/extension-kit",
  "examples/extension-topology",
  "examples/provider-local",
];

/** Packages that a provider installs. */
const installed = ["api", "client", "contract", "controller-kit", "kube", "operator", "process", "schema", "serve"];

function isGeneratedFrom({ file, folder, inProgram }: Question): boolean {
  // Its table of every code comes from the sources of all packages.
  if (folder === "packages/cli" && isSource(file)) return true;
  if (
    folder === "docs" &&
    !isTest(file) &&
    // What a program has of an example, other than its own files, only its tests read.
    shown.some((each) =>
      file.startsWith(`${each}/`) ? isCode(file) : inProgram(each) && !file.startsWith("examples/"),
    )
  )
    return true;
  if (folder.startsWith("examples/"))
    return (inProgram("packages/cli") && !isTest(file)) || file.startsWith(`${folder}/src/`);
  return inProgram(folder) && !isTest(file);
}

const hasInvariants = (file: string): boolean =>
  /^packages\/(?:client|contract|controller-kit|kube|operator|process)\/(?:src|test)\//.test(file);

/** Packages that have generated sources are generated before they are built. */
const generated = ["packages/api", "packages/cli"];

function builds(question: Question): boolean {
  return isBuiltFrom(question) || (generated.includes(question.folder) && isGeneratedFrom(question));
}

/** By task: whether it must run again. A task that is not here is never kept. */
const rules: Readonly<Record<string, (question: Question) => boolean>> = {
  test: (question) =>
    question.inProgram(question.folder) ||
    (question.folder === "packages/create-capstan" && isBuiltFrom(question)) ||
    // Its tests look for codes in pages and sources.
    (question.folder === "docs" &&
      (isSource(question.file) || isPage(question.file)) &&
      question.file !== "README.md") ||
    // Its tests start the cli as a program, which tsc does not see.
    (question.folder === "examples/operator" && question.inProgram("packages/cli") && !isTest(question.file)) ||
    // Its entries name tests, whose titles its tests look up.
    (question.folder === "tools/coverage" && (isTest(question.file) || question.file.startsWith("e2e/scenarios/"))) ||
    // Its table of invariants names sources and tests, whose lines and titles its tests look up.
    (question.folder === "tools/mutate" && hasInvariants(question.file)) ||
    // Its tests format pages, to compare settings.
    (question.folder === "tools/editor" && /^(?:docs\/)?[\w-]+\.md$/.test(question.file)),
  "test:corpus": ({ folder, inProgram }) => inProgram(folder),
  build: builds,
  generate: isGeneratedFrom,
  "generate:check": isGeneratedFrom,
  // One task packs all packages.
  "package:check": ({ file, folder, inProgram }) =>
    publishedPackages().some((each) => builds({ file, folder: each, inProgram }) || file === `${each}/README.md`) ||
    (inProgram(folder) && !isTest(file)),
  "api:check": ({ file, folder, inProgram }) =>
    (isSource(file) && !file.startsWith("packages/create-capstan/")) || (inProgram(folder) && !isTest(file)),
  samples: ({ file, inProgram }) => isPage(file) || isSource(file) || inProgram("tools/repo"),
  "install-size": ({ file, folder, inProgram }) =>
    installed.some((each) => isSource(file) && file.startsWith(`packages/${each}/`)) ||
    // @capstan/api is generated before it is built.
    inProgram("packages/api") ||
    (inProgram(folder) && !isTest(file)),
  reference: ({ file, inProgram }) =>
    (isSource(file) && file.startsWith("packages/")) || (inProgram("tools/reference") && !isTest(file)),
  demo: ({ file, inProgram }) =>
    (inProgram("tools/demo") && !isTest(file)) || file.startsWith("examples/provider-local/"),
};

/** Reads the programs of all packages, then answers. */
export async function mustRun(tasks: ReadonlyMap<string, PlannedTask>): Promise<MustRun> {
  const folders = [...new Set([...tasks.values()].map(({ folder }) => folder))];
  const programs = new Map<string, ReadonlySet<string>>();
  for (const folder of folders) programs.set(folder, await programOf(folder));
  const kept = [...tasks.values()].filter(({ command, keeps }) => command !== undefined && keeps);
  return (file) => {
    const inProgram = (folder: string): boolean => programs.get(folder)?.has(file) === true;
    const needed = kept.filter(({ id, folder }) => rules[id.split("#")[1] ?? ""]?.({ file, folder, inProgram }));
    return new Set(needed.map(({ id }) => id));
  };
}

async function programOf(folder: string): Promise<ReadonlySet<string>> {
  const config = join(folder, "tsconfig.json");
  if (!existsSync(join(root, config))) return new Set();
  const { output } = await runCommand(["tsc", "-p", config, "--listFilesOnly"]);
  return new Set(output.split("\n").map((file) => relative(root, file)));
}
