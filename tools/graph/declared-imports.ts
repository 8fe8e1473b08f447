// Checks that the key of a task holds the modules that it reads: the package's own, and the sources of the packages they import.
import { isCorpus, isSlow, isUncached, type PlannedPackage, type SourceFile } from "./package-files.ts";
import { closure, type PlannedTask } from "./dry-run.ts";

/** What a task reads by imports: its own modules, and the sources of the packages that they import. */
export function importProblems(
  { name, folder, dependencies, files }: PlannedPackage,
  tasks: ReadonlyMap<string, PlannedTask>,
): string[] {
  const readByOthers = tasks.get(`${name}#source`)?.inputs;
  const kept = files.filter(({ file }) => !isUncached(file) && !file.endsWith("/tsup.config.ts"));
  const sources = kept.filter(({ file }) => readByOthers?.has(file));
  const imported = (some: readonly SourceFile[]): string[] =>
    [...new Set(some.flatMap(({ text }) => importsOf(text)))].filter((each) => dependencies.has(each));
  const missing = (task: string, own: readonly SourceFile[]): string[] => {
    const planned = tasks.get(`${name}#${task}`);
    if (planned === undefined || (task !== "source" && planned.command === undefined)) return [];
    const declared = new Set(closure(tasks, planned.id).flatMap(({ inputs }) => [...inputs]));
    const needed = imported(own).flatMap((each) => modulesOf(tasks.get(`${each}#source`)));
    const lacking = [...own.map(({ file }) => file), ...needed].filter((file) => !declared.has(file));
    const more = lacking.length > 1 ? ` and ${lacking.length - 1} more` : "";
    return lacking.length === 0
      ? []
      : [`${folder}/turbo.json: ${task} reads ${lacking[0]}${more}, which it does not declare`];
  };
  // No test reads the configuration of the command.
  const tested = kept.filter(({ file }) => !file.endsWith("/capstan.config.ts"));
  const quick = tested.filter(({ file }) => !isSlow(file));
  return [
    ...missing("source", sources),
    ...missing(
      "test",
      quick.filter(({ file }) => !isCorpus(file)),
    ),
    ...missing("test:corpus", quick),
    ...missing("test:slow", tested),
    ...superfluous({ name, folder }, tasks, {
      sources: imported(sources),
      all: imported(kept),
    }),
  ];
}

function modulesOf(source: PlannedTask | undefined): string[] {
  return [...(source?.inputs ?? [])].filter((file) => file.endsWith(".ts"));
}

/** Packages in the key of `source` that no source imports: they would run half of the repository again for nothing. */
function superfluous(
  { name, folder }: Pick<PlannedPackage, "name" | "folder">,
  tasks: ReadonlyMap<string, PlannedTask>,
  imported: { readonly sources: readonly string[]; readonly all: readonly string[] },
): string[] {
  const wanted = hasDependents(tasks, `${name}#source`) ? imported.sources : imported.all;
  return (tasks.get(`${name}#source`)?.dependencies ?? [])
    .map((id) => id.split("#")[0] ?? "")
    .filter((each) => !wanted.includes(each))
    .map(
      (each) =>
        `${folder}/turbo.json: source depends on ${each}, which no source imports: name the packages of source there`,
    );
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
