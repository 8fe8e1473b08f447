// The configuration of the project while dev runs: dev reads it once, so that a change of what runs takes a restart of dev.
import { posix, relative } from "node:path";
import { diagnose, type Diagnostic } from "@capstan/kube";
import { loadConfig } from "../config/load-config.ts";
import { type RunMember, runMembers } from "../config/members.ts";
import type { TrustedProject } from "../project/foreign-project.ts";
import { crdFolder } from "../project/read-release-inputs.ts";
import { devDiagnostics } from "./dev-diagnostics.ts";

/** What dev runs with. */
export interface ConfigReviewOptions {
  readonly place: TrustedProject;
  readonly members: readonly RunMember[];
  /** The folder of the CRDs, absolute. */
  readonly crds: string;
}

/** What is wrong with the configuration now: its errors, or that it describes other programs or another folder than those of this run. */
export async function reviewConfig({ place, members, crds }: ConfigReviewOptions): Promise<readonly Diagnostic[]> {
  const { config, diagnostics, file } = await loadConfig(place);
  if (file !== undefined && config === undefined) return diagnostics;
  const folder = relative(place.root, crds);
  if (wordsOf(runMembers(config), crdFolder(config)) === wordsOf(members, folder)) return [];
  const values = { file: file === undefined ? "capstan.config.ts" : relative(place.root, file) };
  return [
    diagnose(devDiagnostics, "dev/config-changed", { values, ...(file !== undefined && { position: { file } }) }),
  ];
}

/** What is the same as long as the same runs. */
function wordsOf(members: readonly RunMember[], crds: string): string {
  const programs = members.map(({ entry, type = "", name = "", extensionConfig }) => {
    const settings = Object.entries(extensionConfig?.settings ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return [posix.normalize(entry), type, name, settings];
  });
  return JSON.stringify([programs, posix.normalize(crds)]);
}
