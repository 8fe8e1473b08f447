// The CRD object around its versions: names, labels, annotations. @capstan/contract derives what the author does not write.
import { contractLabelsOf } from "@capstan/contract/crd";
import type { ContractVersion } from "@capstan/contract/rules";
import { parseApiVersion } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import type { KindSources } from "./crd-kinds.ts";
import type { EmittedVersion } from "./crd-version.ts";

/** The release of controller-gen that this generator equals byte for byte; every CRD names it. */
const controllerGenVersion = "v0.21.0";

/** What a CRD has beside what its definitions say. */
export interface CrdParts {
  readonly versions: readonly EmittedVersion[];
  /** Limits the labels to those of some contracts. */
  readonly contracts: readonly ContractVersion[] | undefined;
  /** Whether the conversions of the kind declare that the API server converts by itself. */
  readonly isConvertedByServer: boolean;
}

/** The CRD of a kind. */
export function assembleCrd(
  kind: KindSources,
  { versions, contracts, isConvertedByServer }: CrdParts,
): CustomResourceDefinition {
  const [{ described }] = kind;
  const { categories, shortNames, plural, singular, listKind, scope } = described;
  const { group } = parseApiVersion(described.apiVersion);
  const labels = labelsOf(kind, contracts);
  const annotations = merged(kind.map((source) => source.described.annotations));
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: {
      annotations: { "controller-gen.kubebuilder.io/version": controllerGenVersion, ...annotations },
      ...(Object.keys(labels).length > 0 && { labels }),
      name: `${plural}.${group}`,
    },
    spec: {
      // What is declared is written, so that a release can tell it from a kind that nothing converts.
      ...(isConvertedByServer && { conversion: { strategy: "None" } }),
      group,
      names: {
        ...(categories.length > 0 && { categories: [...categories] }),
        kind: described.kind,
        listKind,
        plural,
        ...(shortNames.length > 0 && { shortNames: [...shortNames] }),
        singular,
      },
      scope,
      versions: versions.map(({ version }) => version),
    },
  };
}

function labelsOf(kind: KindSources, contracts: readonly ContractVersion[] | undefined): Record<string, string> {
  const followed = kind.map(({ described: { apiVersion, served, contracts: own } }) => ({
    apiVersion,
    served,
    contracts: own.filter((contract) => contracts?.includes(contract) ?? true),
  }));
  return { ...merged(kind.map(({ described }) => described.labels)), ...contractLabelsOf(followed) };
}

function merged(records: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  return Object.fromEntries(records.flatMap((record) => Object.entries(record)));
}
