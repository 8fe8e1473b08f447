// `capstan dev`: generates, starts a control plane and runs the project on it; on every change it repeats what the change affects.
// Ctrl-C stops everything it started.
import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { loadConfig } from "../config/load-config.ts";
import { memberNames, runMembers } from "../config/members.ts";
import { diagnosticOf } from "../diagnostic-of.ts";
import { killOnSecondSignal } from "../dev/dev-signals.ts";
import { lockDev } from "../dev/dev-lock.ts";
import type { DevSession, DevSessionOptions } from "../dev/dev-session.ts";
import { standByToDescribe } from "../dev/kits.ts";
import { inspectionOf } from "../dev/inspection.ts";
import type { ManagersPlace } from "../dev/manager-files.ts";
import { wantsScreen } from "../dev/dev-view.ts";
import { reloadOnChanges } from "../dev/reload-loop.ts";
import { sampleFolders } from "../dev/sample.ts";
import type { LiveScreen } from "../dev/live/live-screen.ts";
import type { VerbOutcome } from "../outcome.ts";
import { printDiagnostic, type Format, type Terminal } from "../output/print-outcome.ts";
import { noEntry } from "../project/describe-project.ts";
import { readContent } from "../project/files.ts";
import { findProject } from "../project/find-project.ts";
import { killNow } from "../project/run-node.ts";
import { crdFolder } from "../project/read-release-inputs.ts";
import { watchFolders } from "../project/watch-folders.ts";
import type { VerbArguments } from "../verb.ts";

/** Runs the project until Ctrl-C, or with --once until it is ready. */
export async function run(given: VerbArguments, real: Terminal): Promise<VerbOutcome> {
  // Before anything else: from here on, a signal ends the run in order.
  const { signal } = real;
  const { terminal, format } = narrated({ ...real, signal }, given.format);
  const handler = killOnSecondSignal(signal);
  const place = await findProject(terminal.cwd);
  const { root } = place;
  const { config, diagnostics, file } = await loadConfig(place);
  if (file !== undefined && config === undefined) return { title: `starting ${root}`, diagnostics };
  const members = runMembers(config);
  const inspect = await inspectionOf(given, members.length);
  // What can fail comes before the lock.
  const sample = given.string("apply");
  if (sample !== undefined && !existsSync(resolve(terminal.cwd, sample)))
    await readContent(resolve(terminal.cwd, sample));
  // Once the programs have described themselves, they are named as they do.
  const name = memberNames(members) || (place.manifest.name ?? basename(root));
  const view = await screenFor(given, terminal, name);
  const lock = lockDev(place);
  const samples = sampleFolders({ root, file: sample, cwd: terminal.cwd });
  // Saves in a folder that is not watched are not seen; all others are.
  const unwatched = (error: Error): void =>
    printDiagnostic({ ...diagnosticOf(error), severity: "warning" }, view?.terminal ?? terminal);
  const watch = watchFolders([join(root, "src"), ...(sample === undefined ? samples : [])], signal, unwatched);
  if (sample !== undefined) for (const folder of samples) watch.add(folder, { flat: true });
  const early = members.map((member) =>
    existsSync(join(root, member.entry)) ? standByToDescribe(place, member) : undefined,
  );
  try {
    // The compiler that generates is large: it is loaded while that process starts.
    const { openWatched } = await import("../generate/watch-projects.ts");
    const api = await openWatched(place, watch);
    const crds = join(root, crdFolder(config));
    const apply = sample !== undefined || given.flag("apply") ? { file: sample } : undefined;
    return await start({
      place,
      members,
      crds,
      terminal,
      format,
      api,
      watch,
      once: given.flag("once"),
      real: given.flag("real"),
      managers: managersOf(given, terminal),
      apply,
      inspect,
      early,
      ...view,
    });
  } finally {
    for (const standby of early) if (standby !== undefined) killNow(standby.child);
    view?.view.close();
    watch.close();
    lock.release();
    handler.release();
  }
}

/** Of the folder that is named, or without one of Capstan's cache. */
function managersOf(given: VerbArguments, { cwd }: Terminal): ManagersPlace | undefined {
  const folder = given.string("managers");
  if (folder !== undefined) return { folder: resolve(cwd, folder) };
  return given.flag("managers") ? {} : undefined;
}

/** A machine reads one document, the last: progress until then goes to the other stream, for people. */
function narrated(terminal: Terminal, format: Format): Pick<DevSessionOptions, "terminal" | "format"> {
  if (format !== "json" && format !== "sarif") return { terminal, format };
  const colors = terminal.errColors === true;
  return { terminal: { ...terminal, colors, out: (text, holds) => terminal.err(text, holds) }, format: "pretty" };
}

interface Shown extends Pick<DevSessionOptions, "terminal"> {
  readonly view: LiveScreen;
}

/** The screen, where there is one; it is loaded for this alone. */
async function screenFor(given: VerbArguments, terminal: Terminal, project: string): Promise<Shown | undefined> {
  const { screen } = terminal;
  const plain = given.flag("plain") || given.flag("once") || given.format !== "pretty";
  if (screen === undefined || !wantsScreen({ ...terminal, plain })) return undefined;
  const { LiveScreen } = await import("../dev/live/live-screen.ts");
  const view = new LiveScreen({ ...screen, lines: terminal }, project);
  return { view, terminal: view.terminal };
}

async function start(options: DevSessionOptions & Partial<Shown>): Promise<VerbOutcome> {
  const { place, members, watch, once, view } = options;
  const { root } = place;
  const { DevSession } = await import("../dev/dev-session.ts");
  const session = new DevSession(options);
  try {
    view?.open(session);
    if (once) return await runOnce(session, options);
    const isGenerated = await session.generate([]);
    const missing = members.filter(({ entry }) => !existsSync(join(root, entry)));
    if (missing.length > 0) {
      const diagnostics = missing.map(({ entry }) => noEntry(root, entry));
      return { title: `starting ${entriesOf({ members: missing })} in ${root}`, diagnostics };
    }
    await reloadOnChanges(watch.batches, session, isGenerated);
    if (!session.isStarted) return notStarted(options);
    const whose = members.length === 1 ? "its" : "their";
    return { title: `stopped ${entriesOf(options)} and ${whose} control plane`, diagnostics: [] };
  } finally {
    await session.stop();
  }
}

async function runOnce(session: DevSession, options: DevSessionOptions): Promise<VerbOutcome> {
  const { signal } = options.terminal;
  const { root } = options.place;
  if (!(await session.generate([]))) return { title: `starting ${root}`, diagnostics: session.problems };
  const project = await session.describe(signal);
  if (signal.aborted) return notStarted(options);
  if (project?.isComplete !== true)
    return { title: `starting ${entriesOf(options)} in ${root}`, diagnostics: session.problems };
  await session.apply(project);
  if (!session.isStarted) return notStarted(options);
  await session.restart(signal);
  return { title: `stopped ${entriesOf(options)}`, diagnostics: session.problems };
}

/** Ctrl-C this early is not a failure: there is nothing to stop yet. */
function notStarted(options: DevSessionOptions): VerbOutcome {
  return {
    title: `stopped before ${entriesOf(options)} ${options.members.length === 1 ? "was" : "were"} started`,
    diagnostics: [],
  };
}

function entriesOf({ members }: Pick<DevSessionOptions, "members">): string {
  return members.map(({ entry }) => entry).join(" and ");
}
