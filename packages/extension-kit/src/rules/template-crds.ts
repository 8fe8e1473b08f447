// Patched templates by the CRDs that an extension declares: what the API server of the Cluster would reject, or drop, after the topology was computed.
import { deepClone, excerpt, getAt, isJsonObject, parseApiVersion } from "@capstan/kube";
import type { CustomResourceDefinition, JSONSchema } from "@capstan/kube/builtin";
import { type CompiledSchema, compileSchema, type FieldError, PatternBudget } from "@capstan/schema/structural";

type Crds = readonly CustomResourceDefinition[];

const compiled = new WeakMap<JSONSchema, CompiledSchema>();

/** The schema of an object's kind and version; undefined where no CRD has it. */
export function schemaOfTemplate(crds: Crds, object: unknown): CompiledSchema | undefined {
  const { apiVersion, kind } = isJsonObject(object) ? object : {};
  if (crds.length === 0 || typeof apiVersion !== "string") return undefined;
  const { group, version } = parseApiVersion(apiVersion);
  const crd = crds.find(({ spec }) => spec.group === group && spec.names.kind === kind);
  const schema = crd?.spec.versions.find(({ name }) => name === version)?.schema?.openAPIV3Schema;
  if (schema === undefined) return undefined;
  const known = compiled.get(schema) ?? compileSchema(schema);
  compiled.set(schema, known);
  return known;
}

/** A template before and after its patch, and the CRDs that are known. */
export interface PatchedByCrd {
  readonly crds: Crds;
  readonly before: unknown;
  readonly after: unknown;
  /** Whether masks or digests are in place of values: only fields that the CRD does not have are then looked for. */
  readonly isMasked?: boolean;
}

/**
 * What a patch makes wrong of a template by the CRD of its kind: what the API server would reject, or a field that the CRD does not have and the API server drops. Undefined when it makes nothing wrong, and when no
 * CRD has the kind and the version. Problems that the template had before are not the patch's.
 *
 * @example
 * problemByCrd({ crds: kubeadmCrds(), before: template, after: patched }); // "spec.template.spec.size: the CRD has no such field"
 */
export function problemByCrd(patched: PatchedByCrd): string | undefined {
  const schema = schemaOfTemplate(patched.crds, patched.before);
  return schema && patchedProblem(schema, patched);
}

function patchedProblem(
  schema: CompiledSchema,
  { before, after, isMasked }: Omit<PatchedByCrd, "crds">,
): string | undefined {
  const [old, object] = [deepClone(before), deepClone(after)];
  const had = new Set(schema.prune(old).map(inAnyItem));
  const dropped = schema.prune(object).find((path) => !had.has(inAnyItem(path)));
  if (dropped !== undefined) return `${dropped}: the CRD has no such field`;
  if (isMasked === true) return undefined;
  schema.applyDefaults(old);
  schema.applyDefaults(object);
  const errors = schema.validate(object, { old, patterns: new PatternBudget() });
  if (errors.length === 0) return undefined;
  const known = new Set(schema.validate(old, { patterns: new PatternBudget() }).map(inAnyPlace));
  const error = errors.find((each) => !known.has(inAnyPlace(each)));
  return error && `${error.field}: ${withoutText(error, object)}`;
}

/** A patch may have moved items of lists. */
function inAnyItem(path: string): string {
  return path.replaceAll(/\[\d+\]/g, "[]");
}

function inAnyPlace({ field, message }: FieldError): string {
  return inAnyItem(`${field} ${message}`);
}

/** The sentence of an error without the text that is wrong, which may be the secret value of a variable. */
function withoutText({ path, message }: FieldError, object: unknown): string {
  const value = getAt(object, path);
  return typeof value === "string" ? message.replace(JSON.stringify(excerpt(value, longestText)), "a string") : message;
}

/** As much of a string is in the sentence. */
const longestText = 1024;
