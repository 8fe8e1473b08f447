// One batch of hostile CRDs through `capstan import` and `capstan generate`: what was accepted, and what went wrong with it.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import type { Lab } from "../lab.ts";
import type { HostileCrd } from "./hostile-crds.ts";
import type { AttackedProject, Ran } from "./project.ts";
import { codeProblem } from "./written-code.ts";

/** The part of a diagnostic that `--format json` prints. */
interface Reported {
  readonly code: string;
  readonly severity: string;
  readonly position?: { readonly line?: number };
}

const file = "hostile.yaml";

/** Imports the batch, without what a first run rejects, and generates it again. Returns the CRDs that were imported. */
export async function importBatch(
  lab: Lab,
  project: AttackedProject,
  batch: readonly HostileCrd[],
): Promise<readonly HostileCrd[]> {
  for (const folder of ["src", "generated"]) rmSync(join(project.folder, folder), { recursive: true, force: true });
  const rejected = await rejectedOf(lab, project, batch);
  const accepted = batch.filter((_, i) => !rejected.has(i));
  if (rejected.size > 0 && (await rejectedOf(lab, project, accepted)).size > 0) return [];
  checkCode(lab, project, accepted);
  await checkRun(lab, project);
  const generated = await project.capstan("generate", "--format", "json");
  const errors = reportedBy(lab, generated).filter(({ severity }) => severity === "error");
  if (errors.length > 0) lab.fault("wrong", "generate rejects what import wrote", errors.slice(0, 3));
  else checkStrings(lab, project, accepted);
  return accepted;
}

/** The CRDs that import rejects, by their index; when it rejects none, it has written the files. */
async function rejectedOf(lab: Lab, project: AttackedProject, batch: readonly HostileCrd[]): Promise<Set<number>> {
  const starts: number[] = [];
  let [text, line] = ["", 1];
  for (const crd of batch) {
    starts.push(line);
    text += `---\n${crd.text}`;
    line += crd.text.split("\n").length;
  }
  project.write(file, text);
  const ran = await project.capstan("import", file, "--format", "json");
  const errors = reportedBy(lab, ran).filter(({ severity }) => severity === "error");
  return new Set(
    errors.map(({ code, position }) => {
      const index = position?.line === undefined ? -1 : starts.findLastIndex((start) => start <= (position.line ?? 0));
      if (index < 0) lab.fault("wrong", "an error without a position", { code, batch: batch.map(({ kind }) => kind) });
      return index;
    }),
  );
}

/** The diagnostics of a command; anything but its document is a crash. */
function reportedBy(lab: Lab, { code, output }: Ran): readonly Reported[] {
  try {
    const { diagnostics }: { diagnostics: readonly Reported[] } = JSON.parse(output);
    const uncoded = diagnostics.find((each) => !/^[a-z]+\/[a-z-]+$/.test(each.code) || each.code === "cli/unexpected");
    if (uncoded !== undefined || (code !== 0 && code !== 1)) lab.fault("crashed", `code ${code}`, uncoded ?? output);
    return diagnostics;
  } catch {
    lab.fault("crashed", `the command ended with ${code}`, output.slice(-2000));
    return [];
  }
}

function checkCode(lab: Lab, project: AttackedProject, accepted: readonly HostileCrd[]): void {
  const written = writtenFiles(project);
  if (written.length !== accepted.length)
    lab.fault("wrong", `${written.length} files for ${accepted.length} CRDs`, written.slice(0, 5));
  for (const path of written) {
    const problem = codeProblem(readFileSync(join(project.folder, path), "utf8"));
    if (problem !== undefined) lab.fault("executed", `${path} ${problem}`, placesOf(accepted, path));
  }
}

function placesOf(accepted: readonly HostileCrd[], path: string): unknown {
  return accepted.find(({ kind }) => path.includes(kind.toLowerCase()))?.places ?? path;
}

function writtenFiles({ folder }: AttackedProject): string[] {
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return found.filter((path) => path.endsWith(".ts") && path.startsWith("src/api/"));
}

/** Loads every file that was written, as a provider does: the payload of the strings sets `globalThis.pwned`. */
async function checkRun(lab: Lab, project: AttackedProject): Promise<void> {
  const imports = writtenFiles(project).map((path) => `await import(${JSON.stringify(`./${path}`)});`);
  project.write("load.ts", `${imports.join("\n")}\nconsole.log("pwned" in globalThis ? "pwned" : "clean");\n`);
  const { output } = await project.node("load.ts");
  if (output !== "clean\n") lab.fault("executed", "loading what was written", output.slice(0, 2000));
}

/** Compares every generated CRD with the one that was imported. */
function checkStrings(lab: Lab, project: AttackedProject, accepted: readonly HostileCrd[]): void {
  for (const { crd, places } of accepted) {
    const path = join(project.folder, "generated/crds", `${crd.spec.group}_${crd.spec.names.plural}`);
    const json: unknown = JSON.parse(readFileSync(`${path}.json`, "utf8"));
    const yaml: unknown = parse(readFileSync(`${path}.yaml`, "utf8"), { version: "1.1", merge: false });
    if (!isDeepStrictEqual(json, yaml)) lab.fault("wrong", "YAML and JSON differ", places);
    if (!isDeepStrictEqual(said(json), said(crd, columnsOf(json)))) lab.fault("wrong", "a string differs", places);
  }
}

type Crd = HostileCrd["crd"];

/** The names of its columns. */
function columnsOf(value: unknown): readonly string[] {
  // It was generated as a CRD.
  const { spec } = value as Crd;
  return spec.versions.flatMap(({ additionalPrinterColumns = [] }) => additionalPrinterColumns.map(({ name }) => name));
}

/** What a CRD says: without the note of the tool that wrote it, and with these columns: one without a field is left out, with a warning. */
function said(value: unknown, columns: readonly string[] = columnsOf(value)): unknown {
  // Both are CRDs: one that was made here, and one that was generated.
  const { metadata, ...crd } = JSON.parse(JSON.stringify(value)) as Crd;
  const { annotations = {}, ...rest } = metadata;
  delete annotations["controller-gen.kubebuilder.io/version"];
  for (const version of crd.spec.versions) {
    const kept = (version.additionalPrinterColumns ?? []).filter(({ name }) => columns.includes(name));
    version.additionalPrinterColumns = kept;
  }
  return { ...crd, metadata: { ...rest, annotations } };
}
