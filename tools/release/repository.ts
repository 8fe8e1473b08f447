// The repository that is released: its folder, the tools run in it, what its manifests and its changeset settings say.
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { mustRun, runCommand, type CommandResult } from "@capstan/repo";
import type { ReleaseOptions } from "./options.ts";

/** The fields of a manifest that a release reads. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly repository?: unknown;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** A repository and the environment that its tools are started with. */
export interface Repository {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The repository, with the caller's settings for its package manager. Changesets call pnpm, which reads variables alone. */
export function openRepository(root: string, { registry, userconfig, provenance }: ReleaseOptions): Repository {
  const settings = { registry, userconfig, provenance: provenance === true ? "true" : undefined };
  const given = Object.entries(settings).filter((pair): pair is [string, string] => pair[1] !== undefined);
  // pnpm does not read npm's names when it was started by pnpm, and npx sets some of them: both are set.
  const variables = given.flatMap(([name, value]) =>
    ["pnpm_config_", "npm_config_"].map((prefix) => [`${prefix}${name}`, value]),
  );
  // CI keeps progress bars out of the output.
  return { root, env: { CI: "1", ...(Object.fromEntries(variables) as Readonly<Record<string, string>>) } };
}

/** The output of a tool; throws when it fails. */
export async function tool({ root, env }: Repository, ...command: readonly string[]): Promise<string> {
  return mustRun(command, { cwd: root, env });
}

/** How a tool ended, whatever it says. */
export async function tryTool({ root, env }: Repository, ...command: readonly string[]): Promise<CommandResult> {
  return runCommand(command, { cwd: root, env });
}

/** A package that is published. */
export interface PublishedPackage {
  /** Relative to the root. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Every package that is published, by folder. */
export function publishedPackages({ root }: Repository): PublishedPackage[] {
  return globSync("packages/*/package.json", { cwd: root })
    .toSorted()
    .map((file) => ({ folder: dirname(file), manifest: readJson<Manifest>(join(root, file)) }))
    .filter(({ manifest }) => manifest.private !== true);
}

/** The version of all packages; they are released in lockstep. */
export function currentVersion(repository: Repository): string {
  const versions = [...new Set(publishedPackages(repository).map(({ manifest }) => manifest.version))];
  const [version] = versions;
  if (version === undefined) throw new Error("there is no package to publish in packages/");
  if (versions.length > 1)
    throw new Error(
      `the packages have different versions (${versions.join(", ")}); "fixed" in .changeset/config.json has to name them all`,
    );
  return version;
}

/** The branch that releases are made from. */
export function baseBranch({ root }: Repository): string {
  return readJson<{ readonly baseBranch?: string }>(join(root, ".changeset/config.json")).baseBranch ?? "main";
}

/** Ids of the changesets that wait for a release. */
export function pendingChangesets({ root }: Repository): string[] {
  return globSync(".changeset/*.md", { cwd: root })
    .filter((file) => !file.endsWith("README.md"))
    .toSorted();
}

/** A JSON file, taken at its word. */
export function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, "utf8")) as T;
}
