// Brings the control plane of dev up to date with the CRDs and the webhooks of the project, and shows what keeps it from that: nothing of it ends a run that has begun.
import type { Diagnostic } from "@capstan/kube";
import { diagnosticOf } from "../diagnostic-of.ts";
import type { Terminal } from "../output/print-outcome.ts";
import type { MemberDescriptions } from "../project/describe-project.ts";
import type { TrustedProject } from "../project/foreign-project.ts";
import { readKnownCrds } from "../project/read-release-inputs.ts";
import type { DevEnvironment } from "./dev-environment.ts";
import type { DevReport } from "./dev-report.ts";

/** What is served, and who shows problems. */
export interface ControlPlaneUpdatesOptions {
  readonly place: Pick<TrustedProject, "root">;
  /** The folder of the CRDs. */
  readonly crds: string;
  readonly terminal: Pick<Terminal, "signal">;
  readonly report: Pick<DevReport, "report" | "shows">;
  /** Prints warnings about stored objects. */
  readonly print: (problems: readonly Diagnostic[]) => void;
}

/** Knows what was shown. */
export class ControlPlaneUpdates {
  readonly #options: ControlPlaneUpdatesOptions;
  /** Whether an update has succeeded. */
  #hasBegun = false;
  /** What was shown last about stored objects. */
  #invalid: readonly Diagnostic[] = [];

  constructor(options: ControlPlaneUpdatesOptions) {
    this.#options = options;
  }

  /** Whether all is served as the project has it. The first update throws what it fails with: until then there is nothing that could go on. */
  async update(environment: Pick<DevEnvironment, "apply">, descriptions: MemberDescriptions): Promise<boolean> {
    try {
      const unread = await this.#serve(environment, descriptions);
      this.#hasBegun = true;
      this.#show(unread.map((each) => ({ ...diagnosticOf(each), severity: "warning" })));
      return unread.length === 0;
    } catch (error) {
      // Ctrl-C also ends the server: that is no failure.
      if (this.#options.terminal.signal.aborted) return false;
      if (!this.#hasBegun) throw error;
      this.#show([diagnosticOf(error)]);
      return false;
    }
  }

  /** Serves what can be read; returns why the rest cannot. */
  async #serve(
    environment: Pick<DevEnvironment, "apply">,
    descriptions: MemberDescriptions,
  ): Promise<readonly Error[]> {
    const { place, crds: folder, print } = this.#options;
    const { crds, problems } = await readKnownCrds(folder, place.root);
    const [first] = problems;
    if (first !== undefined && !this.#hasBegun) throw first;
    const invalid = await environment.apply(crds, descriptions);
    const known = this.#invalid;
    this.showStored(invalid);
    print(invalid.filter(({ message }) => !known.some((each) => each.message === message)));
    return problems;
  }

  #show(diagnostics: readonly Diagnostic[]): void {
    this.#options.report.report({ title: "updating the control plane", diagnostics }, { source: "control-plane" });
  }

  /** Shows what is wrong with stored objects now. */
  showStored(invalid: readonly Diagnostic[]): void {
    this.#invalid = invalid;
    this.#options.report.shows("stored", invalid);
  }
}
