// What publint and attw find wrong in a tarball, and what is wrong with its source maps. Both run inside of this process: starting their commands takes longer than what
// they do for most packages.
import { readFileSync } from "node:fs";
import {
  checkPackage,
  createPackageFromTarballData,
  type Package,
  type Problem,
  type ResolutionKind,
} from "@arethetypeswrong/core";
import { problemKindInfo } from "@arethetypeswrong/core/problems";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { mapFaults } from "./map-faults.ts";

/** Ways of importing that attw's profile `esm-only` leaves out: our packages have no CommonJS. */
const leftOut: readonly ResolutionKind[] = ["node10", "node16-cjs"];

/** A line for each fault of the tarball's manifest, files, types and source maps. Rejects for a file that is no tarball of a package. */
export async function tarballFaults(file: string): Promise<string[]> {
  const data = new Uint8Array(readFileSync(file));
  const ofManifest = await manifestFaults(data);
  const tarball = createPackageFromTarballData(data);
  return [...ofManifest, ...(await typeFaults(tarball)), ...mapFaults(tarball)];
}

/** As `publint run TARBALL --strict`: warnings are faults, suggestions are not. */
async function manifestFaults(data: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const { messages, pkg } = await publint({ pack: { tarball: data.buffer }, strict: true, level: "error" });
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`);
}

/** As `attw TARBALL --profile esm-only`, which however passes a package without any types. */
async function typeFaults(tarball: Package): Promise<string[]> {
  const checked = await checkPackage(tarball);
  if (!("problems" in checked)) return ["attw: the tarball has no types"];
  return checked.problems.filter(isFault).map(lineOf);
}

function isFault(problem: Problem): boolean {
  return !("resolutionKind" in problem) || !leftOut.includes(problem.resolutionKind);
}

/** What is wrong, and where: the fields of a problem that name an entry, a way of importing or a file. */
function lineOf(problem: Problem): string {
  const { kind, ...fields } = problem;
  const places = Object.entries(fields)
    .filter(([, value]) => typeof value === "string")
    .map(([name, value]) => `${name} ${String(value)}`);
  return `attw: ${problemKindInfo[kind].title}: ${places.join(", ")}`;
}
