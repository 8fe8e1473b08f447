// Generates projects again whenever one of their files changes, until it is stopped. Called by the verb generate; a batch of changes is one
// generation of each project that it concerns.
import { existsSync } from "node:fs";
import type { Outcome } from "../outcome.ts";
import { watchFolders, type FolderWatch } from "../project/watch-folders.ts";
import type { Generation } from "./generations.ts";
import { LiveProject } from "./live-project.ts";

/** Where outcomes go. */
export interface WatchPort {
  readonly signal: AbortSignal;
  readonly tell: (generations: readonly Generation[]) => Outcome;
  readonly print: (outcome: Outcome) => void;
}

/** Watches until the signal aborts; where there is nothing to watch, the first outcome is the last. */
export async function watchProjects(roots: readonly string[], { signal, tell, print }: WatchPort): Promise<Outcome> {
  const projects = await Promise.all(roots.map((root) => LiveProject.open(root)));
  const watch = watchFolders(
    projects.flatMap(({ sourceFolders }) => sourceFolders),
    signal,
  );
  const first: Generation[] = [];
  for (const project of projects) first.push(await generate(project, [], watch));
  if (!projects.some(({ sourceFolders }) => sourceFolders.some((folder) => existsSync(folder)))) return tell(first);
  print(tell(first));
  for await (const batch of watch.batches) {
    for (const project of projects) {
      const changed = batch.filter((file) => project.reads(file));
      if (changed.length > 0) print(tell([await generate(project, changed, watch)]));
    }
  }
  return { lookedAt: `stopped watching ${projects.flatMap((each) => each.sourcePaths).join(", ")}`, diagnostics: [] };
}

/** A generation may read in new places: from then on they are watched too. */
async function generate(project: LiveProject, changed: readonly string[], watch: FolderWatch): Promise<Generation> {
  const generation = await project.generate({ changed });
  for (const folder of project.sourceFolders) watch.add(folder);
  for (const folder of project.inputFolders) watch.add(folder, { flat: true });
  return generation;
}
