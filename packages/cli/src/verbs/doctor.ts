// `capstan doctor`: checks the setup of a project, one function for each question, and lists what it looked at. It changes nothing.
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { diagnose, hasErrors, type Diagnostic } from "@capstan/kube";
import type { CapstanConfig } from "../config/config.ts";
import { type LoadedConfig, loadConfig } from "../config/load-config.ts";
import { configMembers } from "../config/members.ts";
import { type CheckResult, checkOf, plainCheck } from "../doctor/check.ts";
import { clusterChecks } from "../doctor/cluster.ts";
import { type DoctorCode, doctorDiagnostics } from "../doctor/doctor-diagnostics.ts";
import { toolChecks } from "../doctor/tools.ts";
import { compareGenerated } from "../generate/generations.ts";
import { driftWords, explainNext, type VerbOutcome } from "../outcome.ts";
import { noEntry } from "../project/describe-project.ts";
import { findProject, hasKit, type Project } from "../project/find-project.ts";
import { installedPackages } from "../project/installed-packages.ts";
import { undeclaredKits } from "../project/needed-kits.ts";
import { readTsconfig } from "../project/read-tsconfig.ts";
import type { Terminal } from "../output/print-outcome.ts";
import { type Progress, withProgress } from "../output/progress.ts";
import { usageError, type VerbArguments } from "../verb.ts";

/** Options that make the compiler report what Node would fail on; any one name of a row is enough. */
const neededOptions: readonly (readonly string[])[] = [
  ["erasableSyntaxOnly"],
  ["verbatimModuleSyntax"],
  ["rewriteRelativeImportExtensions", "allowImportingTsExtensions"],
];

/** The values of `module` with which the compiler finds modules as Node does. */
const nodeModules: readonly string[] = ["node16", "node18", "node20", "nodenext"];

/** Checks the project, and what is around it. */
export async function run(given: VerbArguments, terminal: Terminal): Promise<VerbOutcome> {
  if (given.string("clusterApi") !== undefined) {
    const { checkUpgrade } = await import("../doctor/upgrade.ts");
    return checkUpgrade(given, terminal);
  }
  for (const name of ["from", "kubeconfig", "context"])
    if (given.string(name) !== undefined) throw usageError(`--${name} is for --cluster-api`);
  const project = await findProject(terminal.cwd);
  const [own, tools, cluster] = await withProgress(terminal, given.format, async (progress) => {
    const around = Promise.all([toolChecks(terminal.env), clusterChecks(terminal)]);
    const ofProject = await projectChecks(project, progress);
    progress("asking the cluster and the tools outside of the project");
    return [ofProject, ...(await around)] as const;
  });
  const results = [nodeCheck(), ...own, ...tools.map(plainCheck), ...cluster];
  const checks = results.map(({ check }) => check);
  const diagnostics = withoutRepetition(results.flatMap((each) => each.diagnostics));
  const title = `checking ${project.root}`;
  const next = explainNext(diagnostics);
  if (next !== undefined) return { title, checks, diagnostics, next };
  const body = "no problems found";
  return { title, checks, diagnostics, body, ...(hasKit(project.manifest) && { next: "capstan dev" }) };
}

/** An older one does not load the command. */
function nodeCheck(): CheckResult {
  return plainCheck({ name: "Node", state: "ok", found: process.versions.node });
}

/** The names of the rows that need the packages. */
const names = { tsconfig: "tsconfig.json", config: "capstan.config.ts", generated: "generated files" } as const;

async function projectChecks(project: Project, progress: Progress): Promise<readonly CheckResult[]> {
  progress("looking at the installed packages");
  const installed = await packages(project);
  // What a missing package causes is not reported: types and options that cannot be found.
  if (hasErrors(installed.diagnostics))
    return [installed, ...Object.values(names).map((name) => unchecked(name, "install the packages first"))];
  const loaded = await loadConfig(project);
  const configuration = configured(project, loaded);
  return [
    withKits(installed, project, loaded.config),
    await tsconfig(project),
    configuration,
    await generated(project, configuration, progress),
  ];
}

function unchecked(name: string, help: string): CheckResult {
  return plainCheck({ name, state: "unchecked", found: "not checked", help });
}

/** generate reports a broken tsconfig.json too. */
function withoutRepetition(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const isBroken = diagnostics.some(({ code }) => code === "doctor/broken-tsconfig");
  return isBroken ? diagnostics.filter(({ code }) => code !== "model/tsconfig") : diagnostics;
}

function problem(code: DoctorCode, values: Readonly<Record<string, string | number>> = {}): Diagnostic {
  return diagnose(doctorDiagnostics, code, { values });
}

async function packages(project: Project): Promise<CheckResult> {
  const { copies, missing } = await installedPackages(project);
  const duplicates = [...Map.groupBy(copies, ({ name }) => name)].filter(([, each]) => each.length > 1);
  const versions = [...Map.groupBy(copies, ({ version }) => version)].map(
    ([version, each]) => `${version} (${each.map(({ name }) => name).join(", ")})`,
  );
  const diagnostics = [
    ...missing.map((name) => problem("doctor/not-installed", { name })),
    ...duplicates.map(([name, each]) =>
      problem("doctor/duplicate", {
        name,
        count: each.length,
        versions: each.map(({ version }) => version).join(", "),
      }),
    ),
    ...(versions.length > 1 && duplicates.length === 0
      ? [problem("doctor/drift", { versions: versions.toSorted().join("; ") })]
      : []),
  ];
  if (copies.length === 0 && missing.length === 0)
    return plainCheck({ name: "packages", state: "absent", found: "package.json names no package of Capstan" });
  const [version = ""] = copies.map((each) => each.version);
  return checkOf("packages", diagnostics, `${copies.length} of Capstan, version ${version}`);
}

/** The packages, with those that a release needs. */
function withKits(installed: CheckResult, project: Project, config: CapstanConfig | undefined): CheckResult {
  const undeclared = config === undefined ? [] : undeclaredKits(project, configMembers(config));
  const { name, found } = installed.check;
  return undeclared.length === 0 ? installed : checkOf(name, [...installed.diagnostics, ...undeclared], found);
}

async function tsconfig({ root }: Project): Promise<CheckResult> {
  return checkOf(names.tsconfig, await tsconfigProblems(root), "has the options that Node needs");
}

async function tsconfigProblems(root: string): Promise<readonly Diagnostic[]> {
  const read = await readTsconfig(root);
  if (read === undefined) return [problem("doctor/no-tsconfig")];
  if ("problem" in read)
    return [
      diagnose(doctorDiagnostics, "doctor/broken-tsconfig", {
        values: { problem: read.problem },
        position: read.position,
      }),
    ];
  const isOfNode = nodeModules.includes(read.module ?? "");
  return [
    ...(isOfNode ? [] : [problem("doctor/tsconfig", { option: "module to nodenext", value: '"module": "nodenext"' })]),
    ...neededOptions
      .filter((names) => names.every((name) => read.options[name] !== true))
      .map(([option = ""]) => problem("doctor/tsconfig", { option, value: `"${option}": true` })),
  ];
}

/** What `bundle` would reject; dev and generate work without a configuration. */
function configured(project: Project, { config, file, diagnostics }: LoadedConfig): CheckResult {
  if (file !== undefined) {
    const path = relative(project.root, file);
    const missing = missingEntries(project, config);
    return checkOf(
      names.config,
      [...diagnostics, ...missing],
      `${path === names.config ? "" : `${path} `}has what a release needs`,
    );
  }
  const help = "add it before a release: capstan bundle reads it";
  return plainCheck({ name: names.config, state: "absent", found: "none", help });
}

/** The main entry may be written later; those of `also` are named. */
function missingEntries({ root }: Project, { also = [] }: Pick<CapstanConfig, "also"> = {}): readonly Diagnostic[] {
  return also.filter(({ entry }) => !existsSync(join(root, entry))).map(({ entry }) => noEntry(root, entry));
}

/** A wrong configuration may name other folders for sources and generated files than the ones that are meant. */
async function generated(project: Project, configuration: CheckResult, progress: Progress): Promise<CheckResult> {
  if (hasErrors(configuration.diagnostics)) return unchecked(names.generated, "correct the configuration first");
  const { diagnostics, changes, hasApi } = await compareGenerated(project, progress);
  if (!hasApi)
    return plainCheck({ name: names.generated, state: "absent", found: "the project has no types of an API" });
  const counts = [...Map.groupBy(changes, ({ change }) => driftWords[change])]
    .map(([word, each]) => `${each.length} ${word}`)
    .join(", ");
  const stale = changes.length === 0 ? [] : [problem("doctor/stale", { counts })];
  return checkOf(names.generated, [...diagnostics, ...stale], "up to date");
}
