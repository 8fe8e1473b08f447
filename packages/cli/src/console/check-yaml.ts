// Checks YAML that somebody edits in the console: its syntax, and each object against the definition of its kind, with the position of each problem.
import { isJsonObject, keyOf, parseApiVersion, type JsonPath, type UnstructuredObject } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { compileSchema, type CompiledSchema } from "@capstan/schema/structural";
import type { YamlDocument } from "@capstan/schema/yaml";
import { hiddenValue } from "../dev/timeline/without-secret-values.ts";
import { objectId } from "../dev/timeline/timeline-change.ts";
import type { ObjectsById } from "../dev/timeline/timeline.ts";
import { error, type PlacedProblem, type ProblemWords, readEdited, schemaProblems } from "./edited-yaml.ts";
import type { YamlProblem } from "./wire.ts";

/** A document that is an object of Kubernetes. */
export interface ReadObject {
  readonly object: UnstructuredObject;
  /** A problem of a field of it. */
  readonly problemAt: (path: JsonPath, problem: ProblemWords) => YamlProblem;
}

/** What was read, and what is wrong with it. */
export interface CheckedYaml {
  readonly objects: readonly ReadObject[];
  readonly problems: readonly YamlProblem[];
}

/** Checks all documents; the definitions are among the objects of the cluster. */
export function checkYaml(source: string, objects: ObjectsById): CheckedYaml {
  const { documents, problems } = readEdited(source);
  const read: ReadObject[] = [];
  for (const document of documents) {
    const { problemAt } = document;
    const given = objectOf(document);
    const object = given && inKnownNamespace(given, objects);
    if (object === undefined)
      problems.push(
        problemAt([], error("this is not an object of Kubernetes", "give it apiVersion, kind and metadata.name")),
      );
    else {
      read.push({ object, problemAt });
      problems.push(...problemsOf(object, objects).map(({ path, ...problem }) => problemAt(path, problem)));
    }
  }
  return { objects: read, problems };
}

function objectOf({ value }: YamlDocument): UnstructuredObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const { apiVersion, kind, metadata } = value;
  if (typeof apiVersion !== "string" || typeof kind !== "string" || !isJsonObject(metadata)) return undefined;
  const { name, generateName } = metadata;
  return typeof name === "string" || typeof generateName === "string"
    ? { ...value, apiVersion, kind, metadata }
    : undefined;
}

/** Where an object is created if it names no namespace. */
const ownNamespace = "default";

/** An object without a namespace that exists in the one where it would be created is that object; a new one gets its namespace when it is written. */
function inKnownNamespace(object: UnstructuredObject, objects: ObjectsById): UnstructuredObject {
  if ((object.metadata.namespace ?? "") !== "") return object;
  const placed = { ...object, metadata: { ...object.metadata, namespace: ownNamespace } };
  return objects.has(objectId({ ...placed, key: keyOf(placed) })) ? placed : object;
}

function problemsOf(object: UnstructuredObject, objects: ObjectsById): PlacedProblem[] {
  const hidden = hiddenFields(object, objects);
  const schema = schemaOf(object, objects);
  if (schema === undefined || typeof schema === "string")
    return schema === undefined
      ? hidden
      : [...hidden, { path: ["apiVersion"], ...error(schema, "write a version that the definition serves") }];
  return [...hidden, ...schemaProblems(schema, object, object.kind)];
}

/** What stands for a value of a Secret is not a value; of a key that exists it means that the value stays. */
function hiddenFields(object: UnstructuredObject, objects: ObjectsById): PlacedProblem[] {
  const { kind, data } = object;
  if (kind !== "Secret" || !isJsonObject(data)) return [];
  const existing = objects.get(objectId({ ...object, key: keyOf(object) }))?.["data"];
  return Object.entries(data).flatMap(([key, value]) =>
    value === hiddenValue && !(isJsonObject(existing) && key in existing)
      ? [
          {
            path: ["data", key],
            ...error("the console does not know this value", "write the value, or remove the key"),
          },
        ]
      : [],
  );
}

/** Compiled once for each definition: they are never modified. */
const compiled = new WeakMap<UnstructuredObject, Map<string, CompiledSchema>>();

/** The schema of an object's kind and version; a message for a version that does not exist; undefined for kinds without a definition. */
function schemaOf({ apiVersion, kind }: UnstructuredObject, objects: ObjectsById): CompiledSchema | string | undefined {
  const { group, version } = parseApiVersion(apiVersion);
  for (const definition of objects.values()) {
    if (definition.kind !== "CustomResourceDefinition" || !isJsonObject(definition["spec"])) continue;
    const { group: itsGroup, names, versions } = definition["spec"];
    if (itsGroup !== group || !isJsonObject(names) || names["kind"] !== kind || !Array.isArray(versions)) continue;
    const list: readonly unknown[] = versions;
    const found = list.find((one) => isJsonObject(one) && one["name"] === version);
    if (!isJsonObject(found) || found["served"] !== true) return `${kind} has no version "${version}"`;
    return compiledOf(
      definition,
      version,
      isJsonObject(found["schema"]) ? found["schema"]["openAPIV3Schema"] : undefined,
    );
  }
  return undefined;
}

function compiledOf(definition: UnstructuredObject, version: string, schema: unknown): CompiledSchema | undefined {
  const known = compiled.get(definition) ?? new Map<string, CompiledSchema>();
  compiled.set(definition, known);
  const made = known.get(version) ?? (isSchema(schema) ? compileSchema(schema) : undefined);
  if (made !== undefined) known.set(version, made);
  return made;
}

/** The server has checked the schemas of the definitions that it stores. */
function isSchema(value: unknown): value is JSONSchema {
  return isJsonObject(value);
}
