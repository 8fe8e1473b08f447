// `capstan bundle`: reads configuration, description, CRDs and templates, lets clusterctl-kit make the release, writes it whole or not at all.
// Loaded by program.ts; what stands in the files is clusterctl-kit's, writing them project/write-files.ts.
import { join, relative, resolve } from "node:path";
import {
  bundle,
  clusterctlConfigYaml,
  localLayout,
  type BundleInput,
  type CapstanConfig,
  type ContractVersion,
  type ReleaseFile,
} from "@capstan/clusterctl-kit";
import { diagnose, hasErrors, type Diagnostic } from "@capstan/kube";
import { cliDiagnostics } from "../cli-errors.ts";
import type { Outcome } from "../outcome.ts";
import { usageError, type Values } from "../program.ts";
import { defaultEntry, describeProject } from "../project/describe-project.ts";
import { findProject, type Project } from "../project/find-project.ts";
import { loadConfig } from "../project/load-config.ts";
import { crdFolder, readCrds, readTemplates } from "../project/read-release-inputs.ts";
import { writeFiles } from "../project/write-files.ts";
import type { Terminal } from "../terminal.ts";

const contracts: readonly string[] = ["v1beta1", "v1beta2"] satisfies ContractVersion[];

/** Makes a release. */
export async function run(values: Values, terminal: Terminal): Promise<Outcome> {
  const project = await findProject(terminal.cwd);
  const { config, file, diagnostics } = await loadConfig(project.root);
  if (config === undefined) return { lookedAt: `looked at ${project.root}`, diagnostics };
  const version = text(values["version"]) ?? `v${project.manifest.version ?? "0.0.0"}`;
  const lookedAt = `looked at ${config.type} provider "${config.name}" ${version} in ${project.root}`;
  const input = await readInput({ project, config, version, values }, terminal.signal);
  if ("problems" in input) return { lookedAt, diagnostics: input.problems };
  const made = bundle({ ...input, ...(file === undefined ? {} : { configFile: relative(project.root, file) }) });
  const placed = made.diagnostics.map((each) => inProject(each, project, config));
  if (hasErrors(placed)) return { lookedAt, diagnostics: placed };
  return { lookedAt, diagnostics: placed, ...(await write({ project, config, version, values }, made.files)) };
}

interface Asked {
  readonly project: Project;
  readonly config: CapstanConfig;
  readonly version: string;
  readonly values: Values;
}

async function readInput(
  { project, config, version, values }: Asked,
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
  return { config, description, crds, version, templates, ...contractOption(values) };
}

function contractOption(values: Values): { readonly contract?: ContractVersion } {
  const contract = text(values["contract"]);
  if (contract !== undefined && !contracts.includes(contract))
    throw usageError(`--contract takes one of ${contracts.join(", ")}, not "${contract}"`);
  return contract === undefined ? {} : { contract: contract as ContractVersion };
}

async function write(
  { project, config, version, values }: Asked,
  files: readonly ReleaseFile[],
): Promise<Pick<Outcome, "changes" | "unchanged" | "body" | "next">> {
  const local = localRepository(values, config);
  const folder = resolve(project.root, local ?? text(values["out"]) ?? "out");
  const { changes, unchanged } = await writeFiles(
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

/** The local repository to write into: the one named here, else the configuration's unless a folder is named. */
function localRepository(values: Values, { repository }: CapstanConfig): string | undefined {
  const local = text(values["local"]);
  const out = text(values["out"]);
  if (local !== undefined && out !== undefined) throw usageError("--local and --out exclude each other");
  return local ?? (out === undefined && "local" in repository ? repository.local : undefined);
}

/** Relative to the project when inside of it. */
function shownFolder(root: string, folder: string): string {
  const near = relative(root, folder);
  return near.startsWith("..") ? folder : near;
}

/** Templates are judged by file name; the reader wants the path in the project. */
function inProject(diagnostic: Diagnostic, project: Project, config: CapstanConfig): Diagnostic {
  const { position } = diagnostic;
  if (position === undefined) return diagnostic;
  const folder = position.file.endsWith(".yaml") ? (config.templates ?? "templates") : ".";
  return { ...diagnostic, position: { ...position, file: join(project.root, folder, position.file) } };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
