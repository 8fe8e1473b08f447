// A CRD of a provider's kind without rules, for the tests of the simulated core.
import type { Resource } from "@capstan/kube";

/** A definition that takes any spec and status, with the label of the contract that its version follows. */
export function openCrd({ group, kind, plural, version }: Resource, contract: string): object {
  const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec: open, status: open } } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}`, labels: { [`cluster.x-k8s.io/${contract}`]: version } },
    spec: {
      group,
      scope: "Namespaced",
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [{ name: version, served: true, storage: true, schema, subresources: { status: {} } }],
    },
  };
}
