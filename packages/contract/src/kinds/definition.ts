// The definition of a kind as data, with the values that are derived from the author's options.
import { errorOf, pluralOfKind, resourceOf, type KubeObject, type Resource } from "@capstan/kube";
import { contractErrors } from "../contract-errors.ts";
import type { ContractVersion } from "../contracts/kind-contract.ts";
import { contractCategories, type ContractKind, type ContractTemplateKind } from "../contracts/kind-contracts.ts";
import type { PrintColumnOptions, DefinitionInput, ScalePaths } from "./definition-input.ts";

/** A column with its title, in the order it is shown. */
export interface NamedPrintColumn extends PrintColumnOptions {
  readonly name: string;
}

/** Everything that a definition declares about one version of a kind. */
export interface KindDefinition {
  readonly apiVersion: string;
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly singular: string;
  readonly scope: "Namespaced" | "Cluster";
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  /** Undefined when it is not set: a kind with one version stores it. */
  readonly storage: boolean | undefined;
  readonly served: boolean;
  readonly deprecated: true | string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly printColumns: readonly NamedPrintColumn[];
  readonly scale: ScalePaths | undefined;
  readonly selectableFields: readonly string[];
  /** The contract kind, for kinds with a contract. */
  readonly contractKind: ContractKind | ContractTemplateKind | undefined;
  /** The contracts that this version follows. */
  readonly contracts: readonly ContractVersion[];
  /** False when the provider of an InfraCluster does not set the control plane's endpoint. */
  readonly providesEndpoint: boolean;
  /** The kind of the objects that a template creates. */
  readonly templateOf: Resource | undefined;
  /** Spec fields of that kind that the template does not have. */
  readonly omit: readonly string[];
}

/** What the define functions of contract kinds add to the author's options. */
export interface Narrowing {
  readonly contractKind?: ContractKind | ContractTemplateKind;
  readonly templateOf?: Resource;
  readonly omit?: readonly string[];
}

/** The definition of a kind from its options, which `define*` has as values and generators read from source. */
export function describeKind(input: DefinitionInput, narrowing: Narrowing = {}): KindDefinition {
  const lower = input.kind.toLowerCase();
  return {
    apiVersion: input.apiVersion,
    kind: input.kind,
    listKind: `${input.kind}List`,
    plural: pluralOfKind(input.kind),
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

/** The resource of a definition. The definition is attached to it as a property that JSON and spreads do not copy. */
export function resourceWith<T extends KubeObject>(definition: KindDefinition): Resource<T> {
  const resource: Resource<T> = resourceOf<T>(definition.apiVersion, definition.kind, {
    plural: definition.plural,
    scope: definition.scope,
  });
  return Object.defineProperty(resource, definitionKey, { value: definition });
}

/**
 * Returns the definition that a `define*` function attached to a Resource: contracts, columns, scope and names. Undefined
 * for any other Resource, and for a copy that was made with a spread.
 *
 * @example
 * definitionOf(FooCluster)?.contracts; // ["v1beta2"]
 */
export function definitionOf(resource: Resource): KindDefinition | undefined {
  return (resource as { readonly [definitionKey]?: KindDefinition })[definitionKey];
}

/**
 * Returns the definition of a Resource.
 *
 * @throws CapstanError `contract/not-defined` when no `define*` function created the Resource.
 */
export function requireDefinition(resource: Resource): KindDefinition {
  const definition = definitionOf(resource);
  if (definition !== undefined) return definition;
  throw errorOf(contractErrors, "contract/not-defined", {
    values: { kind: resource.kind, apiVersion: resource.apiVersion },
  });
}
