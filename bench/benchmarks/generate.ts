// CRDs from source, whole process: the built `capstan generate` beside controller-gen on equal Go types.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "@capstan/house";
import { controlPlaneBinaries } from "@capstan/tool-control-plane/paths";
import type { Benchmark, Contender } from "../src/benchmark.ts";
import { buildPackages } from "../src/build-packages.ts";
import { measureProcess } from "../src/measure-process.ts";

const example = join(root, "examples", "provider-local");
const capstan = join(root, "packages", "cli", "dist", "main.js");

/** A folder that is made by `prepare` and gone after `stop`. */
class Workspace {
  folder = "";

  make(): string {
    this.folder = mkdtempSync(join(tmpdir(), "capstan-bench-"));
    return this.folder;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const [ours, peers] = [new Workspace(), new Workspace()];

/** The folders that hold each contender's CRDs. */
const crds = { ours: () => join(ours.folder, "generated", "crds"), peer: () => join(peers.folder, "crds") };

/** A project as a user has it: the example's types in both versions, packages resolved to what is built, not to sources. */
async function copyProject(): Promise<void> {
  await buildPackages(["@capstan/cli"]);
  const folder = ours.make();
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
      rmSync(join(ours.folder, made), { recursive: true, force: true });
    }
    return measureProcess([process.execPath, capstan, "generate"], ours.folder);
  },
  stop: async () => ours.remove(),
};

const controllerGen: Contender = {
  name: "controller-gen 0.21.0",
  prepare: async () => void peers.make(),
  run: async () => {
    rmSync(crds.peer(), { recursive: true, force: true });
    mkdirSync(crds.peer());
    const program = controlPlaneBinaries().programs["controller-gen"];
    const command = [program, "crd", "paths=./...", `output:crd:dir=${crds.peer()}`];
    const figures = await measureProcess(command, join(root, "tools", "peers", "controller-gen"));
    checkSameWork();
    return figures;
  },
  stop: async () => peers.remove(),
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
    "CRDs of provider-local (4 kinds in 2 versions) from source, whole process from start to exit; outputs are byte-equal (checked " +
    "in every run). Ours also writes each CRD as JSON, and the conversions between the versions with their proofs. Memory is that of " +
    "the program itself, without the go command that controller-gen starts.",
  contenders: [capstanGenerate, controllerGen],
  runs: { short: 5, full: 15 },
};
