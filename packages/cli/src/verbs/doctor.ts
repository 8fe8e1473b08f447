// `capstan doctor`: checks the setup of a project, one function for each question. It changes nothing.
import { diagnose, hasErrors, type Diagnostic } from "@capstan/kube";
import { cliDiagnostics, type CliCode } from "../cli-errors.ts";
import { loadConfig } from "../config/load-config.ts";
import { compareGenerated } from "../generate/generations.ts";
import { driftWords, explainNext, type VerbOutcome } from "../outcome.ts";
import { findProject, hasKit, type Project } from "../project/find-project.ts";
import { installedPackages } from "../project/installed-packages.ts";
import { readTsconfig } from "../project/read-tsconfig.ts";
import type { Terminal } from "../output/print-outcome.ts";
import type { VerbArguments } from "../verb.ts";

/** Options that make the compiler report what Node would fail on; any one name of a row is enough. */
const neededOptions: readonly (readonly string[])[] = [
  ["erasableSyntaxOnly"],
  ["verbatimModuleSyntax"],
  ["rewriteRelativeImportExtensions", "allowImportingTsExtensions"],
];

/** Checks the project. */
export async function run(_: VerbArguments, terminal: Terminal): Promise<VerbOutcome> {
  const project = await findProject(terminal.cwd);
  const installed = await packages(project);
  // What a missing package causes is not reported: types and options that cannot be found.
  if (hasErrors(installed)) return { title: `checking ${project.root}: packages`, diagnostics: installed };
  const configuration = await configProblems(project);
  // A wrong configuration may name other folders for sources and generated files than the ones that are meant.
  const stale = hasErrors(configuration) ? [] : await staleFiles(project);
  const diagnostics = withoutRepetition([...installed, ...(await tsconfig(project)), ...configuration, ...stale]);
  const title = `checking ${project.root}: packages, tsconfig.json, capstan.config.ts, generated files`;
  const next = explainNext(diagnostics);
  if (next !== undefined) return { title, diagnostics, next };
  const body = `no problems found (Node ${process.versions.node})`;
  return { title, diagnostics, body, ...(hasKit(project.manifest) && { next: "capstan dev" }) };
}

/** generate reports a broken tsconfig.json too. */
function withoutRepetition(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const isBroken = diagnostics.some(({ code }) => code === "doctor/broken-tsconfig");
  return isBroken ? diagnostics.filter(({ code }) => code !== "model/tsconfig") : diagnostics;
}

function problem(code: CliCode, values: Readonly<Record<string, string | number>> = {}): Diagnostic {
  return diagnose(cliDiagnostics, code, { values });
}

async function packages(project: Project): Promise<Diagnostic[]> {
  const { copies, missing } = await installedPackages(project);
  const duplicates = [...Map.groupBy(copies, ({ name }) => name)].filter(([, each]) => each.length > 1);
  const versions = [...Map.groupBy(copies, ({ version }) => version)].map(
    ([version, each]) => `${version} (${each.map(({ name }) => name).join(", ")})`,
  );
  return [
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
}

async function tsconfig({ root }: Project): Promise<Diagnostic[]> {
  const read = await readTsconfig(root);
  if (read === undefined) return [problem("doctor/no-tsconfig")];
  if ("problem" in read)
    return [
      diagnose(cliDiagnostics, "doctor/broken-tsconfig", {
        values: { problem: read.problem },
        position: read.position,
      }),
    ];
  return neededOptions
    .filter((names) => names.every((name) => read.options[name] !== true))
    .map(([option = ""]) => problem("doctor/tsconfig", { option, value: "true" }));
}

/** What `bundle` would reject; dev and generate work without a configuration. */
async function configProblems(project: Project): Promise<readonly Diagnostic[]> {
  const { file, diagnostics } = await loadConfig(project);
  return file === undefined ? [] : diagnostics;
}

async function staleFiles(project: Project): Promise<Diagnostic[]> {
  const { diagnostics, changes } = await compareGenerated(project);
  if (changes.length === 0) return [...diagnostics];
  const counts = [...Map.groupBy(changes, ({ change }) => driftWords[change])]
    .map(([word, each]) => `${each.length} ${word}`)
    .join(", ");
  return [...diagnostics, problem("doctor/stale", { counts })];
}
