// What `capstan dev` does at first and repeats after changes. What a failed step left to do stays to do: the next change, of whatever file, does it.
import type { MemberDescriptions } from "../project/describe-project.ts";

/** What the programs of a project are. */
export interface DescribedProject {
  readonly descriptions: MemberDescriptions;
  /** Whether every program could say it. */
  readonly isComplete: boolean;
}

/** The steps of a reload. The signal of a step aborts when the next change comes, or dev ends: then nothing else is to be waited for. */
export interface ReloadSteps {
  /** Whether the project is affected by this file at all. */
  affects(file: string): boolean;
  /** Whether generated files depend on this file. */
  generates(file: string): boolean;
  /** Called with changed files of a batch that affects the project in nothing, once what runs is done. */
  check(others: readonly string[]): void;
  /** Called with the changed files of a batch that the project is not affected by, once what runs is done. */
  saved(others: readonly string[]): void;
  /** Called with the changed files before anything is done about them. */
  announce(changed: readonly string[]): void;
  /** Generates; false when the sources have errors. */
  generate(changed: readonly string[]): Promise<boolean>;
  /** Asks the project what it is; undefined when none of its programs can say. */
  describe(signal: AbortSignal): Promise<DescribedProject | undefined>;
  /** Brings the control plane up to date with the generated files and the description; false when it could not. */
  apply(project: DescribedProject): Promise<boolean>;
  /** Starts the project again; whether one of its programs became ready. */
  restart(signal: AbortSignal): Promise<boolean>;
  /** Nothing is started before the next change. */
  wait(): void;
}

/** Loads the project that was generated, or could not be, and again after every batch of changes until there are no more. A change interrupts what the one before it has begun. */
export async function reloadOnChanges(
  batches: AsyncIterable<readonly string[]>,
  steps: ReloadSteps,
  isGenerated: boolean,
): Promise<void> {
  const reload = new Reload(steps, isGenerated);
  const changes = batches[Symbol.asyncIterator]();
  let run = begin(reload, []);
  try {
    for (let next = await first(changes.next(), run); next.done !== true; next = await first(changes.next(), run)) {
      const changed = next.value.filter((file) => steps.affects(file));
      if (changed.length > 0) {
        await run.end();
        run = begin(reload, changed);
      }
      const others = next.value.filter((file) => !changed.includes(file));
      const rest = (): void => {
        if (changed.length === 0) steps.check(others);
        steps.saved(others);
      };
      if (others.length > 0) void run.done.then(rest, () => undefined);
    }
  } finally {
    await run.end();
  }
}

interface ReloadRun {
  readonly done: Promise<void>;
  /** Interrupts it, and resolves when it has ended. */
  end(): Promise<void>;
}

function begin(reload: Reload, changed: readonly string[]): ReloadRun {
  const stop = new AbortController();
  const done = reload.run(changed, stop.signal);
  const end = (): Promise<void> => {
    stop.abort();
    return done;
  };
  return { done, end };
}

/** What comes next, unless the run fails before that. */
function first<T>(next: Promise<T>, { done }: ReloadRun): Promise<T> {
  return Promise.race([next, done.then(() => next)]);
}

class Reload {
  readonly #steps: ReloadSteps;
  /** The changes that a generation has failed with; undefined when generated files are up to date. */
  #toGenerate: readonly string[] | undefined;
  /** The description that was applied; undefined when the control plane is out of date. */
  #applied: string | undefined;

  constructor(steps: ReloadSteps, isGenerated: boolean) {
    this.#steps = steps;
    this.#toGenerate = isGenerated ? undefined : [];
  }

  /** New CRDs are served before the project starts; a changed webhook is called only after the project serves it. */
  async run(changed: readonly string[], signal: AbortSignal): Promise<void> {
    const steps = this.#steps;
    if (changed.length > 0) steps.announce(changed);
    const sources = changed.filter((file) => steps.generates(file));
    if (sources.length > 0 || (changed.length > 0 && this.#toGenerate !== undefined)) {
      const isGenerated = await this.#generate(sources);
      // An error of the API keeps no start back that another file, or a person, asks for later.
      if (!isGenerated && sources.length > 0) return steps.wait();
    }
    if (signal.aborted) return;
    if (this.#applied !== undefined) {
      if (await steps.restart(signal)) await this.#apply(signal);
    } else if ((await this.#apply(signal)) && !signal.aborted) await steps.restart(signal);
  }

  /** Generates from these sources, and from those that generation has failed with. */
  async #generate(sources: readonly string[]): Promise<boolean> {
    const all = [...new Set([...(this.#toGenerate ?? []), ...sources])];
    const isGenerated = await this.#steps.generate(all);
    this.#toGenerate = isGenerated ? undefined : all;
    if (isGenerated) this.#applied = undefined;
    return isGenerated;
  }

  /** Applies what the project says it is, unless that was applied before; false when it cannot say. */
  async #apply(signal: AbortSignal): Promise<boolean> {
    const project = await this.#steps.describe(signal);
    const text = project && JSON.stringify(project.descriptions);
    const isApplied = project !== undefined && (text === this.#applied || (await this.#steps.apply(project)));
    this.#applied = isApplied && project.isComplete ? text : undefined;
    return project !== undefined;
  }
}
