// One run of `capstan dev`: the steps that start the project and repeat what a change affects, and what is printed about them.
import { join, relative } from "node:path";
import { isBelow } from "@capstan/generator-model/files";
import { hasErrors, type Diagnostic } from "@capstan/kube";
import { memberNames, memberWords, type RunMember } from "../config/members.ts";
import { outcomeOf } from "../generate/generations.ts";
import type { LiveProject } from "../generate/live-project.ts";
import { generateWatched } from "../generate/watch-projects.ts";
import { printDiagnostic, printOutcome, type Format, type Terminal } from "../output/print-outcome.ts";
import {
  describeProject,
  type DescribeRun,
  type MemberDescriptions,
  type ProjectDescription,
} from "../project/describe-project.ts";
import type { TrustedProject } from "../project/foreign-project.ts";
import type { DebuggerSettings } from "../project/say-alive.ts";
import type { Standby } from "../project/stand-by.ts";
import type { FolderWatch } from "../project/watch-folders.ts";
import { reviewConfig } from "./config-review.ts";
import { ControlPlaneUpdates } from "./control-plane-updates.ts";
import { startDevEnvironment, type DevEnvironment, type RunOf } from "./dev-environment.ts";
import { DevReport } from "./dev-report.ts";
import type { DevActions, DevView } from "./dev-view.ts";
import { endProblem } from "./end-problem.ts";
import { type Block, LoopWatch } from "./loop-watch.ts";
import type { ManagersPlace } from "./manager-files.ts";
import { type DevProgram, reportBlock } from "./member-process.ts";
import { ProjectProcesses } from "./project-processes.ts";
import { ProjectStarts } from "./project-starts.ts";
import type { DescribedProject, ReloadSteps } from "./reload-loop.ts";
import { SampleRun } from "./sample-run.ts";
import { Surroundings } from "./surroundings.ts";
import { isTestFile, TypeCheck } from "./type-check.ts";

/** What stays the same during one run of dev. */
export interface DevSessionOptions {
  readonly place: TrustedProject;
  /** The programs of the project, the main one first. */
  readonly members: readonly RunMember[];
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
  /** The debuggers of the processes, in the order of the programs. */
  readonly inspect?: readonly DebuggerSettings[] | undefined;
  /** Where Cluster API's managers are. Default: they are simulated. */
  readonly managers?: ManagersPlace | undefined;
  /** The sample to apply when the project is ready for the first time: of a file, or of the project. */
  readonly apply?: { readonly file: string | undefined } | undefined;
  /** Processes that stand by for the first descriptions. */
  readonly early?: readonly (Standby | undefined)[];
  /** The screen that shows the run, if there is one. */
  readonly view?: DevView;
}

/** How long the description of a program is waited for when another one has described itself: a busy computer is slow for both. */
const lateMs = 5000;
const lateWords = `it did not end within ${lateMs / 1000} seconds after another program of the project`;

interface Running {
  readonly environment: DevEnvironment;
  readonly around: Surroundings;
}

/** Holds the control plane and the project's processes once they are started. */
export class DevSession implements ReloadSteps, DevActions {
  readonly #options: DevSessionOptions;
  readonly #programs: readonly DevProgram[];
  readonly #report: DevReport;
  readonly #processes: ProjectProcesses;
  #running: Running | undefined;
  /** The last description of each program. */
  readonly #descriptions: (ProjectDescription | undefined)[];
  /** The programs that could not describe themselves the last time: they are not started. */
  readonly #undescribed = new Set<number>();
  /** Those of them that were not waited for any longer. */
  readonly #late = new Set<number>();
  #isDescribed = false;
  /** The objects of the sample as they were applied last. */
  readonly #sample: SampleRun;
  /** The file that counts as changed because a person wants a restart. */
  #requested: string | undefined;
  readonly #types: TypeCheck;
  /** A sentence without its end: who runs. */
  readonly #runs: string;
  readonly #starts: ProjectStarts;
  readonly #updates: ControlPlaneUpdates;
  #endFollow: (() => void) | undefined;
  /** What was printed last about the configuration. */
  #config = "[]";

  constructor(options: DevSessionOptions) {
    this.#options = options;
    const { place, terminal, format, members, view, watch } = options;
    const words = members.length === 1 ? [] : memberWords(members);
    this.#programs = members.map(({ entry }, part) => ({ entry, part, word: words[part] ?? "" }));
    this.#descriptions = members.map(() => undefined);
    const report = new DevReport(options);
    this.#report = report;
    this.#sample = new SampleRun({ ...options, report });
    view?.sampleWaits(this.#sample.isWanted);
    this.#updates = new ControlPlaneUpdates({ ...options, report, print: (found) => this.#printLines(found) });
    this.#processes = new ProjectProcesses({ ...options, programs: this.#programs, report });
    const note = (line: string): void => report.say(line);
    this.#starts = new ProjectStarts({
      start: (signal) => this.#restart(signal),
      kill: () => this.#processes.kill(),
      note,
    });
    this.#runs = members.length === 1 ? `${members[0]?.entry ?? ""} runs` : "the project runs";
    this.#types = new TypeCheck({
      place,
      note,
      show: (found) => {
        const diagnostics = report.ownProblems(found);
        const title = `types are wrong, ${this.#runs} nevertheless`;
        if (hasErrors(diagnostics)) printOutcome({ title, diagnostics }, format, terminal);
        else this.#printLines(diagnostics);
      },
      found: (found) => report.shows("types", found),
      watch,
      saved: () => view?.changed(),
    });
  }

  /** What the last step reports: the outcome of a run that is not repeated. */
  get problems(): readonly Diagnostic[] {
    return this.#report.problems;
  }

  /** Whether the control plane runs. */
  get isStarted(): boolean {
    return this.#running !== undefined;
  }

  affects(file: string): boolean {
    const { place, api } = this.#options;
    return api.reads(file) || (isBelow(join(place.root, "src"), file) && !isTestFile(file) && !api.owns(file));
  }

  generates(file: string): boolean {
    return this.#options.api.reads(file);
  }

  check(others: readonly string[]): void {
    this.#types.saved(others.filter((file) => !this.#options.api.owns(file)));
  }

  saved(others: readonly string[]): void {
    void this.#sample.saved(others, this.#running?.environment.client);
  }

  announce(changed: readonly string[]): void {
    this.#types.stop();
    this.#processes.saved();
    if (this.isStarted) this.#report.saved();
    const { place, view } = this.#options;
    view?.changed();
    const saved = changed.filter((file) => file !== this.#requested);
    this.#requested = undefined;
    if (saved.length > 0) this.#report.say(`changed: ${saved.map((file) => relative(place.root, file)).join(", ")}`);
  }

  /** Generates for a project with an API and prints what changed or is wrong. */
  async generate(changed: readonly string[]): Promise<boolean> {
    const { api, watch, terminal, format, once } = this.#options;
    const generation = await generateWatched(api, changed, watch);
    const hasApi = !("result" in generation) || generation.result.hasApi;
    const { next: _, ...outcome } = outcomeOf([generation], { cwd: terminal.cwd, check: false, named: false });
    if (changed.length > 0) await this.#reviewConfig(hasApi ? outcome.diagnostics : []);
    // A source of its own: what describes the project meanwhile reports that nothing else is wrong.
    if (!hasApi) {
      this.#report.shows("generate", []);
      return true;
    }
    this.#report.found(outcome.diagnostics, { source: "generate" });
    const isBroken = hasErrors(outcome.diagnostics);
    if (once && isBroken) return false;
    printOutcome(outcome, format, terminal);
    if (isBroken) this.#startFailed();
    return !isBroken;
  }

  wait(): void {
    this.#report.say(
      this.#processes.isRunning
        ? `${this.#runs} without this change, and waits for the next one`
        : "waiting for a change",
    );
  }

  /** Shows what is wrong with the configuration as it is now, beside what a generation has found, and prints what was not printed before. */
  async #reviewConfig(known: readonly Diagnostic[]): Promise<void> {
    const { format, terminal } = this.#options;
    const found = await reviewConfig(this.#options);
    const diagnostics = found.filter(({ message }) => !known.some((each) => each.message === message));
    this.#report.shows("config", diagnostics);
    const now = JSON.stringify(diagnostics);
    if (now !== this.#config && diagnostics.length > 0)
      printOutcome({ title: "checking the configuration", diagnostics }, format, terminal);
    this.#config = now;
  }

  async describe(signal: AbortSignal): Promise<DescribedProject | undefined> {
    if (!this.isStarted) this.#options.view?.process("starting");
    const asked = this.#programs.filter(({ part }) => !this.#processes.hasFailed(part));
    const isFirst = !this.#isDescribed;
    this.#isDescribed = true;
    const late = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const describe = async (program: DevProgram): Promise<boolean> => {
      const could = await this.#describeProgram(program, { signal, isFirst, late: late.signal });
      if (could && !this.#options.once) timer ??= setTimeout(() => late.abort(lateWords), lateMs);
      return could;
    };
    const could = await Promise.all(asked.map(describe)).finally(() => clearTimeout(timer));
    if (could.includes(true))
      return { descriptions: [...this.#descriptions], isComplete: this.#undescribed.size === 0 };
    if (!signal.aborted) this.#startFailed();
    return undefined;
  }

  /** Nothing is started: what ran before runs on. */
  #startFailed(): void {
    this.#report.release();
    if (!this.isStarted) this.#options.view?.process("failed");
  }

  /** Whether the program could say what it is. */
  async #describeProgram(
    program: DevProgram,
    { isFirst, ...signals }: Pick<DescribeRun, "signal" | "late"> & { readonly isFirst: boolean },
  ): Promise<boolean> {
    const { place, early, once } = this.#options;
    const { root } = place;
    const { entry, part, word } = program;
    let block: Block | undefined;
    const known = { ...this.#options, ...program, report: this.#report };
    const { description, ended, ...found } = await describeProject(place, entry, {
      ...signals,
      standby: isFirst ? early?.[part] : undefined,
      started: (child) =>
        void new LoopWatch(child, {
          root,
          blocked: (place) => {
            block = place;
            if (place.stopped === undefined) this.#report.replaced(part);
            reportBlock(place, known);
          },
          freed: () => {
            block = undefined;
            this.#report.shows("loop", [], part);
          },
        }),
      blocked: () => block,
    });
    if (block !== undefined && word !== "") this.#report.shows("loop", [], part);
    // Of a program that has never run, this is its start.
    const isStart = ended !== undefined && this.#descriptions[part] === undefined;
    const end = { root, entry, once, when: " before it was ready", hasShown: () => false };
    const diagnostics = isStart ? [endProblem({ ...ended, signalCode: null, stderr: "" }, end)] : found.diagnostics;
    this.#late.delete(part);
    if (description === undefined) {
      this.#undescribed.add(part);
      if (signals.late?.aborted === true) this.#late.add(part);
    } else {
      this.#undescribed.delete(part);
      this.#descriptions[part] = description;
    }
    const title = this.isStarted ? `restarting ${entry}` : `starting ${entry} in ${root}`;
    this.#report.report({ title, diagnostics: signals.signal.aborted ? [] : diagnostics }, { part });
    return description !== undefined;
  }

  async apply({ descriptions }: DescribedProject): Promise<boolean> {
    const { terminal } = this.#options;
    const isFirst = this.#running === undefined;
    try {
      this.#running ??= await this.#start(descriptions);
    } catch (error) {
      // Ctrl-C ends the start: that is no failure.
      if (terminal.signal.aborted) return false;
      throw error;
    }
    const { environment, around } = this.#running;
    this.#processes.plan(environment.runOf, descriptions);
    around.describe(descriptions);
    const isUpToDate = await this.#updates.update(environment, descriptions);
    const kubeconfig = relative(terminal.cwd, environment.kubeconfigFile);
    if (isFirst && isUpToDate) terminal.out(`control plane ready: export KUBECONFIG=${kubeconfig}\n`);
    return isUpToDate;
  }

  /** The screen has lines about them. */
  #printLines(problems: readonly Diagnostic[]): void {
    const { terminal, view } = this.#options;
    for (const each of view === undefined ? problems : []) printDiagnostic(each, terminal);
  }

  restart(signal: AbortSignal): Promise<boolean> {
    return this.#starts.restart(signal);
  }

  async #restart(signal: AbortSignal): Promise<boolean> {
    if (this.#running === undefined) return false;
    const ready = await this.#processes.restart(signal, this.#undescribed);
    const isComplete = ready.any && ready.noneFailed && [...this.#undescribed].every((part) => this.#late.has(part));
    if (isComplete && this.#sample.isWanted) await this.applySample(signal);
    if (!this.#options.once && ready.any) this.#types.start();
    return ready.any;
  }

  async stop(): Promise<void> {
    this.#types.stop();
    this.#endFollow?.();
    await this.#starts.stop();
    await this.#processes.stop();
    await this.#running?.around.stop();
    await this.#running?.environment.stop();
  }

  async #start(descriptions: MemberDescriptions): Promise<Running> {
    const { place, members, real = false, managers, terminal } = this.#options;
    const note = (line: string): void => this.#report.say(line);
    const programs = descriptions.flatMap((each) => (each === undefined ? [] : [`${each.type} "${each.name}"`]));
    note(`starting ${programs.join(" and ")} in ${place.root}`);
    const { signal } = terminal;
    const planned = (runOf: RunOf): void => this.#processes.plan(runOf, descriptions, true);
    let environment: DevEnvironment | undefined;
    try {
      environment = await startDevEnvironment(place, descriptions, { members, real, managers, note, planned, signal });
      const around = await this.#startAround(environment, descriptions);
      this.#report.around = around;
      this.#endFollow = environment.followStored((invalid) => this.#updates.showStored(invalid));
      return { environment, around };
    } catch (error) {
      // Nobody else would end them, and with that this process.
      await this.#processes.stop();
      await environment?.stop();
      throw error;
    }
  }

  #startAround(environment: DevEnvironment, descriptions: MemberDescriptions): Promise<Surroundings> {
    const { terminal, once, view } = this.#options;
    const known = this.#programs.map(({ part }) => ({ ...this.#options.members[part], ...descriptions[part] }));
    const type = [...new Set(known.flatMap((each) => each.type ?? []))].join(", ");
    const project = { name: memberNames(known), type, programs: known.length };
    view?.started(environment, project);
    return Surroundings.start({
      environment,
      descriptions,
      project: project.name,
      note: (line) => this.#report.say(line),
      cwd: terminal.cwd,
      hasConsole: !once,
      view,
      kill: () => this.kill(),
      rejected: (all, added) => {
        this.#report.shows("topology", all);
        this.#printLines(added);
      },
      moveClock: (aheadMs) => this.#processes.moveClock(aheadMs),
    });
  }

  /** Before there is a control plane, that is remembered for the moment when the project is ready. */
  async applySample(signal?: AbortSignal): Promise<void> {
    await this.#sample.apply(this.#running?.environment.client, signal);
    this.#options.view?.sampleWaits(this.#sample.isWanted);
  }

  kill(): Promise<string> {
    return this.#starts.kill();
  }

  requestRestart(): void {
    const { place, watch } = this.#options;
    this.#report.say("restarting");
    this.#requested = join(place.root, "src", "main.ts");
    watch.changed(this.#requested);
  }
}
