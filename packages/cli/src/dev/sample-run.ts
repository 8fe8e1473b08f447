// The sample in a run of `capstan dev`: it is read and applied each time that somebody wants it, and what keeps it from that is reported.
import type { Client } from "@capstan/client";
import { diagnose, hasErrors, type KubeObject, oneLine } from "@capstan/kube";
import { diagnosticOf } from "../diagnostic-of.ts";
import type { Terminal } from "../output/print-outcome.ts";
import type { TrustedProject } from "../project/foreign-project.ts";
import { devDiagnostics } from "./dev-diagnostics.ts";
import type { DevReport } from "./dev-report.ts";
import { notApplied } from "./object-problem.ts";
import { type AppliedObjects, applySample, deletingObjects, readSample } from "./sample.ts";

/** Where the sample comes from, and where problems go. */
interface SampleRunOptions {
  readonly place: TrustedProject;
  readonly terminal: Terminal;
  /** Of a file, or of the project. */
  readonly apply?: { readonly file: string | undefined } | undefined;
  readonly report: DevReport;
}

const title = "applying the sample";

/** Applies the sample of a project; it knows what it has applied, so that what the file has no more is removed. */
export class SampleRun {
  readonly #options: SampleRunOptions;
  readonly #applied: AppliedObjects = new Map();
  #isWanted: boolean;

  constructor(options: SampleRunOptions) {
    this.#options = options;
    this.#isWanted = options.apply !== undefined;
  }

  /** Whether it is to be applied when the project is ready. */
  get isWanted(): boolean {
    return this.#isWanted;
  }

  /** Applies the sample as it is now; without a client, which is before there is a control plane, once the project is ready. The signal ends the wait for a webhook of the project that cannot be reached yet. */
  async apply(client: Client | undefined, signal?: AbortSignal): Promise<void> {
    // A start does it once: what was deleted meanwhile must not come back with the next one.
    this.#isWanted = client === undefined;
    if (client === undefined) return this.#options.report.say("the sample is applied once the project is ready");
    await this.#applyTo(client, signal);
    // A save that ends the wait for a webhook may be what makes it work.
    if (signal?.aborted === true) this.#isWanted = true;
  }

  async #applyTo(client: Client, signal: AbortSignal | undefined): Promise<void> {
    const { place, terminal, apply, report } = this.#options;
    const options = { root: place.root, cwd: terminal.cwd, env: terminal.env, file: apply?.file };
    const sample = await readSample(options).catch((error: unknown) => ({ diagnostics: [diagnosticOf(error)] }));
    if (!("objects" in sample) || hasErrors(sample.diagnostics))
      return report.report({ title, diagnostics: sample.diagnostics }, { source: "sample" });
    const file = sample.files.join(", ");
    report.say(`applying ${file}`);
    const waits = (message: string): void => report.say(`tried again for ten seconds: ${oneLine(message)}`);
    let object: KubeObject | undefined;
    try {
      const deleting = await deletingObjects(client, sample.objects);
      if (deleting.length > 0) {
        const objects = `${deleting.join(", ")} ${deleting.length === 1 ? "is" : "are"}`;
        const diagnostics = [diagnose(devDiagnostics, "dev/deleting", { values: { file, objects } })];
        return report.report({ title, diagnostics }, { source: "sample" });
      }
      for (object of sample.objects)
        for (const line of await applySample(client, [object], { applied: this.#applied, signal, waits }))
          report.say(oneLine(line));
      report.shows("sample", []);
    } catch (error) {
      const diagnostics = [notApplied(sample, object, error)];
      report.report({ title, diagnostics }, { source: "sample" });
    }
  }
}
