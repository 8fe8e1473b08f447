// CRDs from source, whole process: the built `capstan generate` beside controller-gen on equal Go types.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "@capstan/repo";
import { controlPlaneBinaries } from "@capstan/tool-control-plane/paths";
import type { Benchmark, Contender } from "../src/benchmark.ts";
import { buildPackages } from "../src/build-packages.ts";
import { measureProcess } from "../src/measure-process.ts";
import { makeTemporaryFolder, removeTemporaryFolder } from "../src/temporary-folder.ts";

const example = join(root, "examples", "provider-local");
const capstan = join(root, "packages", "cli", "dist", "main.js");

/** The contenders' folders; made by `prepare`, deleted by `stop`. */
const folders = { ours: "", peer: "" };

/** The folders that hold each contender's CRDs. */
const crds = { ours: () => join(folders.ours, "generated", "crds"), peer: () => join(folders.peer, "crds") };

/** A project as a user has it: the example's types in both versions, packages resolved to what is built, not to sources. */
async function copyProject(): Promise<void> {
  await buildPackages(["@capstan/cli"]);
  const folder = makeTemporaryFolder();
  folders.ours = folder;
  cpSync(join(example, "src", "api"), join(folder, "src", "api"), { recursive: true });
  cpSync(join(example, "package.json"), join(folder, "package.json"));
  symlinkSync(join(example, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "tsconfig.json"), '{ "compilerOptions": { "module": "nodenext", "strict": true } }\n');
}

const capstanGenerate: Contender = {
  name: "capstan generate",
  prepare: copyProject,
  run: () => {
    for (const made of ["generated", "src/generated"]) {
      rmSync(join(folders.ours, made), { recursive: true, force: true });
    }
    return measureProcess([process.execPath, capstan, "generate"], folders.ours);
  },
  stop: async () => removeTemporaryFolder(folders.ours),
};

const controllerGen: Contender = {
  name: "controller-gen 0.21.0",
  prepare: async () => void (folders.peer = makeTemporaryFolder()),
  run: async () => {
    rmSync(crds.peer(), { recursive: true, force: true });
    mkdirSync(crds.peer());
    const program = controlPlaneBinaries().programs["controller-gen"];
    const command = [program, "crd", "paths=./...", `output:crd:dir=${crds.peer()}`];
    const figures = await measureProcess(command, join(root, "tools", "peers", "controller-gen"));
    checkSameWork();
    return figures;
  },
  stop: async () => removeTemporaryFolder(folders.peer),
};

/** Both must have written the same CRDs, or the figures say nothing. */
function checkSameWork(): void {
  const names = readdirSync(crds.peer()).toSorted();
  const own = readdirSync(crds.ours()).filter((name) => name.endsWith(".yaml"));
  if (own.toSorted().join() !== names.join()) throw new Error(`capstan wrote ${own.join()}, the peer ${names.join()}`);
  const different = names.filter((name) => read(crds.ours(), name) !== read(crds.peer(), name));
  if (different.length > 0) {
    throw new Error(`not the same CRDs: ${different.join(", ")}; compare:controller-gen shows the difference`);
  }
}

function read(folder: string, name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

/** CRDs of provider-local in two versions. */
export const generate: Benchmark = {
  name: "generate",
  how:
    "CRDs of provider-local (6 kinds in 2 versions) from source, whole process from start to exit; outputs are byte-equal (checked " +
    "in every run). Ours also writes each CRD as JSON, and the conversions between the versions with their proofs. Memory is that of " +
    "the program itself, without the go command that controller-gen starts.",
  contenders: [capstanGenerate, controllerGen],
  runs: { short: 5, full: 15 },
};
