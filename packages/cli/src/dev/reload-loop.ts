// What `capstan dev` repeats after changes. What a failed step left to do stays to do: the next change, of whatever file, does it.
import type { ProjectDescription } from "../project/describe-project.ts";

/** The steps of a reload. */
export interface ReloadSteps {
  /** Whether the project is affected by this file at all. */
  affects(file: string): boolean;
  /** Whether generated files depend on this file. */
  generates(file: string): boolean;
  /** Called with the changed files before anything is done about them. */
  announce(changed: readonly string[]): void;
  /** Generates; false when the sources have errors. */
  generate(changed: readonly string[]): Promise<boolean>;
  /** Asks the project what it is; undefined when it cannot say. */
  describe(): Promise<ProjectDescription | undefined>;
  /** Brings the control plane up to date with the generated files and the description. */
  apply(description: ProjectDescription): Promise<void>;
  /** Starts the project again; whether it became ready. */
  restart(): Promise<boolean>;
}

/** Reloads after every batch of changes until there are no more; `applied` is the description that the control plane is up to date with. */
export async function reloadOnChanges(
  batches: AsyncIterable<readonly string[]>,
  steps: ReloadSteps,
  applied: ProjectDescription,
): Promise<void> {
  const reload = new Reload(steps, applied);
  for await (const batch of batches) {
    const changed = batch.filter((file) => steps.affects(file));
    if (changed.length > 0) await reload.run(changed);
  }
}

class Reload {
  readonly #steps: ReloadSteps;
  /** The description that was applied; undefined when the control plane is out of date. */
  #applied: string | undefined;

  constructor(steps: ReloadSteps, applied: ProjectDescription) {
    this.#steps = steps;
    this.#applied = JSON.stringify(applied);
  }

  /** New CRDs are served before the project starts; a changed webhook is called only after the project serves it. */
  async run(changed: readonly string[]): Promise<void> {
    const steps = this.#steps;
    steps.announce(changed);
    const sources = changed.filter((file) => steps.generates(file));
    if (sources.length > 0) {
      if (!(await steps.generate(sources))) return;
      this.#applied = undefined;
    }
    if (this.#applied === undefined) {
      if (await this.#apply()) await steps.restart();
    } else if (await steps.restart()) await this.#apply();
  }

  /** Applies what the project says it is, unless that was applied before; false when it cannot say. */
  async #apply(): Promise<boolean> {
    const description = await this.#steps.describe();
    const text = description && JSON.stringify(description);
    if (description !== undefined && text !== this.#applied) await this.#steps.apply(description);
    this.#applied = text;
    return description !== undefined;
  }
}
