// Finds the contract fields of a kind from the contracts that its version follows. A version may follow both contracts: the newest
// one is read, all are written.
import { errorOf, type Resource } from "@capstan/kube";
import { conditionPlaces, type ConditionPlace } from "../conditions/condition-shapes.ts";
import { contractErrors } from "../contract-errors.ts";
import { requireDefinition } from "../kinds/definition.ts";
import { type ContractField, contractVersions, type ContractVersion } from "../contracts/kind-contract.ts";
import {
  type ContractFieldNames,
  type ContractKind,
  fieldsOfKind,
  isContractKind,
  kindContracts,
} from "../contracts/kind-contracts.ts";

/** A kind and the contracts that a version of it follows. */
export interface ContractView<K extends ContractKind = ContractKind> {
  readonly kind: K;
  /** The contract that core reads: the newest one. */
  readonly contract: ContractVersion;
  /** All of them, newest first. */
  readonly contracts: readonly ContractVersion[];
}

/** The view of a defined contract kind; throws for a kind without a contract. */
export function contractView(resource: Resource): ContractView {
  const { contractKind, contracts, kind, apiVersion } = requireDefinition(resource);
  const newestFirst = contractVersions.filter((version) => contracts.includes(version)).toReversed();
  const [contract] = newestFirst;
  if (contractKind === undefined || !isContractKind(contractKind) || contract === undefined) {
    throw errorOf(contractErrors, "contract/no-contract-kind", { values: { kind, apiVersion } });
  }
  return { kind: contractKind, contract, contracts: newestFirst };
}

/** The path and shape of the kind's conditions. */
export function conditionPlaceOf(view: ContractView): ConditionPlace {
  return view.contract === "v1beta1" ? conditionPlaces.severity : conditionPlaces.current;
}

/** The field of a name in one contract; undefined when the contract does not have it. */
export function findField<K extends ContractKind>(
  kind: K,
  contract: ContractVersion,
  name: ContractFieldNames[K],
): ContractField | undefined {
  return fieldsNamed(kind, contract, name)[0];
}

function fieldsNamed(kind: ContractKind, contract: ContractVersion, name: string): readonly ContractField[] {
  return fieldsOfKind(kind).filter((field) => field.name === name && field.contracts.includes(contract));
}

/** The field that core reads for a name; throws when the contract does not have it. */
export function fieldOf<K extends ContractKind>(view: ContractView<K>, name: ContractFieldNames[K]): ContractField {
  const field = findField(view.kind, view.contract, name);
  if (field !== undefined) return field;
  throw errorOf(contractErrors, "contract/no-such-field", {
    values: { contract: view.contract, field: name, kind: view.kind },
  });
}

/** The fields to write for a name: one for each contract that has it, without repeated paths. */
export function fieldsToWrite<K extends ContractKind>(
  view: ContractView<K>,
  name: ContractFieldNames[K],
): readonly ContractField[] {
  fieldOf(view, name);
  return written(view, name);
}

/** The fields of the boolean that core waits for, the one that it reads first; none for kinds without. */
export function flagsOf(view: ContractView): readonly ContractField[] {
  return written(view, kindContracts[view.kind].flag);
}

function written(view: ContractView, name: string): readonly ContractField[] {
  const found = view.contracts.flatMap((contract) => fieldsNamed(view.kind, contract, name));
  return found.filter(({ path }, index) => found.findIndex((other) => other.path === path) === index);
}
