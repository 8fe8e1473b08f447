// The committed figures of `e2e runtime`: how often each release of Cluster API called each hook. The tables of docs are made of them.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, runCommand, writeWhole } from "@capstan/repo";

/** What one release called, on which Kubernetes. */
export interface SupportedCore {
  readonly kubernetes: string;
  /** Calls that the managers counted as answered, by hook. */
  readonly calls: Readonly<Record<string, number>>;
}

/** The figures of all releases, by version. */
export type HookSupport = Readonly<Record<string, SupportedCore>>;

const file = join(root, "e2e/testdata/hook-support.json");

/** The committed figures. */
export function readHookSupport(): HookSupport {
  const found: HookSupport = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  return found;
}

/** The figures with those of one release in place of what it had before; the newest release comes first. */
export function withSupport(support: HookSupport, version: string, core: SupportedCore): HookSupport {
  const calls = Object.fromEntries(Object.entries(core.calls).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const all = Object.entries({ ...support, [version]: { ...core, calls } });
  return Object.fromEntries(all.toSorted(([one], [other]) => other.localeCompare(one, "en", { numeric: true })));
}

/** Puts the figures of a run among the committed ones, and into the tables of docs. */
export async function writeHookSupport(version: string, core: SupportedCore): Promise<void> {
  writeWhole(file, `${JSON.stringify(withSupport(readHookSupport(), version, core), undefined, 2)}\n`);
  const command = [process.execPath, "--conditions=@capstan/source", join(root, "docs/scripts/main.ts")];
  const { code, output } = await runCommand(command);
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${output}`);
}
