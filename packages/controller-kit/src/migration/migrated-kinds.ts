// The kinds that a provider brings with it: those whose stored objects its manager moves to a new storage version. The definitions
// of other kinds, those of core among them, belong to others.
import { definitionOf } from "@capstan/contract/kinds";
import { isFirstOfKind, pluralOfKind, type Resource } from "@capstan/kube";
import type { DescribedKind } from "@capstan/contract/description";
import type { Provider } from "../authoring/provider.ts";

/** A kind that comes with the provider, and what it is for. */
export interface OwnKind {
  readonly role: DescribedKind["role"];
  readonly resource: Resource;
}

/** The kinds that come with a provider, each once. */
export function ownKinds({ controllers, templates }: Pick<Provider, "controllers" | "templates">): readonly OwnKind[] {
  const owned = controllers.flatMap(({ watches }) =>
    watches.filter((watch) => watch.use === "owns").map((watch) => watch.resource),
  );
  const kinds: readonly OwnKind[] = [
    ...controllers.map(({ role, resource, pool }): OwnKind => ({
      // Of the claims that a pool's controller reconciles, the pool is the provider's own kind.
      role: role === "plain" || pool !== undefined ? "owned" : "contract",
      resource: pool ?? resource,
    })),
    ...templates.map((resource): OwnKind => ({ role: "template", resource })),
    ...owned
      .filter((resource) => definitionOf(resource) !== undefined)
      .map((resource): OwnKind => ({
        role: "owned",
        resource,
      })),
  ];
  const resources = kinds.map(({ resource }) => resource);
  return kinds.filter((_, index) => isFirstOfKind(resources, index));
}

/** A kind whose stored objects are moved, as rights name it. */
export type MigratedKind = Pick<Resource, "group" | "plural">;

/** The kinds whose definitions a provider migrates: its own, and those that it converts. A kind that somebody else has defined is none of them. */
export function migratedKinds(provider: Pick<Provider, "controllers" | "templates" | "conversions">): MigratedKind[] {
  const own = ownKinds(provider).filter(({ resource }) => definitionOf(resource) !== undefined);
  const converted = provider.conversions.map(({ group, kind, plural = pluralOfKind(kind) }): MigratedKind => ({
    group,
    plural,
  }));
  const byName = new Map([...converted, ...own.map(({ resource }) => resource)].map((kind) => [crdNameOf(kind), kind]));
  return [...byName.values()];
}

/** The name of the kind's CustomResourceDefinition. */
export function crdNameOf({ group, plural }: MigratedKind): string {
  return `${plural}.${group}`;
}
