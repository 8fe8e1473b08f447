// `capstan bundle`: reads configuration, description, CRDs and templates, and writes the release, whole or not at all.
import { join, relative, resolve } from "node:path";
import { bundle, clusterctlConfigYaml, localLayout, type BundleInput, type ReleaseFile } from "@capstan/clusterctl-kit";
import { contractVersions, type ContractVersion } from "@capstan/contract/rules";
import { diagnose, hasErrors, type Diagnostic } from "@capstan/kube";
import { cliDiagnostics } from "../cli-errors.ts";
import type { CapstanConfig } from "../config/config.ts";
import { loadConfig } from "../config/load-config.ts";
import type { VerbOutcome } from "../outcome.ts";
import { defaultEntry, describeProject } from "../project/describe-project.ts";
import { findProject, type Project } from "../project/find-project.ts";
import { crdFolder, readCrds, readTemplates } from "../project/read-release-inputs.ts";
import { writeBelow } from "../project/files.ts";
import type { Terminal } from "../output/print-outcome.ts";
import { usageError, type VerbArguments } from "../verb.ts";

/** Builds a release. */
export async function run(given: VerbArguments, terminal: Terminal): Promise<VerbOutcome> {
  const project = await findProject(terminal.cwd);
  const { config, file, diagnostics } = await loadConfig(project.root);
  if (config === undefined) return { lookedAt: `looked at ${project.root}`, diagnostics };
  const version = given.string("version") ?? `v${project.manifest.version ?? "0.0.0"}`;
  const lookedAt = `looked at ${config.type} provider "${config.name}" ${version} in ${project.root}`;
  const input = await readInput({ project, config, version, given }, terminal.signal);
  if ("problems" in input) return { lookedAt, diagnostics: input.problems };
  const built = bundle({ ...input, ...(file === undefined ? {} : { configFile: relative(project.root, file) }) });
  const placed = built.diagnostics.map((each) => inProject(each, project, config));
  if (hasErrors(placed)) return { lookedAt, diagnostics: placed };
  return { lookedAt, diagnostics: placed, ...(await write({ project, config, version, given }, built.files)) };
}

interface Release {
  readonly project: Project;
  readonly config: CapstanConfig;
  readonly version: string;
  readonly given: VerbArguments;
}

async function readInput(
  { project, config, version, given }: Release,
  signal: AbortSignal,
): Promise<BundleInput | { readonly problems: readonly Diagnostic[] }> {
  const { root } = project;
  const { description, diagnostics } = await describeProject(root, config.entry ?? defaultEntry, signal);
  if (description === undefined) return { problems: diagnostics };
  const folder = crdFolder(config);
  const crds = await readCrds(join(root, folder));
  if (crds.length === 0 && description.kinds.length > 0)
    return { problems: [diagnose(cliDiagnostics, "cli/no-crds", { values: { folder } })] };
  const templates = await readTemplates(join(root, config.templates ?? "templates"));
  return { config, description, crds, version, templates, ...contractOption(given) };
}

function contractOption(given: VerbArguments): { readonly contract?: ContractVersion } {
  const name = given.string("contract");
  if (name === undefined) return {};
  const contract = contractVersions.find((each) => each === name);
  if (contract === undefined) throw usageError(`--contract takes one of ${contractVersions.join(", ")}, not "${name}"`);
  return { contract };
}

async function write(
  { project, config, version, given }: Release,
  files: readonly ReleaseFile[],
): Promise<Pick<VerbOutcome, "changes" | "unchanged" | "body" | "next">> {
  const local = localRepository(given, config);
  const folder = resolve(project.root, local ?? given.string("out") ?? "out");
  const { changes, unchanged } = writeBelow(
    folder,
    local === undefined ? files : localLayout(files, { config, version }),
  );
  const shown = changes.map((change) => ({ ...change, path: join(shownFolder(project.root, folder), change.path) }));
  const named = local ?? ("local" in config.repository ? config.repository.local : undefined);
  const repository = named === undefined ? config.repository : { local: resolve(project.root, named) };
  const body = `users add to clusterctl's configuration file:\n\n${clusterctlConfigYaml(config, repository, version)}`;
  return { changes: shown, unchanged, body, next: nextStep(config, version, local !== undefined) };
}

function nextStep({ type, name }: CapstanConfig, version: string, installable: boolean): string {
  return installable
    ? `clusterctl init --${type} ${name}:${version}`
    : "publish these files as assets of a release, metadata.yaml last";
}

/** The local repository to write into: that of --local, or that of the configuration unless --out names a folder. */
function localRepository(given: VerbArguments, { repository }: CapstanConfig): string | undefined {
  const local = given.string("local");
  const out = given.string("out");
  for (const [option, folder] of Object.entries({ local, out }))
    if (folder === "") throw usageError(`--${option} is an empty string: name a folder`);
  if (local !== undefined && out !== undefined) throw usageError("--local and --out exclude each other");
  return local ?? (out === undefined && "local" in repository ? repository.local : undefined);
}

/** Relative to the project when inside it. */
function shownFolder(root: string, folder: string): string {
  const near = relative(root, folder);
  return near.startsWith("..") ? folder : near;
}

/** Templates are checked by file name; the reader needs the path in the project. */
function inProject(diagnostic: Diagnostic, project: Project, config: CapstanConfig): Diagnostic {
  const { position } = diagnostic;
  if (position === undefined) return diagnostic;
  const folder = position.file.endsWith(".yaml") ? (config.templates ?? "templates") : ".";
  return { ...diagnostic, position: { ...position, file: join(project.root, folder, position.file) } };
}
