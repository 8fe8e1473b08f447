// `pnpm run prove:editor`: asks TypeScript's language server for references, renames and definitions across packages, with the
// committed editor settings, and compares each answer with the reference service's. Prints what the server finds without the settings, too.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root, runCommand, runSteps, type Step } from "@capstan/repo";
import { createReferenceService, type ReferenceService } from "./reference-service.ts";
import { startLanguageServer, type LanguageServer } from "./language-server.ts";
import { countPlaces, declarationOf, differences, positionAt, type Place } from "./place.ts";
import { committedSettings } from "./settings.ts";

/** Exports that many packages use, and a file of another package from which to go to the definition. */
const symbols = [
  {
    name: "deepEqual",
    file: "packages/kube/src/json/json-value.ts",
    user: "packages/contract/src/codegen/v1/lost-parts.ts",
  },
  { name: "CapstanError", file: "packages/kube/src/errors/errors.ts", user: "tools/repo/steps.ts" },
  {
    name: "defineResource",
    file: "packages/contract/src/define/define-resource.ts",
    user: "packages/api/src/core/v1beta2/cluster-class.ts",
  },
] as const;

type Exported = (typeof symbols)[number];

/** What a step has at hand. */
interface Bench {
  readonly server: LanguageServer;
  readonly reference: ReferenceService;
}

const read = (file: string): string => readFileSync(join(root, file), "utf8");
const declared = ({ name, file }: Exported): Place => ({ file, ...declarationOf(read(file), name) });

function stepsFor(symbol: Exported, { server, reference }: Bench): readonly Step[] {
  const place = declared(symbol);
  const { name } = symbol;
  return [
    {
      name: `references of ${name}`,
      run: async () => {
        await server.open(symbol.file);
        const started = performance.now();
        const found = await server.references(place);
        const seconds = ((performance.now() - started) / 1000).toFixed(2);
        demandEqual(found, reference.references(place));
        return `${countPlaces(found)}; the server took ${seconds} s`;
      },
    },
    {
      name: `rename of ${name}`,
      run: async () => {
        const edits = await server.rename(place, `${name}Renamed`);
        demandEqual(edits, reference.references(place));
        demandNone(reference.errorsAfter(name, edits));
        return `${countPlaces(edits)}; everything that says ${name} still compiles`;
      },
    },
    { name: `definition of ${name}`, run: () => definitionStep(symbol, server) },
  ];
}

/** From a use in another package to the source, not to a built file. */
async function definitionStep(symbol: Exported, server: LanguageServer): Promise<string> {
  const { name, file, user } = symbol;
  await server.open(user);
  const text = read(user);
  const found = await server.definition({ file: user, ...positionAt(text, text.indexOf(name)) });
  demandEqual(found.slice(0, 1), [declared(symbol)]);
  return `from ${user} to ${file}`;
}

function demandEqual(found: readonly Place[], wanted: readonly Place[]): void {
  if (wanted.length === 0) throw new Error("the reference service found nothing");
  demandNone(differences(found, wanted));
}

function demandNone(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

/** What the same server finds when an editor tells it nothing. */
async function printWithoutSettings(): Promise<void> {
  const server = await startLanguageServer({});
  for (const symbol of symbols) {
    await server.open(symbol.file);
    console.log(`without settings: ${symbol.name}: ${countPlaces(await server.references(declared(symbol)))}`);
  }
  await server.stop();
}

/** One project for the whole repository: it holds every file, and is as strict as the packages' own (testdata is wrong on purpose). */
const projectStep: Step = {
  name: "tsconfig.editor.json",
  run: async () => {
    const listed = await runCommand(["tsc", "-p", "tsconfig.editor.json", "--listFiles"]);
    const lines = listed.output.split("\n").map((line) => relative(root, line).replaceAll("\\", "/"));
    const held = new Set(lines);
    demandNone(bench.reference.files.filter((file) => !held.has(file)).map((file) => `it does not hold ${file}`));
    demandNone(
      listed.output.split("\n").filter((line) => /^\S+\.ts\(.*error TS/.test(line) && !line.includes("/testdata/")),
    );
    return `holds all ${bench.reference.files.length} TypeScript files in git`;
  },
};

const bench: Bench = { server: await startLanguageServer(committedSettings()), reference: createReferenceService() };
await printWithoutSettings();
const tally = await runSteps([projectStep, ...symbols.flatMap((symbol) => stepsFor(symbol, bench))]);
const memory = bench.server.memory();
if (memory !== undefined) console.log(`the language server held at most ${memory} MB`);
await bench.server.stop();
process.exitCode = tally.failed === 0 ? 0 : 1;
