// Components that Capstan already has types of, which are imported and not written: those of Kubernetes, known by name, and those of Cluster
// API's core where the foreign schema has the same fields.
import { deepEqual, isJsonObject, ownValue } from "@capstan/kube";
import { coreModule } from "../openapi/component-names.ts";
import { kubeTypes } from "../openapi/kube-components.ts";
import { asArray, componentOf, type UncheckedSchema } from "./schema-components.ts";

/** A type that exists: its name and the module it is imported from. */
export interface KnownType {
  readonly name: string;
  readonly module: string;
}

/** The module of Kubernetes' types. */
export const apiModule = "@capstan/api";

/** The host of Kubernetes' Go packages, and the same in Kubernetes' OpenAPI documents. */
const host = /^(?:k8s\.io|io\.k8s)\./;

/** Types of Kubernetes by the path of their Go package without its host. */
const kubernetes: Readonly<Record<string, string>> = {
  "apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON": "JSONValue",
  "apimachinery.pkg.apis.meta.v1.Duration": "Duration",
  "apimachinery.pkg.apis.meta.v1.FieldsV1": "JSONObject",
  "apimachinery.pkg.apis.meta.v1.MicroTime": "MicroTime",
  "apimachinery.pkg.apis.meta.v1.Time": "Time",
  "apimachinery.pkg.api.resource.Quantity": "Quantity",
  "apimachinery.pkg.runtime.RawExtension": "JSONObject",
  "apimachinery.pkg.util.intstr.IntOrString": "IntOrString",
};

/** Objects that @capstan/api re-exports, by the same path. */
const objects = new Map(
  ["Condition", "LabelSelector", "ObjectMeta", "OwnerReference"].map((name) => [
    (kubeTypes[name] ?? "").replace(host, ""),
    name,
  ]),
);

/** Finds the types of one document. */
export class KnownTypes {
  readonly #foreign: UncheckedSchema;
  readonly #core: UncheckedSchema;
  readonly #same = new Map<string, boolean>();

  /** The components of the foreign document, and those of Cluster API's own. */
  constructor(foreign: UncheckedSchema, core: UncheckedSchema) {
    this.#foreign = foreign;
    this.#core = core;
  }

  /** The type of a component, or undefined when it has to be written. */
  find(component: string): KnownType | undefined {
    const name = kubernetesName(component);
    if (name !== undefined) return { name, module: apiModule };
    const known = coreModule(component);
    return known !== undefined && this.#isSame(component) ? known : undefined;
  }

  /** Whether a component of core, with everything inside it, is equal in both documents. */
  #isSame(component: string): boolean {
    const inside = new Set([component]);
    for (const name of inside) {
      if (kubernetesName(name) !== undefined) continue;
      if (!this.#agrees(name)) return false;
      for (const used of referencesOf(this.#foreign[name])) inside.add(used);
    }
    return true;
  }

  #agrees(component: string): boolean {
    const before = this.#same.get(component);
    if (before !== undefined) return before;
    const same = agree(this.#core[component], this.#foreign[component]);
    this.#same.set(component, same);
    return same;
  }
}

function kubernetesName(component: string): string | undefined {
  const path = component.replace(host, "");
  return path === component ? undefined : (objects.get(path) ?? ownValue(kubernetes, path));
}

/** Keywords that do not change the fields: descriptions, defaults, and how lists are merged. */
const aside = /^(?:description|default|x-kubernetes-.*)$/;

/** Whether two schemas have the same fields of the same types. Go's generator leaves enums out, so ours may have more of them. */
function agree(ours: unknown, theirs: unknown): boolean {
  if (!isJsonObject(ours) || !isJsonObject(theirs)) return ours === theirs && ours !== undefined;
  const [mine, other] = [unwrapped(ours), unwrapped(theirs)];
  const keywords = new Set([...Object.keys(mine), ...Object.keys(other)].filter((keyword) => !aside.test(keyword)));
  return [...keywords].every((keyword) => agreeOn(keyword, mine[keyword], other[keyword]));
}

function agreeOn(keyword: string, ours: unknown, theirs: unknown): boolean {
  if (keyword === "enum") return theirs === undefined || deepEqual(ours, theirs);
  if (keyword === "required") return deepEqual(names(ours), names(theirs));
  if (keyword === "items" || keyword === "additionalProperties") return agree(ours, theirs);
  if (keyword !== "properties" || !isJsonObject(ours) || !isJsonObject(theirs)) return deepEqual(ours, theirs);
  const fields = Object.keys(ours);
  return fields.length === Object.keys(theirs).length && fields.every((name) => agree(ours[name], theirs[name]));
}

function names(value: unknown): string[] {
  return asArray(value).map(String).toSorted();
}

/** A reference without the `allOf` that Kubernetes adds to document it. */
function unwrapped(schema: UncheckedSchema): UncheckedSchema {
  const [only, ...more] = asArray(schema["allOf"]);
  const { allOf: _, ...rest } = schema;
  return isJsonObject(only) && more.length === 0 ? { ...only, ...rest } : schema;
}

function referencesOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(referencesOf);
  if (!isJsonObject(schema)) return [];
  const { $ref } = schema;
  const own = typeof $ref === "string" ? [componentOf($ref) ?? ""] : [];
  return [...own, ...Object.values(schema).flatMap(referencesOf)];
}
