// One run of `capstan dev`: the steps that start the project and repeat what a change affects, and what is printed about them.
import { join, relative } from "node:path";
import { isBelow } from "@capstan/generator-model/files";
import { diagnose, errorFrom, hasErrors, oneLine, type Diagnostic } from "@capstan/kube";
import { diagnosticOf } from "../diagnostic-of.ts";
import { outcomeOf } from "../generate/generations.ts";
import type { LiveProject } from "../generate/live-project.ts";
import { generateWatched } from "../generate/watch-projects.ts";
import { exitCodes, type VerbOutcome } from "../outcome.ts";
import { printDiagnostic, printOutcome, type Format, type Terminal } from "../output/print-outcome.ts";
import { describeProject, type ProjectDescription } from "../project/describe-project.ts";
import type { TrustedProject } from "../project/foreign-project.ts";
import { endProblem, endWords } from "./end-problem.ts";
import type { DebuggerSettings } from "../project/say-alive.ts";
import { readCrds } from "../project/read-release-inputs.ts";
import type { Standby } from "../project/stand-by.ts";
import type { FolderWatch } from "../project/watch-folders.ts";
import { devDiagnostics } from "./dev-diagnostics.ts";
import { startDevEnvironment, type DevEnvironment, type EnvironmentRun } from "./dev-environment.ts";
import { DevProcess, type Ended } from "./dev-process.ts";
import type { DevActions, DevView, ProblemSource } from "./dev-view.ts";
import { ErrorLog, type ErrorLogOptions } from "./error-log.ts";
import { packageOf } from "./kits.ts";
import { LoopWatch, type Block } from "./loop-watch.ts";
import { readableLog } from "./readable-log.ts";
import { ProjectStarts } from "./project-starts.ts";
import type { ReloadSteps } from "./reload-loop.ts";
import { applySample, readSample } from "./sample.ts";
import { Surroundings } from "./surroundings.ts";
import { TypeCheck } from "./type-check.ts";

/** What stays the same during one run of dev. */
export interface DevSessionOptions {
  readonly place: TrustedProject;
  readonly entry: string;
  /** The folder of the CRDs. */
  readonly crds: string;
  readonly terminal: Terminal;
  readonly format: Format;
  readonly api: LiveProject;
  readonly watch: FolderWatch;
  /** Whether the run ends when the project is ready, or cannot be. */
  readonly once: boolean;
  /** Whether the API server is kube-apiserver. Default: false, the embedded one. */
  readonly real?: boolean;
  /** The debugger of the project's process. */
  readonly inspect?: DebuggerSettings | undefined;
  /** The folder with Cluster API's managers. Default: they are simulated. */
  readonly managers?: string | undefined;
  /** The sample to apply when the project is ready for the first time: of a file, or of the project. */
  readonly apply?: { readonly file: string | undefined } | undefined;
  /** A process that stands by for the first description. */
  readonly early?: Standby | undefined;
  /** The screen that shows the run, if there is one. */
  readonly view?: DevView;
}

interface Running {
  readonly environment: DevEnvironment;
  readonly project: DevProcess;
  readonly around: Surroundings;
}

/** Holds the control plane and the project's process once they are started. */
export class DevSession implements ReloadSteps, DevActions {
  readonly #options: DevSessionOptions;
  #running: Running | undefined;
  #problems: readonly Diagnostic[] = [];
  #errors: ErrorLog | undefined;
  #isApplied = false;
  #isDescribed = false;
  /** The file that counts as changed because a person wants a restart. */
  #requested: string | undefined;
  readonly #types: TypeCheck;
  readonly #starts: ProjectStarts;

  constructor(options: DevSessionOptions) {
    this.#options = options;
    const { place, terminal, format, entry } = options;
    const note = (line: string): void => this.#say(line);
    this.#starts = new ProjectStarts({
      start: (signal) => this.#restart(signal),
      kill: async () => (await this.#running?.project.kill()) ?? false,
      note,
    });
    const title = `types are wrong, ${entry} runs nevertheless`;
    this.#types = new TypeCheck({
      place,
      note,
      show: (found) => printOutcome({ title, diagnostics: found }, format, terminal),
      found: (found) => this.#shows("types", found),
    });
  }

  /** What the last step reports: the outcome of a run that is not repeated. */
  get problems(): readonly Diagnostic[] {
    return this.#problems;
  }

  /** Whether the control plane runs. */
  get isStarted(): boolean {
    return this.#running !== undefined;
  }

  affects(file: string): boolean {
    const { place, api } = this.#options;
    return api.reads(file) || (isBelow(join(place.root, "src"), file) && !isTest(file) && !api.owns(file));
  }

  generates(file: string): boolean {
    return this.#options.api.reads(file);
  }

  announce(changed: readonly string[]): void {
    this.#types.stop();
    const { place, view } = this.#options;
    view?.changed();
    this.#shows("stored", []);
    const saved = changed.filter((file) => file !== this.#requested);
    this.#requested = undefined;
    if (saved.length > 0) this.#say(`changed: ${saved.map((file) => relative(place.root, file)).join(", ")}`);
  }

  /** Generates for a project with an API and prints what changed or is wrong. */
  async generate(changed: readonly string[]): Promise<boolean> {
    const { api, watch, terminal, format, once } = this.#options;
    const generation = await generateWatched(api, changed, watch);
    if ("result" in generation && !generation.result.hasApi) return true;
    const { next: _, ...outcome } = outcomeOf([generation], { cwd: terminal.cwd, check: false, named: false });
    this.#found(outcome.diagnostics);
    const isBroken = hasErrors(outcome.diagnostics);
    if (once && isBroken) return false;
    if (printOutcome(outcome, format, terminal) !== exitCodes.ok) terminal.out("waiting for a change\n");
    return !isBroken;
  }

  async describe(signal: AbortSignal): Promise<ProjectDescription | undefined> {
    const { place, entry, early } = this.#options;
    const { description, diagnostics } = await describeProject(place, entry, {
      signal,
      standby: this.#isDescribed ? undefined : early,
      started: (child) => void new LoopWatch(child, { root: place.root, blocked: (block) => this.#reportBlock(block) }),
    });
    this.#isDescribed = true;
    const title = this.isStarted ? `restarting ${entry}` : `starting ${entry} in ${place.root}`;
    this.#report({ title, diagnostics: signal.aborted ? [] : diagnostics });
    return description;
  }

  async apply(description: ProjectDescription): Promise<void> {
    const { place, crds, terminal } = this.#options;
    const isFirst = this.#running === undefined;
    const { signal } = terminal;
    try {
      this.#running ??= await this.#start(description);
    } catch (error) {
      // Ctrl-C ends the start: that is no failure.
      if (signal.aborted) return;
      throw error;
    }
    const { environment, around } = this.#running;
    around.describe(description);
    const invalid = await environment.apply(await readCrds(crds, place.root), description);
    this.#shows("stored", invalid);
    for (const each of this.#options.view === undefined ? invalid : []) printDiagnostic(each, terminal);
    if (isFirst) this.#printReady(environment);
  }

  restart(signal: AbortSignal): Promise<boolean> {
    return this.#starts.restart(signal);
  }

  async #restart(signal: AbortSignal): Promise<boolean> {
    const project = this.#running?.project;
    if (project === undefined) return false;
    this.#errors?.count();
    this.#errors = this.#createErrors();
    this.#running?.around.process("starting");
    const started = await project.restart(signal);
    const { entry } = this.#options;
    if (started.ready) this.#say(`${entry} ready after ${started.ms} ms`);
    this.#running?.around.process(started.ready ? "ready" : "failed");
    const title = `${entry} ended before it was ready`;
    this.#report({
      title,
      diagnostics: started.ready || signal.aborted ? [] : [this.#problemOf(started, " before it was ready")],
    });
    if (started.ready && this.#options.apply !== undefined && !this.#isApplied) await this.applySample();
    if (!this.#options.once && started.ready) {
      this.#reportExit(project);
      this.#types.start();
    }
    return started.ready;
  }

  async stop(): Promise<void> {
    this.#types.stop();
    await this.#starts.stop();
    await this.#running?.project.stop();
    await this.#running?.around.stop();
    await this.#running?.environment.stop();
  }

  async #start(description: ProjectDescription): Promise<Running> {
    const { place, real = false, managers, terminal } = this.#options;
    const note = (line: string): void => this.#say(line);
    note(`starting ${description.type} "${description.name}" in ${place.root}`);
    let project: DevProcess | undefined;
    const planned = (run: EnvironmentRun): void => {
      project = this.#createProcess(run, description);
      project.prepare();
    };
    let environment: DevEnvironment | undefined;
    try {
      environment = await startDevEnvironment(place, description, {
        real,
        managers,
        note,
        planned,
        signal: terminal.signal,
      });
      const around = await this.#startAround(environment, description);
      return { environment, project: project ?? this.#createProcess(environment, description), around };
    } catch (error) {
      // Nobody else would end them, and with that this process.
      await project?.stop();
      await environment?.stop();
      throw error;
    }
  }

  #startAround(environment: DevEnvironment, description: ProjectDescription): Promise<Surroundings> {
    const { terminal, once, view } = this.#options;
    view?.started(environment, description);
    return Surroundings.start({
      environment,
      description,
      note: (line) => this.#say(line),
      cwd: terminal.cwd,
      hasConsole: !once,
      view,
      kill: () => this.kill(),
      moveClock: (aheadMs) => this.#running?.project.moveClock(aheadMs),
    });
  }

  #createProcess({ args, env, readyUrl }: EnvironmentRun, description: ProjectDescription): DevProcess {
    const { place, entry, terminal, once, view, inspect } = this.#options;
    const print = (text: string): void => {
      this.#running?.around.log(text);
      if (view === undefined) terminal.out(terminal.interactive ? readableLog(text) : text);
    };
    return new DevProcess({
      ...place,
      entry,
      args,
      env,
      readyUrl,
      inspect,
      ...(!once && { packageName: packageOf(description, place.root) }),
      print,
      ...(!once && { onTrace: (received) => this.#running?.around.trace(received) }),
      unread: terminal.unread,
      take: (line) => this.#errors?.take(line) === true,
      note: (line) => this.#say(line),
      blocked: (block) => this.#reportBlock(block),
      freed: () => this.#shows("loop", []),
    });
  }

  /** A start does it once: what was deleted meanwhile must not come back with the next one. */
  async applySample(): Promise<void> {
    const { apply, place, terminal } = this.#options;
    const client = this.#running?.environment.client;
    if (client === undefined) return;
    this.#isApplied = true;
    const options = { root: place.root, cwd: terminal.cwd, env: terminal.env, file: apply?.file };
    const sample = await readSample(options).catch((error: unknown) => ({ diagnostics: [diagnosticOf(error)] }));
    const title = "applying the sample";
    if (!("objects" in sample) || hasErrors(sample.diagnostics))
      return this.#report({ title, diagnostics: sample.diagnostics }, "sample");
    this.#say(`applying ${sample.files.join(", ")}`);
    try {
      for (const line of await applySample(client, sample.objects)) this.#say(oneLine(line));
      this.#shows("sample", []);
    } catch (error) {
      const problem = oneLine(errorFrom(error).message);
      const file = sample.files.join(", ");
      const diagnostics = [diagnose(devDiagnostics, "dev/not-applied", { values: { file, problem } })];
      this.#report({ title, diagnostics }, "sample");
    }
  }

  kill(): Promise<string> {
    return this.#starts.kill();
  }

  requestRestart(): void {
    const { place, watch } = this.#options;
    this.#requested = join(place.root, "src", "main.ts");
    watch.changed(this.#requested);
  }

  #printReady({ kubeconfigFile }: DevEnvironment): void {
    const { terminal } = this.#options;
    terminal.out(`control plane ready: export KUBECONFIG=${relative(terminal.cwd, kubeconfigFile)}\n`);
  }

  /** Keeps what a step found, and prints it unless it becomes the outcome of the run. */
  #report({ title, diagnostics }: Pick<VerbOutcome, "title" | "diagnostics">, source?: ProblemSource): void {
    const { terminal, format, once } = this.#options;
    this.#found(diagnostics, source);
    if (once || diagnostics.length === 0) return;
    printOutcome({ title, diagnostics, next: "save a change to try again" }, format, terminal);
  }

  #found(diagnostics: readonly Diagnostic[], source: ProblemSource = "project"): void {
    this.#problems = diagnostics;
    this.#shows(source, diagnostics);
  }

  /** On the screen and on the page of the console. */
  #shows(source: ProblemSource, diagnostics: readonly Diagnostic[]): void {
    this.#options.view?.problems(source, diagnostics);
    this.#running?.around.problems(source, diagnostics);
  }

  /** Prints a line, which is in the log of the console, too. */
  #say(line: string, level: "info" | "error" = "info"): void {
    this.#options.terminal.out(`${line}\n`);
    this.#running?.around.tell(line, level);
  }

  /** A process that ends by itself later is reported; dev keeps waiting for a change. */
  #reportExit({ exited }: DevProcess): void {
    void exited.then((ended) => {
      const { entry } = this.#options;
      this.#errors?.count();
      this.#running?.around.process("failed");
      const problem = { title: `${entry} ${endWords(ended)}`, diagnostics: [this.#problemOf(ended, " by itself")] };
      // A source of its own: what describes the project meanwhile reports that nothing else is wrong.
      this.#report(problem, "exit");
    });
  }

  #createErrors(): ErrorLog {
    const { place, terminal, view } = this.#options;
    const note = (line: string): void => {
      if (view === undefined) return this.#say(line, "error");
      view.again(line);
      this.#running?.around.tell(line, "error");
    };
    const show: ErrorLogOptions["show"] = (diagnostic, entry) => {
      this.#running?.around.thrown(diagnostic, entry);
      if (view === undefined) printDiagnostic(diagnostic, terminal);
      else view.thrown(diagnostic, entry);
    };
    return new ErrorLog({ root: place.root, note, show });
  }

  #reportBlock({ position, stopped }: Block): void {
    const { entry, terminal, format } = this.#options;
    if (stopped !== undefined)
      return terminal.out(`${entry} is stopped by a signal; it goes on after kill -CONT ${stopped}\n`);
    const place = position === undefined ? {} : { position };
    const diagnostic = diagnose(devDiagnostics, "dev/blocked", { values: { entry }, ...place });
    this.#shows("loop", [diagnostic]);
    printOutcome({ title: `${entry} does not answer`, diagnostics: [diagnostic] }, format, terminal);
  }

  /** Why the process ended. */
  #problemOf(ended: Ended, when: string): Diagnostic {
    const { place, entry } = this.#options;
    const hasShown = (message: string): boolean => this.#errors?.hasShown(message) === true;
    return endProblem(ended, { root: place.root, entry, when, hasShown });
  }
}

function isTest(file: string): boolean {
  return /\.(test|spec)\.ts$/.test(file);
}
