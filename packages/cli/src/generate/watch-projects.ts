// Generates projects again whenever one of their files changes, until it is stopped. A batch of changes is one generation of each project
// that it affects.
import { existsSync } from "node:fs";
import type { VerbOutcome } from "../outcome.ts";
import { watchFolders, type FolderWatch } from "../project/watch-folders.ts";
import type { Generation } from "./generations.ts";
import type { TrustedProject } from "../project/foreign-project.ts";
import { LiveProject } from "./live-project.ts";

/** Where outcomes go. */
export interface WatchPort {
  readonly signal: AbortSignal;
  readonly tell: (generations: readonly Generation[]) => VerbOutcome;
  readonly print: (outcome: VerbOutcome) => void;
}

/** Watches until the signal aborts; when there is nothing to watch, it generates once. */
export async function watchProjects(places: readonly TrustedProject[], port: WatchPort): Promise<VerbOutcome> {
  const watch = watchFolders([], port.signal);
  try {
    return await watchIn(watch, places, port);
  } finally {
    watch.close();
  }
}

async function watchIn(
  watch: FolderWatch,
  places: readonly TrustedProject[],
  { tell, print }: WatchPort,
): Promise<VerbOutcome> {
  const projects = await Promise.all(places.map((place) => openWatched(place, watch)));
  const first: Generation[] = [];
  for (const project of projects) first.push(await generateWatched(project, [], watch));
  if (!projects.some(({ sourceFolders }) => sourceFolders.some((folder) => existsSync(folder)))) return tell(first);
  print(tell(first));
  for await (const batch of watch.batches) {
    for (const project of projects) {
      const changed = batch.filter((file) => project.reads(file));
      if (changed.length > 0) print(tell([await generateWatched(project, changed, watch)]));
    }
  }
  return { title: `stopped watching ${projects.flatMap((each) => each.sourcePaths).join(", ")}`, diagnostics: [] };
}

/** Watches a project before its first generation, so that a change during it is not lost. */
export async function openWatched(place: TrustedProject, watch: FolderWatch): Promise<LiveProject> {
  watch.add(place.root, { flat: true });
  const project = await LiveProject.open(place);
  for (const folder of project.sourceFolders) watch.add(folder);
  return project;
}

/** Generates a project that is watched. A generation may read in new folders: from then on they are watched too. */
export async function generateWatched(
  project: LiveProject,
  changed: readonly string[],
  watch: FolderWatch,
): Promise<Generation> {
  const generation = await project.generate({ changed });
  for (const folder of project.sourceFolders) watch.add(folder);
  for (const folder of project.inputFolders) watch.add(folder, { flat: true });
  return generation;
}
