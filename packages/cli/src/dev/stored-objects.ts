// What a changed CRD means for the objects that are stored already: which of them an update would be rejected for now.
import type { Client } from "@capstan/client";
import { diagnose, formatKey, keyOf, oneLine, resourceOf, type Diagnostic, type KubeObject } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { compileSchema } from "@capstan/schema/structural";
import { devDiagnostics } from "./dev-diagnostics.ts";

/** How many objects of a kind are named. */
const named = 3;

/** Remembers the CRDs that are served. */
export class StoredObjects {
  readonly #client: Client;
  readonly #served = new Map<string, string>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** Called when these CRDs are served: warnings about stored objects that are not valid under those that changed. */
  async problems(crds: readonly CustomResourceDefinition[]): Promise<readonly Diagnostic[]> {
    const changed = crds.filter(({ metadata: { name = "" }, spec }) => {
      const before = this.#served.get(name);
      const now = JSON.stringify(spec.versions);
      this.#served.set(name, now);
      return before !== undefined && before !== now;
    });
    const found = await Promise.all(changed.map((crd) => problemsOf(this.#client, crd)));
    return found.flat();
  }
}

async function problemsOf(client: Client, { spec }: CustomResourceDefinition): Promise<readonly Diagnostic[]> {
  const { group, names, scope } = spec;
  const version = spec.versions.find(({ storage }) => storage);
  const schema = version?.schema?.openAPIV3Schema;
  if (version === undefined || schema === undefined) return [];
  const resource = resourceOf(`${group}/${version.name}`, names.kind, { plural: names.plural, scope });
  const compiled = compileSchema(schema);
  const items = await stored(() => client.list(resource));
  const found = items.flatMap((object) => {
    const error = compiled.firstError(object);
    return error === undefined ? [] : [`${formatKey(keyOf(object))}: ${error.field}: ${error.message}`];
  });
  if (found.length === 0) return [];
  const more = found.length > named ? [`and ${found.length - named} more`] : [];
  const values = {
    kind: names.kind,
    count: found.length,
    total: items.length,
    problems: oneLine([...found.slice(0, named), ...more].join("; ")),
  };
  return [diagnose(devDiagnostics, "dev/not-valid", { values })];
}

/** Where a conversion is needed, the process that converts does not run yet: then nothing is known. */
async function stored(list: () => Promise<{ readonly items: readonly KubeObject[] }>): Promise<readonly KubeObject[]> {
  try {
    return (await list()).items;
  } catch {
    return [];
  }
}
