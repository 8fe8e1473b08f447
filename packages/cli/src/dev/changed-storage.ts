// What a changed CRD means for the fields of objects that are stored already: which lose some, and which get defaults.
import type { Client } from "@capstan/client";
import { formatKey, keyOf, oneLine, resourceOf, type UnstructuredObject } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { compileSchema, type CompiledSchema } from "@capstan/schema/structural";
import { changedFields } from "./timeline/changed-fields.ts";

/** How many fields and objects are named. */
const named = 3;

/** The fields of one object that change. */
interface Change {
  readonly object: string;
  readonly paths: readonly string[];
}

/** The stored objects of the kind of a CRD, in its storage version; none where they cannot be read, as where only a process that does not run yet converts them. */
export async function storedObjects(
  client: Client,
  { spec }: CustomResourceDefinition,
): Promise<{ readonly items: readonly UnstructuredObject[]; readonly schema: CompiledSchema } | undefined> {
  const { group, names, scope } = spec;
  const version = spec.versions.find(({ storage }) => storage);
  const schema = version?.schema?.openAPIV3Schema;
  if (version === undefined || schema === undefined) return undefined;
  const { plural, kind } = names;
  const resource = resourceOf<UnstructuredObject>(`${group}/${version.name}`, kind, { plural, scope });
  try {
    return { items: (await client.list(resource)).items, schema: compileSchema(schema) };
  } catch {
    return undefined;
  }
}

/** A line for what is lost and one for what is set once the CRD is served; called before it is. */
export async function storageChanges(client: Client, crd: CustomResourceDefinition): Promise<readonly string[]> {
  const { items = [], schema } = (await storedObjects(client, crd)) ?? {};
  if (schema === undefined) return [];
  const [lost, set]: [Change[], Change[]] = [[], []];
  for (const item of items) {
    const object = formatKey(keyOf(item));
    const pruned = structuredClone(item);
    lost.push({ object, paths: schema.prune(pruned) });
    const defaulted = structuredClone(pruned);
    schema.applyDefaults(defaulted);
    set.push({ object, paths: changedFields(pruned, defaulted).map(({ path }) => path) });
  }
  const { kind } = crd.spec.names;
  return [...changeLine(`${kind}: fields are lost`, lost), ...changeLine(`${kind}: defaults are set`, set)];
}

/** `Foo: defaults are set in 2 of 6 stored objects: spec.size; in default/a, default/b`. */
function changeLine(what: string, all: readonly Change[]): readonly string[] {
  const changes = all.filter(({ paths }) => paths.length > 0);
  if (changes.length === 0) return [];
  const paths = [...new Set(changes.flatMap((change) => change.paths))];
  const objects = changes.map(({ object }) => object);
  const count = `${changes.length} of ${all.length}`;
  return [oneLine(`${what} in ${count} stored objects: ${firstOf(paths)}; in ${firstOf(objects)}`)];
}

function firstOf(words: readonly string[]): string {
  const more = words.length > named ? ` and ${words.length - named} more` : "";
  return `${words.slice(0, named).join(", ")}${more}`;
}
