// `capstan bundle`: reads configuration, description, CRDs and templates, and writes the release, whole or not at all.
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import {
  bundleTogether,
  clusterctlConfigYaml,
  type InstallScope,
  localLayout,
  type BundleInput,
  type JointBundle,
} from "@capstan/clusterctl-kit";
import { contractVersions, type ContractVersion } from "@capstan/contract/rules";
import { isBelow, ownedFilesPath } from "@capstan/generator-model/files";
import { diagnose, hasErrors, type Diagnostic } from "@capstan/kube";
import { cliDiagnostics } from "../cli-errors.ts";
import type { CapstanConfig } from "../config/config.ts";
import { loadConfig } from "../config/load-config.ts";
import { type MemberConfig, type ProjectMembers, configMembers } from "../config/members.ts";
import { compareGenerated } from "../generate/generations.ts";
import { driftWords, type VerbOutcome } from "../outcome.ts";
import { describeReleased } from "../project/describe-project.ts";
import { findProject, type Project } from "../project/find-project.ts";
import { undeclaredKits } from "../project/needed-kits.ts";
import { otherReleaseFiles } from "../project/other-release.ts";
import { crdFolder, readCrds, readTemplates } from "../project/read-release-inputs.ts";
import { throughLinks, writeBelow } from "../project/files.ts";
import type { Terminal } from "../output/print-outcome.ts";
import { type Progress, withProgress } from "../output/progress.ts";
import { usageError, type VerbArguments } from "../verb.ts";

/** Where a release is written to unless an option or the configuration names a folder. */
const defaultFolder = "out";

/** Builds a release. */
export function run(given: VerbArguments, terminal: Terminal): Promise<VerbOutcome> {
  return withProgress(terminal, given.format, (progress) => build(given, terminal, progress));
}

async function build(given: VerbArguments, terminal: Terminal, progress: Progress): Promise<VerbOutcome> {
  const options = optionsOf(given);
  const project = await findProject(terminal.cwd);
  const { config, file, diagnostics } = await loadConfig(project);
  if (config === undefined) return { title: `bundling ${project.root}`, diagnostics };
  const members = configMembers(config);
  const undeclared = undeclaredKits(project, members);
  const version = options.version ?? `v${project.manifest.version ?? "0.0.0"}`;
  const release = { project, config, members, version, options };
  const title = `bundling ${members.map(memberTitle).join(" and ")} ${version} in ${project.root}`;
  if (undeclared.length > 0) return { title, diagnostics: undeclared };
  const stale = await staleFiles(project, (step) => progress(`1 of 3: ${step}`));
  if (stale.length > 0) return { title, diagnostics: stale };
  progress("2 of 3: running the project with --describe");
  const read = await readInputs(release, terminal);
  if ("problems" in read) return { title, diagnostics: read.problems };
  progress("3 of 3: building the files of the release");
  const configFile = file === undefined ? {} : { configFile: relative(project.root, file) };
  const built = bundleTogether(read.inputs.map((input) => ({ ...input, ...configFile })));
  const placed = built.diagnostics.map((each) => inProject(each, project, members));
  if (hasErrors(placed)) return { title, diagnostics: placed };
  const written = write(release, built);
  return { title, ...written, diagnostics: [...placed, ...(written.diagnostics ?? [])] };
}

function memberTitle({ type, name }: MemberConfig): string {
  return `${type} provider "${name}"`;
}

/** How many files a message names. */
const namedFiles = 5;

/** Why the generated files are not those of the sources: a release would have CRDs of other types than the code. */
async function staleFiles(project: Project, progress: Progress): Promise<readonly Diagnostic[]> {
  const { diagnostics, changes: all, folders } = await compareGenerated(project, progress);
  if (hasErrors(diagnostics)) return diagnostics;
  // No part of a release: it only says what generate may remove.
  const changes = all.filter(({ path }) => path !== ownedFilesPath(folders.out));
  if (changes.length === 0) return [];
  const named = changes.slice(0, namedFiles).map(({ path, change }) => `${path} is ${driftWords[change]}`);
  const more = changes.length - named.length;
  const files = [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
  return [diagnose(cliDiagnostics, "bundle/stale-files", { values: { files } })];
}

interface Release {
  readonly project: Project;
  readonly config: CapstanConfig;
  readonly members: ProjectMembers;
  readonly version: string;
  readonly options: BundleOptions;
}

interface BundleOptions {
  readonly version?: string;
  readonly contract?: ContractVersion;
  readonly scope?: InstallScope;
  readonly local?: string;
  readonly out?: string;
}

/** The options of the command line; throws for wrong ones, before anything of the project runs. */
function optionsOf(given: VerbArguments): BundleOptions {
  const [version, local, out] = [given.string("version"), given.string("local"), given.string("out")];
  for (const [option, folder] of Object.entries({ local, out }))
    if (folder === "") throw usageError(`--${option} is an empty string: name a folder`);
  if (version === "") throw usageError("--version is an empty string: write a version with its v, for example v0.1.0");
  if (local !== undefined && out !== undefined) throw usageError("--local and --out exclude each other");
  return {
    ...choice(given, "contract", contractVersions),
    ...choice(given, "scope", ["cluster", "namespace"] as const),
    ...(version !== undefined && { version }),
    ...(local !== undefined && { local }),
    ...(out !== undefined && { out }),
  };
}

async function readInputs(
  { project, config, members, version, options }: Release,
  { signal }: Terminal,
): Promise<{ readonly inputs: readonly BundleInput[] } | { readonly problems: readonly Diagnostic[] }> {
  const { root } = project;
  const { contract, scope } = options;
  const described = await Promise.all(members.map(({ entry }) => describeReleased(project, entry, { signal })));
  const descriptions = described.flatMap(({ description }) => description ?? []);
  if (descriptions.length < members.length) return { problems: described.flatMap(({ diagnostics }) => diagnostics) };
  const folder = crdFolder(config);
  const crds = await readCrds(join(root, folder), root);
  if (crds.length === 0 && descriptions.some(({ kinds }) => kinds.length > 0))
    return { problems: [diagnose(cliDiagnostics, "cli/no-crds", { values: { folder } })] };
  const shared = { crds, version, ...(contract && { contract }), ...(scope && { scope }) };
  const read = members.map(async (member, index): Promise<BundleInput[]> => {
    const description = descriptions[index];
    const templates = member.templates === undefined ? [] : await readTemplates(join(root, member.templates), root);
    return description === undefined ? [] : [{ ...shared, config: member, description, templates }];
  });
  return { inputs: (await Promise.all(read)).flat() };
}

/** An option that takes one of a few values. */
function choice<const Name extends string, const Value extends string>(
  given: VerbArguments,
  name: Name,
  values: readonly Value[],
): { readonly [key in Name]?: Value } {
  const text = given.string(name);
  if (text === undefined) return {};
  const value = values.find((each) => each === text);
  if (value === undefined) throw usageError(`--${name} takes one of ${values.join(", ")}, not "${text}"`);
  // A computed key has the type string.
  return { [name]: value } as { readonly [key in Name]?: Value };
}

function write(
  { project, config, members, version, options }: Release,
  { files, each }: Pick<JointBundle, "files" | "each">,
): Partial<VerbOutcome> {
  const local = localRepository(options, config);
  const folder = resolve(project.root, local ?? options.out ?? defaultFolder);
  const placed =
    local === undefined
      ? files
      : members.flatMap((member, index) => localLayout(each[index] ?? [], { config: member, version }));
  // A folder outside the project is one that an option or the configuration names.
  const top = local === undefined && options.out === undefined ? project.root : folder;
  const outside = throughLinks(placed, { cwd: folder, top });
  if (outside.length > 0) return { diagnostics: outside };
  const { changes, unchanged } = writeBelow(placed, { cwd: folder, trusted: project.trusted });
  const shownIn = shownFolder(project.root, folder);
  const shown = changes.map((change) => ({ ...change, path: join(shownIn, change.path) }));
  const diagnostics = otherReleaseFiles(
    placed.map(({ path }) => path),
    folder,
    shownIn,
  );
  const named = local ?? ("local" in config.repository ? config.repository.local : undefined);
  const repository = named === undefined ? config.repository : { local: resolve(project.root, named) };
  const body = `users add to clusterctl's configuration file:\n\n${clusterctlConfigYaml(members, repository, version)}`;
  return { changes: shown, unchanged, diagnostics, body, next: nextStep(members, version, local !== undefined) };
}

function nextStep(members: ProjectMembers, version: string, installable: boolean): string {
  return installable
    ? `clusterctl init ${members.map(({ type, name }) => `--${type} ${name}:${version}`).join(" ")}`
    : "publish these files as assets of a release, metadata.yaml last";
}

/** The local repository to write into: that of --local, or that of the configuration unless --out names a folder. */
function localRepository({ local, out }: BundleOptions, { repository }: CapstanConfig): string | undefined {
  return local ?? (out === undefined && "local" in repository ? repository.local : undefined);
}

/** Relative to the project when inside it. */
function shownFolder(root: string, folder: string): string {
  return isBelow(root, folder) ? relative(root, folder) : folder;
}

/** Templates are checked by file name; the reader needs the path in the project. */
function inProject(diagnostic: Diagnostic, project: Project, members: ProjectMembers): Diagnostic {
  const { position } = diagnostic;
  if (position === undefined) return diagnostic;
  const { file } = position;
  const folders = members.flatMap(({ templates = [] }) => templates);
  const folder = folders.find((each) => existsSync(join(project.root, each, file))) ?? folders[0] ?? ".";
  return {
    ...diagnostic,
    position: { ...position, file: join(project.root, file.endsWith(".yaml") ? folder : ".", file) },
  };
}
