// A CRD of a provider's kind without rules, for the tests of the simulated core.
import type { Resource } from "@capstan/kube";

const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

/** A definition that takes any spec, or one of a schema, and any status, with the label of the contract that its version follows. */
export function openCrd({ group, kind, plural, version }: Resource, contract: string, spec: object = open): object {
  const schema = { openAPIV3Schema: { type: "object", properties: { spec, status: open } } };
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
