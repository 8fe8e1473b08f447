// The objects that `capstan dev --apply` creates: those of a file, of the project's folder `dev`, or of its cluster template with every variable filled in, and of the ClusterClass that this names.
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlreadyExists, type Client } from "@capstan/client";
import { listVariables, substitute } from "@capstan/clusterctl-kit";
import {
  applyMergePatch,
  createMergePatch,
  deepEqual,
  type Diagnostic,
  diagnose,
  formatKey,
  getAt,
  type JsonPath,
  keyOf,
  type KubeObject,
  type Position,
  type Resource,
} from "@capstan/kube";
import { readContent } from "../project/files.ts";
import { devDiagnostics } from "./dev-diagnostics.ts";
import { isSampleObject, problemOfObject } from "./object-problem.ts";

/** Where the objects come from. */
export interface SampleOptions {
  readonly root: string;
  /** What `--apply` names, relative to the current folder. */
  readonly file: string | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What clusterctl's flags give a template; the environment can set each. */
const defaults: Readonly<Record<string, string>> = {
  CLUSTER_NAME: "dev",
  NAMESPACE: "default",
  KUBERNETES_VERSION: "v1.36.0",
  CONTROL_PLANE_MACHINE_COUNT: "1",
  WORKER_MACHINE_COUNT: "1",
};

/** Where a sample is looked for. */
const folder = "dev";
/** The file for a project without samples in the folder. */
export const sampleTemplate = "templates/cluster-template.yaml";

/** Where files of a sample may be. */
export type SamplePlace = Pick<SampleOptions, "root" | "file" | "cwd">;

/** The folders in which a sample is looked for; of a file that is named, its own one. */
export function sampleFolders({ root, file, cwd }: SamplePlace): readonly string[] {
  return file === undefined ? [join(root, folder), join(root, dirname(sampleTemplate))] : [dirname(resolve(cwd, file))];
}

/** Whether a file may be one of the sample, or have the class that it names. */
export function isSampleFile(place: SamplePlace, file: string): boolean {
  const { cwd, file: named } = place;
  if (named !== undefined && file === resolve(cwd, named)) return true;
  return sampleFolders(place).includes(dirname(file)) && isYamlFile(basename(file));
}

/** By its name. Editors keep files of their own beside those that are edited: their names begin with a dot. */
function isYamlFile(name: string): boolean {
  return !name.startsWith(".") && yamlFile.test(name);
}

const yamlFile = /\.ya?ml$/;

/** The objects, or what is wrong with them. */
export interface Sample {
  readonly files: readonly string[];
  readonly objects: readonly KubeObject[];
  /** Where the fields of each object are. */
  readonly places: SamplePlaces;
  readonly diagnostics: readonly Diagnostic[];
}

/** Of each object, the position of a field, or of its nearest ancestor in the file. */
export type SamplePlaces = ReadonlyMap<KubeObject, (path: JsonPath) => Position>;

/** Reads the objects of a sample. */
export async function readSample(options: SampleOptions): Promise<Sample> {
  const { root, cwd, env } = options;
  const found = await filesOf(options);
  if (found.length === 0)
    return none(
      diagnose(devDiagnostics, "dev/no-sample", { values: { places: `${folder}/*.yaml or ${sampleTemplate}` } }),
    );
  const variables = { ...defaults, ...env };
  const ownRead = await Promise.all(found.map((file) => objectsOf(file, variables)));
  const classes = classFiles(found, ownRead);
  const read = [...(await Promise.all(classes.map((file) => objectsOf(file, variables)))), ...ownRead];
  const files = [...classes, ...found].map((file) => relative(cwd, file) || relative(root, file));
  const places = new Map(read.flatMap((each) => [...each.places]));
  const objects = [...places.keys()];
  const diagnostics = read.flatMap((each) => each.diagnostics);
  // A file with comments alone is no mistake beside others.
  if (objects.length > 0 || diagnostics.length > 0) return { files, objects, places, diagnostics };
  const values = { places: `object in ${files.join(", ")}` };
  const position = { file: found[0] ?? "" };
  return none(diagnose(devDiagnostics, "dev/no-sample", { values, position }));
}

function none(diagnostic: Diagnostic): Sample {
  return { files: [], objects: [], places: new Map(), diagnostics: [diagnostic] };
}

/** Where a sample is: in the file that is named, in those of the folder, or in the template. */
export type SampleSource = "file" | "folder" | "template";

/** Where the sample is now; undefined where it has no file. */
export async function sampleSource(place: SamplePlace): Promise<SampleSource | undefined> {
  const [first] = await filesOf(place);
  if (first === undefined || !existsSync(first)) return undefined;
  if (place.file !== undefined) return "file";
  return first === join(place.root, sampleTemplate) ? "template" : "folder";
}

async function filesOf({ root, file, cwd }: SamplePlace): Promise<readonly string[]> {
  if (file !== undefined) return [resolve(cwd, file)];
  const samples = join(root, folder);
  const names = existsSync(samples) ? await readdir(samples) : [];
  const yaml = names.filter(isYamlFile).toSorted();
  if (yaml.length > 0) return yaml.map((name) => join(samples, name));
  return existsSync(join(root, sampleTemplate)) ? [join(root, sampleTemplate)] : [];
}

type ReadFile = Pick<Sample, "places" | "diagnostics">;

/** The files of ClusterClasses that Clusters name and no file has: as with clusterctl, that of the class `a` is `clusterclass-a.yaml` beside the template. */
function classFiles(files: readonly string[], read: readonly ReadFile[]): readonly string[] {
  const objects = read.flatMap(({ places }) => [...places.keys()]);
  const known = new Set(objects.filter(({ kind }) => kind === "ClusterClass").map(({ metadata }) => metadata.name));
  const named = files.flatMap((file, index) =>
    [...(read[index]?.places.keys() ?? [])].flatMap((object) => {
      const name = classOf(object);
      return name === undefined || known.has(name) ? [] : [join(dirname(file), `clusterclass-${name}.yaml`)];
    }),
  );
  return [...new Set(named)].filter((file) => !files.includes(file) && existsSync(file));
}

function classOf(object: KubeObject): string | undefined {
  if (object.kind !== "Cluster") return undefined;
  const topology = getAt(object, ["spec", "topology"]);
  const name = getAt(topology, ["classRef", "name"]) ?? getAt(topology, ["class"]);
  return typeof name === "string" && /^[a-z0-9.-]+$/.test(name) ? name : undefined;
}

async function objectsOf(file: string, values: SampleOptions["env"]): Promise<ReadFile> {
  const [content, { parseYaml }] = await Promise.all([readContent(file), import("@capstan/schema/yaml")]);
  const { text, missing, diagnostics: rejected } = substitute(content, values, file);
  if (rejected.length > 0)
    return {
      places: new Map(),
      diagnostics: rejected.flatMap((each) => placedProblems(each, { content, file, missing })),
    };
  const { documents, diagnostics } = parseYaml(text, { file });
  const places = new Map<KubeObject, (path: JsonPath) => Position>();
  const wrong: Diagnostic[] = [];
  for (const { value, positionOf } of documents) {
    if (value === null || value === undefined) continue;
    if (isSampleObject(value)) places.set(value, positionOf);
    else wrong.push(...wrongObject(value, positionOf));
  }
  return { places, diagnostics: [...diagnostics, ...wrong] };
}

const missingCode = "envsubst/missing-variables";

interface Template {
  readonly content: string;
  readonly file: string;
  readonly missing: readonly string[];
}

/** A problem of each variable that has no value, at its line. Dev reads no configuration file of clusterctl. */
function placedProblems(problem: Diagnostic, { content, file, missing }: Template): readonly Diagnostic[] {
  if (problem.code !== missingCode) return [problem];
  const help = "set it in the environment of capstan dev, or give it a default in the template: ${NAME:=value}";
  const { variables } = listVariables(content, file);
  return missing.map((name) => {
    const message = `value for variables [${name}] is not set`;
    const position = variables.find((variable) => variable.name === name)?.position ?? { file };
    return { ...problem, message, help, position };
  });
}

function wrongObject(value: unknown, positionOf: (path: JsonPath) => Position): readonly Diagnostic[] {
  const found = problemOfObject(value);
  if (found === undefined) return [];
  const { path, problem, help } = found;
  return [diagnose(devDiagnostics, "dev/not-an-object", { values: { problem, help }, position: positionOf(path) })];
}

/** The names of those objects that are being deleted: what is written to them is deleted with them. */
export async function deletingObjects(client: Client, objects: readonly KubeObject[]): Promise<readonly string[]> {
  const found = await Promise.all(objects.map((given) => isDeletingOn(client, given)));
  return found.filter((name) => name !== undefined);
}

async function isDeletingOn(client: Client, given: KubeObject): Promise<string | undefined> {
  const placed = await placedIfServed(client, given);
  const existing = placed && (await client.find(placed.resource, keyOf(placed.object)));
  return existing?.metadata.deletionTimestamp === undefined ? undefined : placed?.name;
}

/** An object with the namespace where it is created, its kind, and its name in messages. */
interface PlacedObject {
  readonly resource: Resource;
  readonly object: KubeObject;
  readonly name: string;
}

async function placedObject(client: Client, given: KubeObject): Promise<PlacedObject> {
  const resource = await client.resourceFor(given);
  const namespace = given.metadata.namespace ?? client.namespace;
  const metadata = resource.scope === "Namespaced" ? { ...given.metadata, namespace } : given.metadata;
  const object = { ...given, metadata };
  return { resource, object, name: `${object.kind} ${formatKey(keyOf(object))}` };
}

/** What was applied last, by the names of the objects. */
export type AppliedObjects = Map<string, KubeObject>;

/** The objects that are not as they were applied. Where one of these has to be created again, also those that do not exist: it may name them. What `applied` has of objects that are no more in the files is forgotten. */
export async function changedObjects(
  client: Client,
  objects: readonly KubeObject[],
  applied: AppliedObjects,
): Promise<readonly KubeObject[]> {
  const states = await Promise.all(objects.map((given) => stateOf(client, given, applied)));
  const names = new Set(states.map(({ name }) => name));
  for (const name of applied.keys()) if (!names.has(name)) applied.delete(name);
  const before = states.filter(({ isChanged, wasApplied }) => isChanged && wasApplied);
  const isCreated = (await Promise.all(before.map(({ exists }) => exists()))).includes(false);
  const wanted = await Promise.all(
    states.map(async ({ isChanged, exists }) => isChanged || (isCreated && !(await exists()))),
  );
  return objects.filter((_, index) => wanted[index]);
}

/** An object of the sample beside what was applied of it. */
interface ObjectState {
  readonly name: string;
  readonly wasApplied: boolean;
  readonly isChanged: boolean;
  readonly exists: () => Promise<boolean>;
}

async function stateOf(client: Client, given: KubeObject, applied: AppliedObjects): Promise<ObjectState> {
  const placed = await placedIfServed(client, given);
  if (placed === undefined)
    return { name: "", wasApplied: false, isChanged: true, exists: () => Promise.resolve(false) };
  const { name, object, resource } = placed;
  const exists = async (): Promise<boolean> => (await client.find(resource, keyOf(object))) !== undefined;
  const last = applied.get(name);
  return { name, wasApplied: last !== undefined, isChanged: !deepEqual(last, object), exists };
}

/** The definition of its kind may be among the objects: then there is none yet. */
function placedIfServed(client: Client, given: KubeObject): Promise<PlacedObject | undefined> {
  return placedObject(client, given).catch(() => undefined);
}

/** How objects are applied. */
export interface ApplySettings {
  /** What was applied before. Default: nothing. */
  readonly applied?: AppliedObjects;
  /** Ends the wait for a webhook that cannot be reached yet. */
  readonly signal?: AbortSignal | undefined;
  /** Called when that wait begins. */
  readonly waits?: (message: string) => void;
}

/**
 * Creates the objects, or changes those that exist; returns a line for each. Fields that a kind does not have are errors. What `applied` has of an object and the object has no more is removed, as
 * kubectl does; what others have set stays.
 */
export async function applySample(
  client: Client,
  objects: readonly KubeObject[],
  settings: ApplySettings = {},
): Promise<readonly string[]> {
  const { applied = new Map<string, KubeObject>() } = settings;
  const lines: string[] = [];
  const fieldValidation = "Strict";
  for (const given of objects) {
    const { resource, object, name } = await placedObject(client, given);
    try {
      await onceReached(() => client.create(resource, object, { fieldValidation }), settings);
      lines.push(`created ${name}`);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      const body = changeOf(await client.get(resource, keyOf(object)), object, applied.get(name));
      if (body !== undefined)
        await onceReached(
          () => client.patch(resource, keyOf(object), { type: "merge", body, fieldValidation }),
          settings,
        );
      lines.push(`applied ${name}`);
    }
    applied.set(name, object);
  }
  return lines;
}

/** How long a webhook that cannot be reached is waited for, and how often it is tried: a server gets to know some time after its start how to call it. */
const webhookWait = { patienceMs: 10_000, pauseMs: 500 };
/** What API servers answer when there is no connection to a webhook, or it is not trusted yet. One that answers, with an error too, is there: only its author can correct that. */
const notReached = /: failed to call webhook: Post "[^"]*": (?!the (?:server responded|response is not))/;

async function onceReached(write: () => Promise<unknown>, { signal, waits }: ApplySettings): Promise<void> {
  const end = Date.now() + webhookWait.patienceMs;
  for (let tries = 1; ; tries++) {
    try {
      await write();
      return;
    } catch (error) {
      const isReached = !(error instanceof Error && notReached.test(error.message));
      if (isReached || Date.now() > end || signal?.aborted === true) throw error;
      if (tries === 1) waits?.(error.message);
      // An abort ends the wait: the write is tried once more, and its error is the answer.
      await sleep(webhookWait.pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** The merge patch for an object that exists; undefined when there is nothing to change. */
function changeOf(live: KubeObject, object: KubeObject, before: KubeObject = object): unknown {
  const removed = createMergePatch(before, object) ?? {};
  return createMergePatch(live, applyMergePatch(applyMergePatch(live, removed), object));
}
