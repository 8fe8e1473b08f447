// `capstan doctor`: looks at the set-up of a project, one function a question, and reports. It changes nothing.
import { satisfies } from "semver";
import { diagnose, type Diagnostic } from "@capstan/kube";
import { cliDiagnostics, type CliCode } from "../cli-errors.ts";
import { generateProject } from "../generate/generate-project.ts";
import type { Outcome } from "../outcome.ts";
import { findProject, type Project } from "../project/find-project.ts";
import { installedPackages } from "../project/installed-packages.ts";
import { tsconfigOptions } from "../project/tsconfig-options.ts";
import type { Values } from "../program.ts";
import type { Terminal } from "../terminal.ts";

const neededNode = "22.19.0";

/** Options that make the compiler report what Node would fail on; any one name of a row is enough. */
const neededOptions: readonly (readonly string[])[] = [
  ["erasableSyntaxOnly"],
  ["verbatimModuleSyntax"],
  ["rewriteRelativeImportExtensions", "allowImportingTsExtensions"],
];

/** Looks at the project. */
export async function run(_values: Values, terminal: Terminal): Promise<Outcome> {
  const project = await findProject(terminal.cwd);
  const found = await Promise.all([packages(project), tsconfig(project), staleFiles(project)]);
  const diagnostics = [...nodeVersion(process.versions.node), ...found.flat()];
  const next = diagnostics.length === 0 ? "capstan generate --check" : "capstan explain <code>";
  return { lookedAt: `looked at ${project.root}: Node, packages, tsconfig.json, generated files`, diagnostics, next };
}

function problem(code: CliCode, values: Readonly<Record<string, string | number>>): Diagnostic {
  return diagnose(cliDiagnostics, code, { values });
}

/** Whether this Node can run a project. */
function nodeVersion(found: string): Diagnostic[] {
  return satisfies(found, `>=${neededNode}`) ? [] : [problem("doctor/node", { found, needed: neededNode })];
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
  const options = await tsconfigOptions(root);
  if (options === undefined) return [];
  return neededOptions
    .filter((names) => names.every((name) => options[name] !== true))
    .map(([option = ""]) => problem("doctor/tsconfig", { option, value: "true" }));
}

async function staleFiles({ root }: Project): Promise<Diagnostic[]> {
  const { diagnostics, changes, hasApi } = await generateProject({ root, check: true });
  if (!hasApi) return [];
  return [...diagnostics, ...changes.map(({ path }) => problem("doctor/stale", { path }))];
}
