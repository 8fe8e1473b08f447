// How one kind's contract fields are found: the kind and the contracts its version follows. A version may follow both
// contracts at once; the newest is read, all are written.
import { errorOf, type Resource } from "@capstan/kube";
import type { ConditionPlace } from "../conditions/condition-place.ts";
import { contractErrors } from "../contract-errors.ts";
import { requireDefinition } from "../define/definition.ts";
import { contractVersions, type ContractKind, type ContractVersion } from "../tables/contract-kind.ts";
import { contractTable, type ContractFieldNames } from "../tables/contract-table.ts";
import type { ContractField } from "../types/contract-problem.ts";

/** A kind and the contracts that a version of it follows. */
export interface ContractView<K extends ContractKind = ContractKind> {
  readonly kind: K;
  /** The contract that core reads: the newest of them. */
  readonly contract: ContractVersion;
  /** All of them, newest first. */
  readonly contracts: readonly ContractVersion[];
}

/** The view of a defined contract kind; an error for a kind that follows no contract. */
export function contractView(resource: Resource): ContractView {
  const { contractKind, contracts, kind, apiVersion } = requireDefinition(resource);
  const newestFirst = contractVersions.filter((version) => contracts.includes(version)).toReversed();
  const [contract] = newestFirst;
  if ((contractKind !== "InfraCluster" && contractKind !== "InfraMachine") || contract === undefined) {
    throw errorOf(contractErrors, "contract/no-contract-kind", { values: { kind, apiVersion } });
  }
  return { kind: contractKind, contract, contracts: newestFirst };
}

/** Where the kind's conditions stand. */
export function conditionPlaceOf(view: ContractView): ConditionPlace {
  return contractTable[view.kind][view.contract].conditions;
}

/** The field of a name under one contract, or undefined when that contract does not have it. */
export function findField<K extends ContractKind>(
  kind: K,
  contract: ContractVersion,
  name: ContractFieldNames[K],
): ContractField | undefined {
  return contractTable[kind][contract].fields.find((field) => field.name === name);
}

/** The field that core reads for a name; an error when the contract does not have it. */
export function fieldOf<K extends ContractKind>(view: ContractView<K>, name: ContractFieldNames[K]): ContractField {
  const field = findField(view.kind, view.contract, name);
  if (field !== undefined) return field;
  throw errorOf(contractErrors, "contract/no-such-field", {
    values: { contract: view.contract, field: name, kind: view.kind },
  });
}

/** The fields to write for a name: one per contract that has it, each path once. */
export function fieldsToWrite<K extends ContractKind>(
  view: ContractView<K>,
  name: ContractFieldNames[K],
): readonly ContractField[] {
  fieldOf(view, name);
  const found = view.contracts.map((contract) => findField(view.kind, contract, name));
  return found.filter(
    (field): field is ContractField => field !== undefined && found.find((f) => f?.path === field.path) === field,
  );
}
