// `capstan dev`: generates, starts a control plane and runs the project on it; on every change it repeats what the change affects.
// Ctrl-C stops everything it started.
import { join, relative } from "node:path";
import { isBelow } from "@capstan/generator-model/files";
import { hasErrors, type Diagnostic } from "@capstan/kube";
import { loadConfig } from "../config/load-config.ts";
import { startDevEnvironment, type DevEnvironment } from "../dev/dev-environment.ts";
import { DevProcess, type Started } from "../dev/dev-process.ts";
import { readableLog } from "../dev/readable-log.ts";
import { reloadOnChanges, type ReloadSteps } from "../dev/reload-loop.ts";
import { outcomeOf } from "../generate/generations.ts";
import type { LiveProject } from "../generate/live-project.ts";
import { generateWatched, openWatched } from "../generate/watch-projects.ts";
import { exitCodes, type VerbOutcome } from "../outcome.ts";
import { printOutcome, type Format, type Terminal } from "../output/print-outcome.ts";
import { defaultEntry, describeProject, type ProjectDescription } from "../project/describe-project.ts";
import { findProject } from "../project/find-project.ts";
import type { TrustedProject } from "../project/foreign-project.ts";
import { moduleProblem } from "../project/module-problem.ts";
import { crdFolder, readCrds } from "../project/read-release-inputs.ts";
import { watchFolders, type FolderWatch } from "../project/watch-folders.ts";
import type { VerbArguments } from "../verb.ts";

/** What stays the same during one run of dev. */
interface Session {
  readonly place: TrustedProject;
  readonly entry: string;
  readonly crds: string;
  readonly terminal: Terminal;
  readonly format: Format;
  readonly api: LiveProject;
  readonly watch: FolderWatch;
  readonly once: boolean;
}

/** Runs the project until Ctrl-C, or with --once until it is ready. */
export async function run(given: VerbArguments, real: Terminal): Promise<VerbOutcome> {
  // Before anything else: from here on, a signal ends the run in order.
  const { signal } = real;
  const { terminal, format } = narrated({ ...real, signal }, given.format);
  const place = await findProject(terminal.cwd);
  const { root } = place;
  const { config, diagnostics, file } = await loadConfig(place);
  if (file !== undefined && config === undefined) return { title: `starting ${root}`, diagnostics };
  const watch = watchFolders([join(root, "src")], terminal.signal);
  try {
    const api = await openWatched(place, watch);
    const entry = config?.entry ?? defaultEntry;
    const crds = join(root, crdFolder(config));
    return await start({ place, entry, crds, terminal, format, api, watch, once: given.flag("once") });
  } finally {
    watch.close();
  }
}

/** A machine reads one document, the last: progress until then goes to the other stream, for people. */
function narrated(terminal: Terminal, format: Format): Pick<Session, "terminal" | "format"> {
  if (format !== "json" && format !== "sarif") return { terminal, format };
  return { terminal: { ...terminal, out: (text) => terminal.err(text) }, format: "pretty" };
}

async function start(session: Session): Promise<VerbOutcome> {
  const { place, entry, terminal, once } = session;
  const { root } = place;
  const generated = await generate(session, []);
  if (hasErrors(generated) && once) return { title: `starting ${root}`, diagnostics: generated };
  const { description, diagnostics: undescribed } = await describeProject(place, entry, terminal.signal);
  // Ctrl-C this early is not a failure: there is nothing to stop yet.
  if (terminal.signal.aborted) return { title: `stopped before ${entry} was started`, diagnostics: [] };
  if (description === undefined) return { title: `starting ${entry} in ${root}`, diagnostics: undescribed };
  terminal.out(`starting ${description.type} "${description.name}" in ${root}\n`);
  const environment = await startDevEnvironment(place, description);
  try {
    return await live(session, { environment, description });
  } finally {
    await environment.stop();
  }
}

interface Running {
  readonly environment: DevEnvironment;
  readonly description: ProjectDescription;
}

async function live(session: Session, { environment, description }: Running): Promise<VerbOutcome> {
  const { place, entry, crds, terminal, watch, once } = session;
  await environment.apply(await readCrds(crds, place.root), description);
  terminal.out(`control plane ready: export KUBECONFIG=${relative(terminal.cwd, environment.kubeconfigFile)}\n`);
  const project = new DevProcess({
    ...place,
    entry,
    args: environment.args,
    env: environment.env,
    readyUrl: environment.readyUrl,
    print: (text) => terminal.out(terminal.interactive ? readableLog(text) : text),
  });
  try {
    if (once) {
      const started = await project.restart(terminal.signal);
      if (started.ready) report(session, started);
      return { title: `stopped ${entry}`, diagnostics: problemsOf(session, started) };
    }
    await restart(session, project);
    await reloadOnChanges(watch.batches, reloadSteps(session, environment, project), description);
    return { title: `stopped ${entry} and its control plane`, diagnostics: [] };
  } finally {
    await project.stop();
  }
}

function reloadSteps(session: Session, environment: DevEnvironment, project: DevProcess): ReloadSteps {
  const { place, entry, crds, terminal, format, api } = session;
  const { root } = place;
  return {
    affects: (file) => api.reads(file) || (isBelow(join(root, "src"), file) && !isTest(file) && !api.owns(file)),
    generates: (file) => api.reads(file),
    announce: (changed) => terminal.out(`changed: ${changed.map((file) => relative(root, file)).join(", ")}\n`),
    generate: async (changed) => !hasErrors(await generate(session, changed)),
    async describe() {
      const { description, diagnostics } = await describeProject(place, entry, terminal.signal);
      const title = `restarting ${entry}`;
      if (description === undefined && !terminal.signal.aborted)
        printOutcome({ title, diagnostics, next: "save a change to try again" }, format, terminal);
      return description;
    },
    apply: async (described) => environment.apply(await readCrds(crds, root), described),
    restart: () => restart(session, project),
  };
}

function isTest(file: string): boolean {
  return /\.(test|spec)\.ts$/.test(file);
}

async function restart(session: Session, project: DevProcess): Promise<boolean> {
  const started = await project.restart(session.terminal.signal);
  report(session, started);
  reportExit(session, project);
  return started.ready;
}

/** Generates for a project with an API and prints what changed or is wrong; with --once, errors become the outcome. */
async function generate(
  { api, watch, terminal, format, once }: Session,
  changed: readonly string[],
): Promise<readonly Diagnostic[]> {
  const generation = await generateWatched(api, changed, watch);
  if ("result" in generation && !generation.result.hasApi) return [];
  const { next: _, ...outcome } = outcomeOf([generation], { cwd: terminal.cwd, check: false, named: false });
  if (once && hasErrors(outcome.diagnostics)) return outcome.diagnostics;
  if (printOutcome(outcome, format, terminal) !== exitCodes.ok) terminal.out("waiting for a change\n");
  return outcome.diagnostics;
}

function report(session: Session, started: Started): void {
  const { entry, terminal, format } = session;
  if (started.ready) terminal.out(`${entry} ready after ${started.ms} ms\n`);
  else if (!terminal.signal.aborted) {
    const title = `${entry} ended before it was ready`;
    printOutcome(
      { title, diagnostics: problemsOf(session, started), next: "save a change to try again" },
      format,
      terminal,
    );
  }
}

function problemsOf({ place, entry }: Session, started: Started): Diagnostic[] {
  return started.ready ? [] : [moduleProblem(join(place.root, entry), started.stderr, place.root)];
}

/** A process that ends by itself later is reported; dev keeps waiting for a change. */
function reportExit({ entry, terminal }: Session, project: DevProcess): void {
  void project.exited.then((code) =>
    terminal.out(`${entry} ended with code ${code ?? "none"}; save a change to start it again\n`),
  );
}
