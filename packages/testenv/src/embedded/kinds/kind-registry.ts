// The served kinds: built-in ones always, custom ones while their definition exists.
import { compareApiVersions } from "@capstan/kube";
import type { ApiKind, ApiResource } from "./api-kind.ts";

/** A group with its served versions. */
export interface ServedGroup {
  readonly group: string;
  /** Served versions, the preferred one first. */
  readonly versions: readonly string[];
}

/** The served kinds by group and plural. */
export class KindRegistry {
  readonly #kinds = new Map<string, ApiKind>();

  constructor(builtin: readonly ApiKind[]) {
    for (const kind of builtin) this.add(kind);
  }

  /** Adds a kind, or replaces it. */
  add(kind: ApiKind): void {
    this.#kinds.set(`${kind.group}/${kind.plural}`, kind);
  }

  remove(kind: ApiKind): void {
    this.#kinds.delete(`${kind.group}/${kind.plural}`);
  }

  get(group: string, plural: string): ApiKind | undefined {
    return this.#kinds.get(`${group}/${plural}`);
  }

  /** A kind in a served version. */
  resource(group: string, version: string, plural: string): ApiResource | undefined {
    const kind = this.get(group, plural);
    const served = kind?.versions.find(({ name, served: is }) => is && name === version);
    return kind === undefined || served === undefined ? undefined : { kind, version: served };
  }

  /** Finds a kind by its group and name, as owner references have them. */
  byKind(group: string, name: string): ApiKind | undefined {
    return this.all().find((kind) => kind.group === group && kind.kind === name);
  }

  all(): ApiKind[] {
    return [...this.#kinds.values()];
  }

  /** Every group with a served version, by name. */
  groups(): ServedGroup[] {
    const byGroup = Map.groupBy(this.all(), ({ group }) => group);
    return [...byGroup]
      .map(([group, kinds]) => ({ group, versions: servedVersions(kinds) }))
      .filter(({ versions }) => versions.length > 0)
      .toSorted((a, b) => (a.group < b.group ? -1 : 1));
  }

  /** The resources of a version of a group. */
  resources(group: string, version: string): ApiResource[] {
    return this.all().flatMap((kind) =>
      kind.group === group ? (this.resource(group, version, kind.plural) ?? []) : [],
    );
  }
}

function servedVersions(kinds: readonly ApiKind[]): string[] {
  const names = new Set(
    kinds.flatMap(({ versions }) => versions.filter(({ served }) => served).map(({ name }) => name)),
  );
  return [...names].toSorted(compareApiVersions);
}
