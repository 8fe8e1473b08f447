// `capstan dev`: generates, starts a control plane and runs the project on it; on every change it repeats what the change affects.
// Ctrl-C stops everything it started.
import { join, relative } from "node:path";
import { hasErrors, type Diagnostic } from "@capstan/kube";
import type { Description } from "@capstan/contract/description";
import { loadConfig } from "../config/load-config.ts";
import { startDevEnvironment, type DevEnvironment } from "../dev/dev-environment.ts";
import { DevProcess, type Started } from "../dev/dev-process.ts";
import { outcomeOf } from "../generate/generations.ts";
import { LiveProject } from "../generate/live-project.ts";
import { exitCodes, type VerbOutcome } from "../outcome.ts";
import { printOutcome, type Format, type Terminal } from "../output/print-outcome.ts";
import { defaultEntry, describeProject } from "../project/describe-project.ts";
import { findProject } from "../project/find-project.ts";
import { moduleProblem } from "../project/module-problem.ts";
import { crdFolder, readCrds } from "../project/read-release-inputs.ts";
import { watchFolders } from "../project/watch-folders.ts";
import type { VerbArguments } from "../verb.ts";

/** What stays the same during one run of dev. */
interface Session {
  readonly root: string;
  readonly entry: string;
  readonly crds: string;
  readonly terminal: Terminal;
  readonly format: Format;
  readonly api: LiveProject;
  readonly once: boolean;
}

/** Runs the project until Ctrl-C, or with --once until it is ready. */
export async function run(given: VerbArguments, real: Terminal): Promise<VerbOutcome> {
  const { terminal, format } = narrated(real, given.format);
  const { root } = await findProject(terminal.cwd);
  const { config, diagnostics, file } = await loadConfig(root);
  if (file !== undefined && config === undefined) return { lookedAt: `looked at ${root}`, diagnostics };
  const entry = config?.entry ?? defaultEntry;
  const session = {
    root,
    entry,
    crds: join(root, crdFolder(config)),
    terminal,
    format,
    api: await LiveProject.open(root),
    once: given.flag("once"),
  };
  const generated = await generate(session, []);
  if (hasErrors(generated) && session.once) return { lookedAt: `looked at ${root}`, diagnostics: generated };
  // Ctrl-C this early is not a failure: there is nothing to stop yet.
  const stopped = { lookedAt: `stopped before ${entry} was started`, diagnostics: [] };
  const { description, diagnostics: undescribed } = await describeProject(root, entry, terminal.signal);
  if (terminal.signal.aborted) return stopped;
  if (description === undefined) return { lookedAt: `looked at ${entry} in ${root}`, diagnostics: undescribed };
  terminal.out(`looked at ${description.type} "${description.name}" in ${root}\n`);
  const environment = await startDevEnvironment(root, description);
  try {
    return await live(session, { environment, description });
  } finally {
    await environment.stop();
  }
}

interface Running {
  readonly environment: DevEnvironment;
  readonly description: Description;
}

/** A machine reads one document, the last: progress until then goes to the other stream, for people. */
function narrated(terminal: Terminal, format: Format): Pick<Session, "terminal" | "format"> {
  if (format !== "json" && format !== "sarif") return { terminal, format };
  return { terminal: { ...terminal, out: (text) => terminal.err(text) }, format: "pretty" };
}

async function live(session: Session, { environment, description }: Running): Promise<VerbOutcome> {
  const { root, entry, terminal, once } = session;
  await environment.apply(await readCrds(session.crds), description);
  terminal.out(`control plane ready: export KUBECONFIG=${relative(terminal.cwd, environment.kubeconfigFile)}\n`);
  const project = new DevProcess({
    root,
    entry,
    args: environment.args,
    env: environment.env,
    readyUrl: environment.readyUrl,
    print: (text) => terminal.out(text),
  });
  try {
    if (once) {
      const started = await project.restart(terminal.signal);
      if (started.ready) report(session, started);
      return { lookedAt: `stopped ${entry}`, diagnostics: problemsOf(session, started), next: "capstan dev" };
    }
    const changes = watchFolders([join(root, "src"), ...session.api.sourceFolders], terminal.signal).batches;
    report(session, await project.restart(terminal.signal));
    reportExit(session, project);
    for await (const changed of changes) {
      if (!(await refresh(session, environment, changed))) continue;
      report(session, await project.restart(terminal.signal));
      reportExit(session, project);
    }
    return { lookedAt: `stopped ${entry} and its control plane`, diagnostics: [] };
  } finally {
    await project.stop();
  }
}

/** Brings generated files and the control plane up to date; false when there is nothing to run or the sources have errors. */
async function refresh(session: Session, environment: DevEnvironment, changed: readonly string[]): Promise<boolean> {
  const { root, entry, api, terminal, format } = session;
  if (changed.every((file) => /\.(test|spec)\.ts$/.test(file) || api.owns(file))) return false;
  terminal.out(`changed: ${changed.map((file) => relative(root, file)).join(", ")}\n`);
  if (!changed.some((file) => api.reads(file))) return true;
  if (hasErrors(await generate(session, changed))) return false;
  const { description, diagnostics } = await describeProject(root, entry, terminal.signal);
  if (description !== undefined) await environment.apply(await readCrds(session.crds), description);
  else
    printOutcome({ lookedAt: `looked at ${entry}`, diagnostics, next: "save a change to try again" }, format, terminal);
  return description !== undefined;
}

/** Generates for a project with an API and prints what changed or is wrong; with --once, errors become the outcome. */
async function generate(
  { api, terminal, format, once }: Session,
  changed: readonly string[],
): Promise<readonly Diagnostic[]> {
  const generation = await api.generate({ changed });
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
    const lookedAt = `${entry} ended before it was ready`;
    printOutcome(
      { lookedAt, diagnostics: problemsOf(session, started), next: "save a change to try again" },
      format,
      terminal,
    );
  }
}

function problemsOf({ root, entry }: Session, started: Started): Diagnostic[] {
  return started.ready ? [] : [moduleProblem(join(root, entry), started.stderr)];
}

/** A process that ends by itself later is reported; dev keeps waiting for a change. */
function reportExit({ entry, terminal }: Session, project: DevProcess): void {
  void project.exited.then((code) =>
    terminal.out(`${entry} ended with code ${code ?? "none"}; save a change to start it again\n`),
  );
}
