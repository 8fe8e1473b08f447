// Handlers of GeneratePatches that answer the same request differently: each answer makes another template, and machines are replaced without end.
import { createHash } from "node:crypto";
import type { ExternalPatchDefinition } from "@capstan/api/core/v1beta2";
import type { TemplatesToPatch } from "@capstan/core-sim";
import { createMergePatch, diagnose, type Diagnostic, formatPointer, getAt, type KubeObject } from "@capstan/kube";
import { devDiagnostics } from "./dev-diagnostics.ts";

/** So many answers are remembered, with so many fields of each, and so much of their values. */
const most = { answers: 200, fields: 100, characters: 120, shown: 40 };

/** How a field of a template was patched. */
interface PatchedField {
  /** The kind and the name of the template. */
  readonly template: string;
  readonly path: string;
  /** The value as JSON, or its beginning. */
  readonly value: string;
  /** Without the names that change with each template. */
  readonly digest: string;
}

/** By the number of the template and the path. */
type PatchedFields = ReadonlyMap<string, PatchedField>;

/** A request, and the templates with the patches of the answer, in its order. */
export interface AnsweredPatches {
  readonly patch: ExternalPatchDefinition;
  readonly request: TemplatesToPatch;
  readonly patched: readonly KubeObject[];
}

/** The answers of the processes that run now. */
export class SteadyPatches {
  readonly #known = new Map<string, PatchedFields>();
  readonly #reported = new Set<string>();

  /** What is wrong with the handler, once: the same request had another answer before. */
  compare(answered: AnsweredPatches): Diagnostic | undefined {
    const { patch, request } = answered;
    const handler = patch.generatePatchesExtension ?? "";
    if (this.#reported.has(handler)) return undefined;
    const neutral = withoutNames(request);
    const key = digestOf(neutral(JSON.stringify([patch, request])));
    const before = this.#known.get(key);
    const now = patchedFields(answered, neutral);
    this.#remember(key, now);
    const found = before && differenceOf(before, now);
    if (found === undefined) return undefined;
    this.#reported.add(handler);
    const { template, path, was, is } = found;
    const values = { object: clusterOf(request), handler, template, path, was, is };
    return diagnose(devDiagnostics, "dev/unsteady-patches", { values });
  }

  /** The one that was used last is the last one. */
  #remember(key: string, fields: PatchedFields): void {
    this.#known.delete(key);
    this.#known.set(key, fields);
    const [oldest] = this.#known.keys();
    if (this.#known.size > most.answers && oldest !== undefined) this.#known.delete(oldest);
  }
}

/** Replaces what differs between requests that are the same: the UID of the Cluster, and the names of templates, which each replacement changes. */
function withoutNames({ templates, variables }: TemplatesToPatch): (json: string) => string {
  const found = [
    getAt(variables, ["builtin", "cluster", "uid"]),
    ...templates.flatMap(({ variables: own }) => templateNames.map((path) => getAt(own, ["builtin", ...path]))),
  ];
  const names = new Map<string, number>();
  for (const [index, name] of found.entries())
    if (typeof name === "string" && name !== "" && !names.has(name)) names.set(name, index);
  if (names.size === 0) return (json) => json;
  const longestFirst = [...names.keys()].toSorted((one, other) => other.length - one.length);
  // Linear: an alternation of literal names.
  const any = new RegExp(longestFirst.map((name) => name.replaceAll(/[^\w-]/g, "\\$&")).join("|"), "g");
  return (json) => json.replace(any, (name) => `<${names.get(name)}>`);
}

const templateNames = [
  ["controlPlane", "machineTemplate", "infrastructureRef", "name"],
  ["machineDeployment", "bootstrap", "configRef", "name"],
  ["machineDeployment", "infrastructureRef", "name"],
] as const;

function patchedFields({ request, patched }: AnsweredPatches, neutral: (json: string) => string): PatchedFields {
  const fields = new Map<string, PatchedField>();
  const rest = createHash("sha256");
  for (const [index, { object }] of request.templates.entries()) {
    const template = `${object.kind} ${object.metadata.name ?? ""}`;
    for (const [path, value] of valuesOf(createMergePatch(object, patched[index]), [])) {
      const text = neutral(value);
      if (fields.size >= most.fields) rest.update(`${index} ${path} ${text} `);
      else fields.set(`${index} ${path}`, { template, path, value: cut(value), digest: digestOf(text) });
    }
  }
  if (fields.size < most.fields) return fields;
  const digest = rest.digest("base64");
  return fields.set("", { template: "a template", path: "one of many fields", value: "a value", digest });
}

/** The values that are neither objects nor lists, and empty ones of these, with their paths. */
function* valuesOf(value: unknown, path: readonly string[]): Generator<readonly [path: string, json: string]> {
  const fields = typeof value === "object" && value !== null ? Object.entries(value) : [];
  for (const [name, each] of fields) yield* valuesOf(each, [...path, name]);
  if (fields.length === 0 && value !== undefined) yield [formatPointer([...path]), JSON.stringify(value)];
}

function cut(value: string): string {
  return value.length > most.characters ? `${value.slice(0, most.characters)}…` : value;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64").slice(0, 16);
}

/** A field that two answers do not have alike. */
interface Difference extends Pick<PatchedField, "template" | "path"> {
  readonly was: string;
  readonly is: string;
}

function differenceOf(before: PatchedFields, now: PatchedFields): Difference | undefined {
  for (const key of new Set([...now.keys(), ...before.keys()])) {
    const [was, is] = [before.get(key), now.get(key)];
    const field = is ?? was;
    if (field === undefined || was?.digest === is?.digest) continue;
    const { template, path } = field;
    return { template, path, ...shown(was?.value ?? "not set", is?.value ?? "not set") };
  }
  return undefined;
}

/** The part of both values where they begin to differ. */
function shown(was: string, is: string): Pick<Difference, "was" | "is"> {
  let same = 0;
  while (same < was.length && same < is.length && was[same] === is[same]) same += 1;
  // What differs is in the part that is not remembered.
  const start = same < was.length || same < is.length ? Math.max(0, same - most.shown / 2) : 0;
  const part = (value: string): string => {
    const text = value.slice(start, start + most.shown);
    return `${start > 0 ? "…" : ""}${text}${start + most.shown < value.length ? "…" : ""}`;
  };
  return { was: part(was), is: part(is) };
}

function clusterOf({ variables }: TemplatesToPatch): string {
  const [namespace, name] = ["namespace", "name"].map((field) => getAt(variables, ["builtin", "cluster", field]));
  return `Cluster ${String(namespace)}/${String(name)}`;
}
