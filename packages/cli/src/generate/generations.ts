// Generations of several projects as one outcome, with paths relative to the folder where the command runs.
import { existsSync, lstatSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { hasErrors, type Diagnostic } from "@capstan/kube";
import { diagnosticOf } from "../diagnostic-of.ts";
import { explainNext, type FileChange, type VerbOutcome, type ProjectOutcome } from "../outcome.ts";
import type { Progress } from "../output/progress.ts";
import type { Project } from "../project/find-project.ts";
import { ProjectGenerator, type GenerateResult, type GenerateRun } from "./generate-project.ts";

/** One project's generation, or what was thrown instead of it. */
export type Generation = { readonly root: string } & (
  | { readonly result: GenerateResult }
  | { readonly failed: Diagnostic }
);

/** Generates a project. An error that is thrown is part of the result, so that other projects continue. */
export async function generationOf(generator: ProjectGenerator, run: GenerateRun): Promise<Generation> {
  const { root } = generator;
  try {
    return { root, result: await generator.generate(run) };
  } catch (caught) {
    return { root, failed: diagnosticOf(caught) };
  }
}

/** What `generate --check` finds: mistakes in the sources, and the files that would change; nothing for a project without an API. */
export async function compareGenerated(
  project: Project,
  progress: Progress,
): Promise<Pick<GenerateResult, "diagnostics" | "changes" | "folders" | "hasApi">> {
  const { diagnostics, changes, folders, hasApi } = await new ProjectGenerator(project).generate({
    check: true,
    progress: (step) => progress(`comparing the generated files: ${step}`),
  });
  if (!hasApi) return { diagnostics: [], changes: [], folders, hasApi };
  return { diagnostics: diagnostics.map((each) => placed(each, project.root)), changes, folders, hasApi };
}

/** How generations are reported. */
export interface Telling {
  readonly cwd: string;
  readonly check: boolean;
  /** Whether projects were named: paths are then relative to where the command runs, not to the project. */
  readonly named: boolean;
  /** Files that were named and are in no project. */
  readonly outside?: readonly string[];
}

/** The outcome of all of them. */
export function outcomeOf(all: readonly Generation[], telling: Telling): VerbOutcome {
  const told = all.map((one) => tell(one, telling));
  const unused = [...told.flatMap((one) => one.unrelated), ...(telling.outside ?? [])];
  const unrelated = unused.filter((path) => exists(telling.cwd, path));
  const missing = unused.filter((path) => !exists(telling.cwd, path));
  const projects = told.flatMap(({ project }) => (project === undefined ? [] : [project]));
  const diagnostics = told.flatMap((one) => one.diagnostics);
  const advice = told.flatMap((one) => one.advice);
  const after = advice.length > 0 && !telling.named ? "npm test" : nextStep(projects, all.some(runsInDev), telling);
  const next = hasErrors(diagnostics) ? explainNext(diagnostics) : after;
  return {
    title: titleOf(
      told.flatMap((one) => one.title),
      telling.check,
    ),
    diagnostics,
    changes: told.flatMap((one) => one.changes),
    unchanged: projects.reduce((sum, { unchanged }) => sum + unchanged, 0),
    check: telling.check,
    projects,
    ...(advice.length > 0 && { body: advice.join("\n") }),
    ...(unrelated.length > 0 && { unrelated }),
    ...(missing.length > 0 && { missing }),
    ...(next !== undefined && { next }),
  };
}

interface Told {
  readonly title: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly changes: readonly FileChange[];
  readonly unrelated: readonly string[];
  /** What to do with what was generated for the first time. */
  readonly advice: readonly string[];
  readonly project?: ProjectOutcome;
}

function tell(one: Generation, { cwd, named, check }: Telling): Told {
  const project = pathFrom(cwd, one.root);
  const elsewhere = named && project !== ".";
  const shown = (path: string): string => (elsewhere ? `${project}/${path}` : path);
  if ("failed" in one) {
    const diagnostics = [placed(one.failed, one.root, elsewhere)];
    return { title: [project], diagnostics, changes: [], unrelated: [], advice: [] };
  }
  const { result, root } = one;
  const { sources, folders, inputs, outputs, changes, unchanged } = result;
  const unrelated = result.unrelated.map(shown);
  if (!result.done) return { title: [], diagnostics: [], changes: [], unrelated, advice: [] };
  return {
    title: [`${sources} file${sources === 1 ? "" : "s"} in ${folders.sources.map(shown).join(", ")}`],
    diagnostics: result.diagnostics.map((each) => placed(each, root, elsewhere)),
    changes: changes.map((change) => ({ ...change, path: shown(change.path) })),
    unrelated,
    advice: check ? [] : adviceOf(result, shown),
    project: { project, sources: folders.sources, inputs, outputs, changes, unchanged },
  };
}

/** Nothing tests new conversions, or serves them, before their author does something. */
function adviceOf({ changes, folders, hasKit }: GenerateResult, shown: (path: string) => string): readonly string[] {
  const list = `${folders.code}/conversions.ts`;
  if (!changes.some(({ path, change }) => path === list && change === "created")) return [];
  const served = `kit.provider serves them with \`conversions: converters\`, which ${shown(list)} exports`;
  return ["npm test runs the generated tests of the conversions", ...(hasKit ? [served] : [])];
}

/** With an absolute path, which is printed relative to where the command runs; in a project elsewhere, at least with its folder. */
function placed(diagnostic: Diagnostic, root: string, elsewhere: boolean = false): Diagnostic {
  const { position } = diagnostic;
  if (position === undefined) return elsewhere ? { ...diagnostic, position: { file: root } } : diagnostic;
  const file = join(root, position.file);
  return existsSync(file) ? { ...diagnostic, position: { ...position, file } } : diagnostic;
}

function titleOf(parts: readonly string[], check: boolean): string {
  if (parts.length === 0) return "nothing to generate: no file that was named is part of an API";
  return `${check ? "checking what is generated" : "generating"} from ${parts.join("; ")}`;
}

function runsInDev(one: Generation): boolean {
  return "result" in one && one.result.hasKit;
}

/** The same projects again, without --check; where nothing is stale, dev for a project that runs in it. */
function nextStep(projects: readonly ProjectOutcome[], inDev: boolean, telling: Telling): string | undefined {
  const stale = telling.check ? projects.filter(({ changes }) => changes.length > 0) : [];
  if (stale.length === 0) return telling.named || !inDev ? undefined : "capstan dev";
  const folders = telling.named ? stale.map(({ project }) => project) : ["."];
  return ["capstan generate", ...folders.filter((folder) => folder !== "." || folders.length > 1)].join(" ");
}

/** A link to nothing exists too. */
function exists(cwd: string, path: string): boolean {
  return lstatSync(resolve(cwd, path), { throwIfNoEntry: false }) !== undefined;
}

function pathFrom(cwd: string, path: string): string {
  return relative(cwd, path).split(sep).join("/") || ".";
}
