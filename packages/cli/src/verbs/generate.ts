// `capstan generate`: once, as a check, or on every change until Ctrl-C; for the current project, or for those that are named.
import { realpathSync } from "node:fs";
import { relative } from "node:path";
import { generationOf, outcomeOf, type Generation, type Telling } from "../generate/generations.ts";
import { ProjectGenerator, type GenerateRun } from "../generate/generate-project.ts";
import { watchProjects } from "../generate/watch-projects.ts";
import type { VerbOutcome } from "../outcome.ts";
import { printOutcome, type Terminal } from "../output/print-outcome.ts";
import { type Progress, whichOf, withProgress } from "../output/progress.ts";
import { namedProjects, type NamedProjects } from "../project/named-projects.ts";
import { findProject } from "../project/find-project.ts";
import { usageError, type VerbArguments } from "../verb.ts";

/** Generates. */
export async function run(given: VerbArguments, terminal: Terminal): Promise<VerbOutcome> {
  const paths = given.strings("paths");
  const check = given.flag("check");
  const watch = given.flag("watch");
  const release = given.string("release");
  if (check && watch) throw usageError("--check and --watch exclude each other");
  if (release !== undefined && (check || watch))
    throw usageError(`--release and ${check ? "--check" : "--watch"} exclude each other`);
  if (paths.includes("")) throw usageError("a path is an empty string: name a folder or file, or leave the path out");
  const selected = await selectProjects(paths, terminal.cwd);
  if (release !== undefined && selected.projects.length !== 1)
    throw usageError("--release records the hooks of one project: name one, or run it in its folder");
  if (!watch) {
    const done = await withProgress(terminal, given.format, (progress) =>
      generations(selected, { check, release, progress }),
    );
    return outcomeOf(done, { ...selected, check });
  }
  return watchProjects(selected.projects, {
    signal: terminal.signal,
    tell: (done) => outcomeOf(done, { ...selected, check }),
    print: (outcome) => void printOutcome(outcome, given.format, terminal),
  });
}

type Selected = NamedProjects & Pick<Telling, "cwd" | "named">;

/** The current project, or those that are named; links are resolved, so that equal paths are recognized. */
async function selectProjects(paths: readonly string[], folder: string): Promise<Selected> {
  if (paths.length > 0) {
    const cwd = realpathSync(folder);
    return { ...namedProjects(paths, cwd), cwd, named: true };
  }
  return { projects: [await findProject(folder)], outside: [], cwd: folder, named: false };
}

/** One after the other, all of them: an error in one project does not stop the next. */
async function generations(
  { projects, named, cwd }: Selected,
  { progress, ...how }: Pick<GenerateRun, "check" | "release"> & { readonly progress: Progress },
): Promise<readonly Generation[]> {
  const done: Generation[] = [];
  for (const [at, { files, ...place }] of projects.entries()) {
    const { root } = place;
    const generator = new ProjectGenerator(place);
    const folder = projects.length === 1 ? "" : ` ${relative(cwd, root) || "."}`;
    const step = `${how.check === true ? "checking" : "generating"}${folder}${whichOf(at + 1, projects.length, "projects")}`;
    const run = { ...how, progress: (now: string) => progress(`${step}: ${now}`), ...(files && { files }) };
    done.push(named ? await generationOf(generator, run) : { root, result: await generator.generate(run) });
  }
  return done;
}
