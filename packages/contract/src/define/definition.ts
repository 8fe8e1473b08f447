// What a definition says about its kind, as data: the kits, the generators and `--describe` read this. Derives what the
// author never writes. Nothing here looks at types; the compiler has done that.
import { errorOf, pluralize, resourceOf, type KubeObject, type Resource } from "@capstan/kube";
import { contractErrors } from "../contract-errors.ts";
import {
  contractCategories,
  type ContractKind,
  type ContractTemplateKind,
  type ContractVersion,
} from "../tables/contract-kind.ts";
import type { PrintColumnOptions } from "./print-columns.ts";
import type { DefinitionInput, ScalePaths } from "./resource-options.ts";

/** A column with its title, in the order it is shown. */
export interface NamedPrintColumn extends PrintColumnOptions {
  readonly name: string;
}

/** Everything a definition says about one version of a kind. */
export interface KindDefinition {
  readonly apiVersion: string;
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly singular: string;
  readonly scope: "Namespaced" | "Cluster";
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  /** Undefined when not said: a kind with one version stores it. */
  readonly storage: boolean | undefined;
  readonly served: boolean;
  readonly deprecated: true | string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly printColumns: readonly NamedPrintColumn[];
  readonly scale: ScalePaths | undefined;
  readonly selectableFields: readonly string[];
  /** The contract kind that the definition narrows to, when it does. */
  readonly contractKind: ContractKind | ContractTemplateKind | undefined;
  /** The contracts that this version follows. */
  readonly contracts: readonly ContractVersion[];
  /** False when an InfraCluster leaves the control plane's endpoint to someone else. */
  readonly providesEndpoint: boolean;
  /** The kind that a template makes. */
  readonly templateOf: Resource | undefined;
  /** Spec fields of that kind which the template does not have. */
  readonly omit: readonly string[];
}

/** What the narrowing define functions add to the author's options. */
export interface Narrowing {
  readonly contractKind?: ContractKind | ContractTemplateKind;
  readonly templateOf?: Resource;
  readonly omit?: readonly string[];
}

/** The definition of a kind from its literal options: what `define*` keeps at run time and generators rebuild from source. */
export function describeKind(input: DefinitionInput, narrowing: Narrowing = {}): KindDefinition {
  const lower = input.kind.toLowerCase();
  return {
    apiVersion: input.apiVersion,
    kind: input.kind,
    listKind: `${input.kind}List`,
    plural: pluralize(lower),
    singular: lower,
    scope: input.scope ?? "Namespaced",
    shortNames: input.shortNames ?? [],
    categories: input.categories ?? (narrowing.contractKind === undefined ? [] : contractCategories),
    storage: input.storage,
    served: input.served ?? true,
    deprecated: input.deprecated,
    labels: input.labels ?? {},
    annotations: input.annotations ?? {},
    printColumns: Object.entries(input.printColumns ?? {}).map(([name, column]) =>
      typeof column === "string" ? { name, path: column } : { name, ...column },
    ),
    scale: input.scale,
    selectableFields: input.selectableFields ?? [],
    contractKind: narrowing.contractKind,
    contracts: input.contracts ?? [],
    providesEndpoint: input.providesEndpoint ?? true,
    templateOf: narrowing.templateOf,
    omit: narrowing.omit ?? [],
  };
}

const definitionKey = "~definition";

/** The resource of a definition, which carries the definition along, out of sight of JSON and spreads. */
export function resourceWith<T extends KubeObject>(definition: KindDefinition): Resource<T> {
  const resource: Resource<T> = resourceOf<T>(definition.apiVersion, definition.kind, {
    plural: definition.plural,
    scope: definition.scope,
  });
  return Object.defineProperty(resource, definitionKey, { value: definition });
}

/** The definition behind a resource that a `define*` function made; undefined for any other resource. */
export function definitionOf(resource: Resource): KindDefinition | undefined {
  return (resource as { readonly [definitionKey]?: KindDefinition })[definitionKey];
}

/** The definition behind a resource, for callers that cannot go on without one. */
export function requireDefinition(resource: Resource): KindDefinition {
  const definition = definitionOf(resource);
  if (definition !== undefined) return definition;
  throw errorOf(contractErrors, "contract/not-defined", {
    values: { kind: resource.kind, apiVersion: resource.apiVersion },
  });
}
