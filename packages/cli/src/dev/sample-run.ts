// The sample in a run of `capstan dev`: it is read and applied each time that somebody wants it, what has changed of it when its files are saved later, and what keeps it from that is reported.
import { relative } from "node:path";
import type { Client } from "@capstan/client";
import { diagnose, type Diagnostic, hasErrors, type KubeObject, oneLine } from "@capstan/kube";
import { diagnosticOf } from "../diagnostic-of.ts";
import type { Terminal } from "../output/print-outcome.ts";
import type { TrustedProject } from "../project/foreign-project.ts";
import { devDiagnostics } from "./dev-diagnostics.ts";
import type { DevReport } from "./dev-report.ts";
import { notApplied } from "./object-problem.ts";
import {
  type AppliedObjects,
  applySample,
  changedObjects,
  deletingObjects,
  isSampleFile,
  readSample,
  type Sample,
  type SampleOptions,
  sampleSource,
  type SampleSource,
  sampleTemplate,
} from "./sample.ts";

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
  /** Whether it was applied, or somebody wanted that. */
  #hasBegun = false;
  /** Where the sample was that was applied last. */
  #source: SampleSource | undefined;
  /** Whether somebody knows that the template is what is left. */
  #isFallbackKnown = false;
  /** Whether the last attempt has failed. */
  #hasFailed = false;
  /** What saves have begun, one after the other. */
  #saves: Promise<void> = Promise.resolve();

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
    this.#hasBegun = true;
    this.#applies(await sampleSource(this.#place));
    const sample = await this.#read();
    if (sample !== undefined) {
      this.#options.report.say(`applying ${sample.files.join(", ")}`);
      await this.#applyTo(client, sample, signal);
    }
    // A save that ends the wait for a webhook may be what makes it work.
    if (signal?.aborted === true) this.#isWanted = true;
  }

  /** Files were saved. Where the sample was applied before, or could not be, what has changed of its objects is applied: of the others, what was deleted meanwhile does not come back. */
  saved(files: readonly string[], client: Client | undefined): Promise<void> {
    this.#saves = this.#saves
      .then(() => this.#applyChanged(files, client))
      // The server can be busy, or need a webhook of the project that is down; the next save compares again.
      .catch((error: unknown) => this.#fail([diagnosticOf(error)]));
    return this.#saves;
  }

  async #applyChanged(files: readonly string[], client: Client | undefined): Promise<void> {
    const { terminal, report } = this.#options;
    if (client === undefined || !this.#hasBegun || this.#isWanted || terminal.signal.aborted) return;
    if (!files.some((file) => isSampleFile(this.#place, file))) return;
    const source = await sampleSource(this.#place);
    // The Cluster of a template is another one, which nobody has asked for.
    if (source === "template" && this.#source === "folder") return this.#fallBack();
    this.#applies(source);
    const sample = await this.#read();
    // Where there is no file of the sample any more, none of its objects is in one: a file that is put back is applied again.
    if (sample === undefined && source === undefined) this.#applied.clear();
    if (sample === undefined) return;
    const objects = await changedObjects(client, sample.objects, this.#applied);
    if (objects.length > 0) {
      report.say(`applying what has changed in ${this.#filesOf(sample, objects).join(", ")}`);
      return this.#applyTo(client, { ...sample, objects }, terminal.signal);
    }
    if (this.#hasFailed) report.say(`${sample.files.join(", ")} is as it was applied`);
    this.#succeed();
  }

  #applies(source: SampleSource | undefined): void {
    this.#source = source ?? this.#source;
    this.#isFallbackKnown = false;
  }

  /** The last file of the folder was removed, and there is a template. */
  #fallBack(): void {
    this.#applied.clear();
    this.#succeed();
    if (this.#isFallbackKnown) return;
    this.#isFallbackKnown = true;
    this.#options.report.say(`the sample is ${sampleTemplate} now: the key a, or a new start with --apply, applies it`);
  }

  get #place(): SampleOptions {
    const { place, terminal, apply } = this.#options;
    return { root: place.root, cwd: terminal.cwd, env: terminal.env, file: apply?.file };
  }

  /** The sample as it is now; undefined where it cannot be applied, which is reported. */
  async #read(): Promise<Sample | undefined> {
    const sample = await readSample(this.#place).catch((error: unknown) => ({ diagnostics: [diagnosticOf(error)] }));
    if ("objects" in sample && !hasErrors(sample.diagnostics)) return sample;
    this.#fail(sample.diagnostics);
    return undefined;
  }

  #fail(diagnostics: readonly Diagnostic[]): void {
    this.#hasFailed = true;
    this.#options.report.report({ title, diagnostics }, { source: "sample" });
  }

  #succeed(): void {
    this.#hasFailed = false;
    this.#options.report.shows("sample", []);
  }

  /** The files that these objects are in, as messages name them. */
  #filesOf({ places }: Sample, objects: readonly KubeObject[]): readonly string[] {
    const found = objects.flatMap((object) => places.get(object)?.([]).file ?? []);
    return [...new Set(found)].map((file) => relative(this.#options.terminal.cwd, file));
  }

  async #applyTo(client: Client, sample: Sample, signal: AbortSignal | undefined): Promise<void> {
    const { report } = this.#options;
    const waits = (message: string): void => report.say(`tried again for ten seconds: ${oneLine(message)}`);
    let object: KubeObject | undefined;
    try {
      const deleting = await deletingObjects(client, sample.objects);
      if (deleting.length > 0) {
        const objects = `${deleting.join(", ")} ${deleting.length === 1 ? "is" : "are"}`;
        const file = sample.files.join(", ");
        return this.#fail([diagnose(devDiagnostics, "dev/deleting", { values: { file, objects } })]);
      }
      for (object of sample.objects)
        for (const line of await applySample(client, [object], { applied: this.#applied, signal, waits }))
          report.say(oneLine(line));
      this.#succeed();
    } catch (error) {
      const files = object === undefined ? sample.files : this.#filesOf(sample, [object]);
      this.#fail([notApplied({ ...sample, files }, object, error)]);
    }
  }
}
