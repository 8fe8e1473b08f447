// The CRD object around its versions: names, labels, annotations. What the author never writes is derived by @capstan/contract.
// Called by emit-crds.ts for each kind; its versions come from crd-version.ts.
import { contractLabelsOf, type ContractVersion } from "@capstan/contract";
import { parseApiVersion } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import type { KindSources } from "./crd-kinds.ts";
import type { EmittedVersion } from "./crd-version.ts";

/** The release of controller-gen whose output this generator's equals byte for byte; it stands in every CRD. */
const controllerGenVersion = "v0.21.0";

/** The CRD of a kind; `contracts` limits whose labels it carries. */
export function assembleCrd(
  kind: KindSources,
  versions: readonly EmittedVersion[],
  contracts?: readonly ContractVersion[],
): CustomResourceDefinition {
  const [{ described }] = kind;
  const { categories, shortNames, plural, singular, listKind, scope } = described;
  const { group } = parseApiVersion(described.apiVersion);
  const labels = labelsOf(kind, contracts);
  const annotations = Object.assign({}, ...kind.map((source) => source.described.annotations)) as Record<
    string,
    string
  >;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: {
      annotations: { "controller-gen.kubebuilder.io/version": controllerGenVersion, ...annotations },
      ...(Object.keys(labels).length > 0 && { labels }),
      name: `${plural}.${group}`,
    },
    spec: {
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
  const labels = Object.assign({}, ...kind.map(({ described }) => described.labels)) as Record<string, string>;
  return { ...labels, ...contractLabelsOf(followed) };
}
