// Checks, from the sources, that turbo.json declares what tasks read: the packages that files import, and the paths that leave a
// package. A first, quick look for `check`; what tasks really read is shown by `prove:graph --trace`.
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { root } from "@capstan/house";
import { closure, plan, type PlannedTask } from "./dry-run.ts";

/** A source file of a package. */
export interface SourceFile {
  /** Relative to the root. */
  readonly file: string;
  readonly text: string;
}

/** One package as turbo plans it. */
export interface PlannedPackage {
  readonly name: string;
  readonly folder: string;
  /** The packages of this repository that its manifest names. */
  readonly dependencies: ReadonlySet<string>;
  readonly files: readonly SourceFile[];
}

const tasksWithSources = ["source", "typecheck", "test", "build", "api:check", "generate:check", "demo", "samples"];

/** A line for each thing that a task reads and does not declare, or declares and does not need. */
export async function declarationProblems(): Promise<string[]> {
  const tasks = await plan(tasksWithSources);
  const packages = [...new Map([...tasks.values()].map(({ package: name, folder }) => [name, folder]))];
  return packages
    .map(([name, folder]): PlannedPackage => ({
      name,
      folder,
      dependencies: dependenciesOf(folder),
      files: sourceFiles(folder),
    }))
    .flatMap((each) => [...importProblems(each, tasks), ...pathProblems(each, tasks), ...scriptProblems(each, tasks)])
    .toSorted();
}

function dependenciesOf(folder: string): ReadonlySet<string> {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(join(root, folder, "package.json"), "utf8"),
  ) as Readonly<Record<string, Readonly<Record<string, string>>>>;
  return new Set(Object.keys({ ...dependencies, ...devDependencies }));
}

function sourceFiles(folder: string): SourceFile[] {
  const ignored = /(?:^|\/)(?:node_modules|dist|testdata|generated|\.\w[\w-]*)\//;
  return globSync(`${folder}/**/*.ts`, { cwd: root, exclude: (name) => name === "node_modules" || name === "dist" })
    .filter((file) => !ignored.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
}

/** What is run by hand or uncached reads as it likes. */
const isUncached = (file: string): boolean => /\.(?:real|corpus)\.test\.ts$/.test(file);

/** The packages that sources import must be in the key of `source`, those of all files in that of `typecheck`. */
export function importProblems(
  { name, folder, dependencies, files }: PlannedPackage,
  tasks: ReadonlyMap<string, PlannedTask>,
): string[] {
  const imported = (some: readonly SourceFile[]): Set<string> => new Set(some.flatMap(({ text }) => importsOf(text)));
  const readByOthers = tasks.get(`${name}#source`)?.inputs;
  const sources = imported(files.filter(({ file }) => readByOthers?.has(file)));
  const all = imported(files.filter(({ file }) => !isUncached(file)));
  const missing = (task: string, wanted: ReadonlySet<string>): string[] => {
    const declared = packagesOf(closure(tasks, `${name}#${task}`));
    return [...wanted]
      .filter((each) => dependencies.has(each) && tasks.has(`${name}#${task}`) && !declared.has(each))
      .map((each) => `${folder}/turbo.json: ${task} reads ${each}, which it does not depend on: add "${each}#source"`);
  };
  const superfluous = (tasks.get(`${name}#source`)?.dependencies ?? [])
    .map((id) => id.split("#")[0] ?? "")
    .filter((each) => !all.has(each) || (!sources.has(each) && hasDependents(tasks, `${name}#source`)))
    .map(
      (each) =>
        `${folder}/turbo.json: source depends on ${each}, which no source imports: name the packages of source there`,
    );
  return [...missing("source", sources), ...missing("typecheck", all), ...superfluous];
}

function packagesOf(tasks: readonly PlannedTask[]): ReadonlySet<string> {
  return new Set(tasks.map((task) => task.package));
}

/** Whether another package's task has this one in its key: only then a superfluous dependency costs anything. */
function hasDependents(tasks: ReadonlyMap<string, PlannedTask>, id: string): boolean {
  const own = id.split("#")[0];
  return [...tasks.values()].some((task) => task.package !== own && task.dependencies.includes(id));
}

/** The workspace packages that a module's text imports, with those of sources that it holds as strings. */
export function importsOf(text: string): string[] {
  return [
    ...text.matchAll(/^(?:import|export)\b[^;"'`]*["'](@capstan\/[\w-]+)|\bimport\(["'](@capstan\/[\w-]+)/gm),
  ].map(([, by = "", dynamic = ""]) => by || dynamic);
}

/** Modules whose paths are data, or start from the root in programs that are run by hand. */
const exempt = /^tools\/(?:graph\/|house\/tree-copy\.ts$)/;

/** Paths that lead out of the package must be in the key of a task of it. */
export function pathProblems(
  { name, folder, files }: PlannedPackage,
  tasks: ReadonlyMap<string, PlannedTask>,
): string[] {
  const own = [...tasks.values()].filter((task) => task.package === name && task.command !== undefined);
  // What is only type-checked is read by its imports, and they are looked at above.
  if (own.every(({ id }) => id.endsWith("#typecheck"))) return [];
  const declared = new Set(own.flatMap(({ id }) => closure(tasks, id).flatMap(({ inputs }) => [...inputs])));
  return files
    .filter(({ file }) => !isUncached(file) && !exempt.test(file))
    .flatMap(({ file, text }) =>
      relativePaths(text)
        .map((path) => meanings(path, file, folder))
        .filter((paths) => paths.length > 0 && !paths.some((path) => isDeclared(path, declared)))
        .map(([path]) => `${file}: leads to ${path}, which no task of ${name} declares: add it to the task's inputs`),
    );
}

/** The relative paths that begin with `../` in a module's strings, or that are joined from `import.meta.dirname`. */
export function relativePaths(text: string): string[] {
  const literals = [...text.matchAll(/["'`]((?:\.\.\/)+[\w@./-]*)["'`]/g)].map(([, path = ""]) => path);
  const joined = [...text.matchAll(/import\.meta\.dirname((?:, *"[^"]*")+)/g)].map(([, parts = ""]) =>
    [...parts.matchAll(/"([^"]*)"/g)].map(([, part = ""]) => part).join("/"),
  );
  return [...new Set([...literals, ...joined])].filter((path) => !path.includes("node_modules"));
}

/** What a path may mean, relative to the root: from the module, or from the package's folder; none when one of them stays inside. */
export function meanings(path: string, file: string, folder: string): string[] {
  const paths = [dirname(file), folder].map((from) => normalize(join(from, path)).replace(/\/$/, ""));
  return paths.every((each) => relative(folder, each).startsWith("..")) ? [...new Set(paths)] : [];
}

/** The root alone says nothing of what is read: only a task that declares files of other folders may start from there. */
function isDeclared(path: string, declared: ReadonlySet<string>): boolean {
  return path === "." ? true : [...declared].some((input) => input === path || input.startsWith(`${path}/`));
}

/** A package with tests has a script that runs them, and every package is type-checked. */
function scriptProblems({ name, folder, files }: PlannedPackage, tasks: ReadonlyMap<string, PlannedTask>): string[] {
  const has = (task: string): boolean => tasks.get(`${name}#${task}`)?.command !== undefined;
  const tests = files.some(({ file }) => file.endsWith(".test.ts") && !isUncached(file));
  return [
    ...(has("typecheck") ? [] : [`${folder}/package.json: there is no script "typecheck"`]),
    ...(has("test") || !tests ? [] : [`${folder}/package.json: there are tests, and no script "test" that runs them`]),
  ];
}
