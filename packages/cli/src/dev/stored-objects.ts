// What a changed CRD means for the objects that are stored already: which of them an update would be rejected for now.
import type { Client } from "@capstan/client";
import { diagnose, formatKey, keyOf, oneLine, parseApiVersion, type Diagnostic, type KubeObject } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { storageChanges, storedObjects } from "./changed-storage.ts";
import { devDiagnostics } from "./dev-diagnostics.ts";

/** How many objects of a kind are named. */
const named = 3;
/** How long objects are left in peace before they are looked at again: a person changes several, and controllers many. */
const quietMs = 1000;

/** What is followed, and who gets to know what is wrong then. */
export interface FollowedObjects {
  readonly changes: (
    changed: (change: { readonly object: Pick<KubeObject, "apiVersion" | "kind"> }) => void,
  ) => () => void;
  readonly found: (problems: readonly Diagnostic[]) => void;
}

/** Remembers the CRDs that are served. */
export class StoredObjects {
  readonly #client: Client;
  readonly #served = new Map<string, string>();
  /** Those with objects that are not valid, by name. */
  readonly #invalid = new Map<string, CustomResourceDefinition>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** Called before these CRDs are served: lines about the fields of stored objects that are lost or set with those that change. */
  async changes(crds: readonly CustomResourceDefinition[]): Promise<readonly string[]> {
    const changed = crds.filter((crd) => this.#isChanged(crd));
    return (await Promise.all(changed.map((crd) => storageChanges(this.#client, crd)))).flat();
  }

  #isChanged(crd: CustomResourceDefinition): boolean {
    const before = this.#served.get(nameOf(crd));
    return before !== undefined && before !== JSON.stringify(crd.spec.versions);
  }

  /** Called when these CRDs are served: warnings about stored objects that are not valid under those that changed, now or before. */
  async problems(crds: readonly CustomResourceDefinition[]): Promise<readonly Diagnostic[]> {
    const changed = crds.filter((crd) => this.#isChanged(crd));
    for (const crd of crds) this.#served.set(nameOf(crd), JSON.stringify(crd.spec.versions));
    for (const crd of changed) this.#invalid.set(nameOf(crd), crd);
    return this.#look();
  }

  /** Looks again at kinds with objects that are not valid when objects of them change. Ends with the function that is returned. */
  follow({ changes, found }: FollowedObjects): () => void {
    let timer: NodeJS.Timeout | undefined;
    const end = changes(({ object }) => {
      if (timer !== undefined || !this.#concerns(object)) return;
      timer = setTimeout(() => {
        timer = undefined;
        void this.#look().then(found);
      }, quietMs);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }

  #concerns({ apiVersion, kind }: Pick<KubeObject, "apiVersion" | "kind">): boolean {
    const { group } = parseApiVersion(apiVersion);
    return [...this.#invalid.values()].some(({ spec }) => spec.group === group && spec.names.kind === kind);
  }

  /** What is wrong now; a kind whose objects are all valid is right until it changes. */
  async #look(): Promise<readonly Diagnostic[]> {
    const found = await Promise.all(
      [...this.#invalid.values()].map(async (crd) => {
        const problems = await problemsOf(this.#client, crd);
        if (problems.length === 0 && this.#invalid.get(nameOf(crd)) === crd) this.#invalid.delete(nameOf(crd));
        return problems;
      }),
    );
    return found.flat();
  }
}

function nameOf({ metadata: { name = "" } }: CustomResourceDefinition): string {
  return name;
}

async function problemsOf(client: Client, crd: CustomResourceDefinition): Promise<readonly Diagnostic[]> {
  const { items = [], schema } = (await storedObjects(client, crd)) ?? {};
  const found = items.flatMap((object) => {
    const error = schema?.firstError(object);
    return error === undefined ? [] : [`${formatKey(keyOf(object))}: ${error.field}: ${error.message}`];
  });
  if (found.length === 0) return [];
  const more = found.length > named ? [`and ${found.length - named} more`] : [];
  const values = {
    kind: crd.spec.names.kind,
    count: found.length,
    total: items.length,
    problems: oneLine([...found.slice(0, named), ...more].join("; ")),
  };
  return [diagnose(devDiagnostics, "dev/not-valid", { values })];
}
