// `capstan generate`: once, as a check, or on every change until Ctrl-C; the project here, or those that are named.
// Loaded by program.ts; the work is generate/generate-project.ts, which programs call too.
import { realpathSync } from "node:fs";
import { generationOf, outcomeOf, type Generation, type Telling } from "../generate/generations.ts";
import { ProjectGenerator } from "../generate/generate-project.ts";
import { watchProjects } from "../generate/watch-projects.ts";
import type { Outcome } from "../outcome.ts";
import { printOutcome, type Format } from "../output/print-outcome.ts";
import { usageError, type Values } from "../program.ts";
import { askedProjects, type Asked } from "../project/asked-projects.ts";
import { findProject } from "../project/find-project.ts";
import type { Terminal } from "../terminal.ts";

/** Generates. */
export async function run(values: Values, terminal: Terminal): Promise<Outcome> {
  const paths = (values["paths"] ?? []) as readonly string[];
  const check = values["check"] === true;
  const watch = values["watch"] === true;
  if (check && watch) throw usageError("--check and --watch exclude each other");
  if (paths.includes("")) throw usageError("a path is empty");
  const asked = await askedFor(paths, terminal.cwd);
  if (!watch) return outcomeOf(await generations(asked, check), { ...asked, check });
  return watchProjects(
    asked.projects.map(({ root }) => root),
    {
      signal: terminal.signal,
      tell: (done) => outcomeOf(done, { ...asked, check }),
      print: (outcome) => void printOutcome(outcome, values["format"] as Format, terminal),
    },
  );
}

type AskedFor = Asked & Pick<Telling, "cwd" | "named">;

/** The project here, or those that are named; links are resolved in both, so that paths can be told apart. */
async function askedFor(paths: readonly string[], folder: string): Promise<AskedFor> {
  if (paths.length > 0) {
    const cwd = realpathSync(folder);
    return { ...askedProjects(paths, cwd), cwd, named: true };
  }
  const { root } = await findProject(folder);
  return { projects: [{ root }], outside: [], cwd: folder, named: false };
}

/** One after the other, all of them: what is wrong with one says nothing of the next. */
async function generations({ projects, named }: AskedFor, check: boolean): Promise<readonly Generation[]> {
  const done: Generation[] = [];
  for (const { root, files } of projects) {
    const generator = new ProjectGenerator(root);
    const run = { check, ...(files && { files }) };
    done.push(named ? await generationOf(generator, run) : { root, result: await generator.generate(run) });
  }
  return done;
}
