// Finds the objects of providers that core's objects refer to: the reference names group and kind, the CRD's contract
// labels say the version to read them in.
import { resolveContract, type ContractKind, type ContractView } from "@capstan/contract";
import type { ContractVersionedObjectReference } from "@capstan/api/core/v1beta2";
import { errorOf, formatKey, keyOf, pluralize, resourceOf, type KubeObject, type Resource, type UnstructuredObject } from "@capstan/kube";
import { CustomResourceDefinition } from "@capstan/kube/builtin";
import { coreSimErrors } from "../errors.ts";
import type { Pass } from "../pass.ts";

/** A referenced kind, in the version core reads. */
export interface ExternalKind<K extends ContractKind> {
  readonly resource: Resource<UnstructuredObject>;
  readonly view: ContractView<K>;
}

/** A reference: who refers, to what, and which contract the kind plays. */
export interface ExternalReference<K extends ContractKind> {
  readonly owner: KubeObject;
  readonly reference: ContractVersionedObjectReference;
  readonly kind: K;
}

/** The kind behind a reference; an error when its CRD is missing or follows no contract. */
export async function resolveKind<K extends ContractKind>(pass: Pass, { owner, reference, kind }: ExternalReference<K>): Promise<ExternalKind<K>> {
  const { apiGroup, kind: name } = reference;
  const plural = pluralize(name.toLowerCase());
  const crd = await pass.client.find(CustomResourceDefinition, { namespace: "", name: `${plural}.${apiGroup}` });
  if (crd === undefined) {
    throw errorOf(coreSimErrors, "core-sim/no-crd", { values: { owner: `${owner.kind} ${formatKey(keyOf(owner))}`, kind: name, group: apiGroup, crd: `${plural}.${apiGroup}` } });
  }
  const { contract, version } = resolveContract(crd);
  return { resource: resourceOf(`${apiGroup}/${version}`, name, { plural }), view: { kind, contract, contracts: [contract] } };
}
