// The files of a project that go into a release with its code: generated CRDs, cluster templates, ClusterClasses.
import { existsSync, realpathSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ReleaseFile } from "@capstan/clusterctl-kit";
import { isBelow } from "@capstan/generator-model/files";
import { errorFrom, errorOf, hasLostNumber, isJsonObject, jsonExcess, type CapstanError } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { cliDiagnostics } from "../cli-errors.ts";
import type { CapstanConfig } from "../config/config.ts";
import { generateFolders } from "../config/generate-config.ts";
import { otherThanFile } from "./file-kind.ts";
import { readJson, readContent } from "./files.ts";

/** The folder of a project's CRDs, relative to it: where `generate` writes them, or what the configuration names. */
export function crdFolder({ crds, generate }: Pick<CapstanConfig, "crds" | "generate"> = {}): string {
  return crds ?? generateFolders(generate).crds;
}

/**
 * The CRDs of a folder; none when there is no folder. A file that is there as JSON too, as `generate` writes it, is read from that form,
 * which loads far faster than YAML. Throws for a document that is not a CRD.
 */
export async function readCrds(folder: string, root: string = folder): Promise<CustomResourceDefinition[]> {
  return (await Promise.all(await readCrdFiles(folder, root))).flat();
}

/** The CRDs of a folder, and why others of its files could not be read: for a command that only checks by them. */
export async function readKnownCrds(folder: string, root: string): Promise<KnownFiles> {
  const read = await Promise.allSettled(await readCrdFiles(folder, root));
  return {
    crds: read.flatMap((each) => (each.status === "fulfilled" ? each.value : [])),
    problems: read.flatMap((each) => (each.status === "rejected" ? [errorFrom(each.reason)] : [])),
  };
}

/** What could be read of a folder. */
interface KnownFiles {
  readonly crds: readonly CustomResourceDefinition[];
  readonly problems: readonly Error[];
}

/** The CRDs of each file. */
async function readCrdFiles(folder: string, root: string): Promise<readonly Promise<CustomResourceDefinition[]>[]> {
  const json = await filesIn({ folder, root }, /\.json$/);
  const yaml = (await filesIn({ folder, root }, yamlName)).filter(
    (name) => !json.includes(name.replace(yamlName, ".json")),
  );
  return [
    ...json.map(async (name) => crdsOf(join(folder, name), [await readJsonCrd(join(folder, name))])),
    ...yaml.map(async (name) => crdsOf(join(folder, name), await readYaml(join(folder, name)))),
  ];
}

const yamlName = /\.ya?ml$/;

/** As deep as YAML may be. */
const deepest = 200;

async function readJsonCrd(file: string): Promise<unknown> {
  const all = Number.POSITIVE_INFINITY;
  const excess = jsonExcess(Buffer.from(await readContent(file)), { values: all, depth: deepest, shapes: all });
  if (excess !== undefined) throw notCrd(file, `it is nested deeper than ${deepest} levels`);
  return readJson(file);
}

/** The documents of a YAML file. The reader is loaded only for projects that have such a file. */
async function readYaml(file: string): Promise<readonly unknown[]> {
  const [text, { parseYaml }] = await Promise.all([readContent(file), import("@capstan/schema/yaml")]);
  const { documents, diagnostics } = parseYaml(text, { file });
  const broken = diagnostics.find(({ severity }) => severity === "error");
  if (broken === undefined) return documents.map(({ value }) => value);
  throw notCrd(file, `line ${broken.position?.line ?? 1}: ${broken.message}`);
}

/** What bundle and dev read of a CRD: the fields that must have one value, and those that must be there. */
const fixedFields: Readonly<Record<string, string>> = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
};
const neededFields: readonly string[] = [
  "metadata.name",
  "spec.group",
  "spec.names.kind",
  "spec.names.plural",
  "spec.versions",
];

function crdsOf(file: string, documents: readonly unknown[]): Promise<CustomResourceDefinition[]> {
  return Promise.all(documents.map((document) => crdOf(file, document)));
}

async function crdOf(file: string, document: unknown): Promise<CustomResourceDefinition> {
  const wrong = Object.entries(fixedFields).find(([path, value]) => fieldAt(document, path) !== value);
  if (wrong !== undefined) throw notCrd(file, `${wrong[0]} must be "${wrong[1]}"`);
  const missing = neededFields.find((path) => fieldAt(document, path) === undefined);
  if (missing !== undefined) throw notCrd(file, `${missing} is missing`);
  const versions = fieldAt(document, "spec.versions");
  if (!Array.isArray(versions) || !versions.every(isJsonObject))
    throw notCrd(file, "spec.versions is not a list of objects");
  if (hasLostNumber(versions)) await rejectLostNumbers(file, versions);
  // What bundle and dev read of it was checked.
  return document as CustomResourceDefinition;
}

/** A release would have another number than the file. The keywords are looked at only where there is such a number. */
async function rejectLostNumbers(file: string, versions: readonly unknown[]): Promise<void> {
  const { lostNumbers } = await import("@capstan/schema/structural");
  for (const [index, version] of versions.entries()) {
    const [lost] = lostNumbers(fieldAt(version, "schema.openAPIV3Schema"), []);
    if (lost === undefined) continue;
    const path = `spec.versions[${index}].schema.openAPIV3Schema.${lost.join(".")}`;
    throw errorOf(cliDiagnostics, "cli/crd-number", { values: { file, path } });
  }
}

function fieldAt(value: unknown, path: string): unknown {
  return path.split(".").reduce((at, name) => (isJsonObject(at) ? at[name] : undefined), value);
}

function notCrd(file: string, problem: string): CapstanError {
  return errorOf(cliDiagnostics, "cli/crd", { values: { file, problem } });
}

/** The YAML files of the templates' folder; none when there is no folder. */
export async function readTemplates(folder: string, root: string = folder): Promise<ReleaseFile[]> {
  return Promise.all(
    (await filesIn({ folder, root }, /\.yaml$/)).map(async (name) => ({
      path: name,
      content: await readContent(join(folder, name)),
    })),
  );
}

interface ReadFolder {
  readonly folder: string;
  /** The project. */
  readonly root: string;
}

/** The names of the files in a folder. Throws `cli/linked-file` for a link that leads out of the folder and of the project: a release would publish what it leads to. */
async function filesIn({ folder, root }: ReadFolder, names: RegExp): Promise<string[]> {
  if (otherThanFile(folder) !== "a folder") return [];
  // Hidden files are those of tools: Emacs locks a file with one.
  const found = (await readdir(folder)).filter((name) => names.test(name) && !name.startsWith(".")).toSorted();
  const tops = [realpathSync(folder), realpathSync(root)];
  const linked = found
    .map((name) => join(folder, name))
    .find((file) => existsSync(file) && !tops.some((top) => isBelow(top, realpathSync(file))));
  if (linked !== undefined) throw errorOf(cliDiagnostics, "cli/linked-file", { values: { file: linked } });
  return found;
}
