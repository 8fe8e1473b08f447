// Real migrations: the CRDs of providers that have two versions, imported by the real command, converted by the declarations in `testdata/`, and
// proved. What a provider's authors wrote by hand in Go for the same is counted beside it, if a checkout of the provider is given.
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Converter } from "@capstan/contract/codegen/v1";
import { isJsonObject } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { root } from "@capstan/repo";
import { fuzzPair } from "../fuzz-pair.ts";
import { runsOfSmall } from "../pairs/accepted.ts";
import { compileProblems } from "../pairs/compile.ts";
import { loadProofs } from "../proofs/load-proofs.ts";
import { failedProofs, type ProofRuns } from "../proofs/run-proofs.ts";
import type { ProofSuite } from "../proofs/recorder.ts";
import type { Outcome, Part, Settings } from "../../part.ts";
import { checkoutOf, crdSource } from "./crd-sources.ts";
import { codeLines, writtenLines } from "./go-lines.ts";
import { migrationProject, type MigrationProject } from "./migration-project.ts";
import { migratedProviders, type MigratedProvider } from "./providers.ts";

const corpus = join(root, "../shared/corpus/crds");
const declared = join(import.meta.dirname, "testdata");

/** The migrations of the providers whose CRDs are there. */
export const migrations: Part = {
  name: "migrations",
  async run(settings) {
    const outcomes: Outcome[] = [];
    for (const provider of migratedProviders.filter((one) => isChosen(settings.only, one.name, ...one.crds)))
      outcomes.push(...(await migrate(provider, settings)));
    return outcomes;
  },
};

/** `--pair` chooses a provider, or a kind as it is in the name of its CRD. */
function isChosen(only: string, ...names: readonly string[]): boolean {
  return names.some((name) => name.toLowerCase().includes(only.toLowerCase()));
}

async function migrate(provider: MigratedProvider, settings: Settings): Promise<readonly Outcome[]> {
  const source = crdSource(provider, { corpus, from: settings.from });
  const named = `${provider.name}, ${provider.repository}`;
  if (source === undefined)
    return [{ group: named, cases: 0, failures: [], note: "its CRDs are not here: see --from" }];
  const group = `${named} ${source.read}`;
  const { files: crds, missing } = source;
  if (missing.length > 0) return [{ group, cases: 1, failures: missing.map((file) => `there is no ${file}`) }];
  const project = await migrationProject(crds, join(declared, provider.name));
  const problems = await compileProblems([project.folder], "src/**/*.ts");
  const kinds = await Promise.all(generatedTests(project).map((file) => loadProofs(new URL(file, project.generated))));
  const converters = await convertersOf(project);
  const chosen = kinds.flat().filter(({ name }) => isChosen(settings.only, provider.name, name));
  const before = process.cpuUsage();
  const outcomes = chosen.map((suite) => prove(suite, { provider, project, converters, settings }));
  const note = `${kinds.length} kinds are imported and generated, and compile; ${chosen.length} proved in ${secondsSince(before)}`;
  return [{ group, cases: 1, failures: problems, note }, ...outcomes];
}

/** Processor time, which other work on the machine does not change. */
function secondsSince(before: NodeJS.CpuUsage): string {
  const { user, system } = process.cpuUsage(before);
  return `${((user + system) / 1e6).toFixed(1)} s`;
}

function generatedTests({ generated }: MigrationProject): string[] {
  return globSync("conversion-*.test.ts", { cwd: generated }).toSorted();
}

async function convertersOf({ generated }: MigrationProject): Promise<readonly Converter[]> {
  // The generator wrote the module.
  const module = (await import(new URL("conversions.ts", generated).href)) as {
    readonly converters: readonly Converter[];
  };
  return module.converters;
}

interface ProvedKind {
  readonly provider: MigratedProvider;
  readonly project: MigrationProject;
  readonly converters: readonly Converter[];
  readonly settings: Settings;
}

function prove(suite: ProofSuite, { provider, project, converters, settings }: ProvedKind): Outcome {
  const kind = suite.name.split(" ")[0] ?? "";
  const converter = converters.find((one) => one.kind === kind);
  const fields = fieldsOf(suite);
  const before = process.cpuUsage();
  const small = sampled(runsOfSmall(settings), fields, settings);
  const proofs = [...failedProofs([suite], small)].map(({ proof, message }) => `${proof}: ${message}`);
  const fuzzed = fuzzPair({ ...suite, converter }, sampled(settings, fields, settings));
  const note = [
    `${fields} fields`,
    declaredLines(kind, project),
    goLines(kind, provider, settings.from),
    `${suite.proofs.length} proofs of ${small.runs} objects, and ${fuzzed.note}`,
    secondsSince(before),
  ];
  return {
    group: `${provider.name}: ${suite.name}`,
    cases: fuzzed.cases + suite.proofs.length,
    failures: [...proofs, ...fuzzed.failures],
    note: note.join("; "),
  };
}

/** So many fields have the objects of one kind that get the full number of runs. */
const fieldsOfFullRuns = 20;

/** The runs of a kind: an object with many fields takes long, and has many values to try, so without `--all` there are fewer of them. */
function sampled<T extends ProofRuns>(runs: T, fields: number, { all }: Settings): T {
  const share = all ? 1 : Math.min(1, fieldsOfFullRuns / fields);
  return { ...runs, runs: Math.ceil(runs.runs * share) };
}

/** The fields of both versions, each path once. */
function fieldsOf({ conversion: { hub, spoke } }: ProofSuite): number {
  return new Set([hub, spoke].flatMap(({ schema }) => pathsOf(schema, ""))).size;
}

function pathsOf(schema: JSONSchema, at: string): string[] {
  const inner = [schema.items, schema.additionalProperties].filter((next) => isJsonObject(next));
  const own = Object.entries(schema.properties ?? {}).filter(
    ([name]) => at !== "" || !["apiVersion", "kind", "metadata"].includes(name),
  );
  return [
    ...own.flatMap(([name, next]) => [`${at}.${name}`, ...pathsOf(next, `${at}.${name}`)]),
    ...inner.flatMap((next) => pathsOf(next, `${at}[]`)),
  ];
}

/** The lines of the module that declares a kind's conversion, and of those beside it that it needs. */
function declaredLines(kind: string, { folder }: MigrationProject): string {
  const declarations = join(folder, "src/api/conversions");
  const texts = new Map(
    globSync("*.ts", { cwd: declarations }).map((file) => [file, readFileSync(join(declarations, file), "utf8")]),
  );
  const needed = new Set([...texts.keys()].filter((file) => isDeclarationOf(kind, texts.get(file))));
  // A set that grows while it is walked.
  for (const file of needed)
    for (const [, beside = ""] of texts.get(file)?.matchAll(/from "\.\/([\w-]+\.ts)"/g) ?? []) needed.add(beside);
  const all = [...needed].map((file) => texts.get(file) ?? "").join("\n");
  const ofBounds = all.match(/^.*: \{ bounds: "differ" \},?$/gm)?.length ?? 0;
  return `${codeLines(all)} lines declared, ${ofBounds} of them bounds alone`;
}

function isDeclarationOf(kind: string, text: string | undefined): boolean {
  return text?.includes(`import type { ${kind} as Older }`) === true;
}

function goLines(kind: string, { repository, go }: MigratedProvider, from: string | undefined): string {
  const folder = checkoutOf(repository, from);
  if (folder === undefined) return "upstream's lines are not counted";
  const files = go.flatMap((types) => globSync(`${types}/**/*conversion*.go`, { cwd: folder }));
  const sources = files.filter((file) => !file.endsWith("_test.go"));
  const [generated = [], written = []] = [true, false].map((isGenerated) =>
    sources
      .filter((file) => basename(file).startsWith("zz_generated.") === isGenerated)
      .map((file) => readFileSync(join(folder, file), "utf8")),
  );
  return `${writtenLines(kind, { written, generated })} lines in Go by hand`;
}
