// The contract tables as code reads them: per kind and contract version, the fields core reads and where conditions stand.
// The field files hold the data; this is the view of them by contract.
import { conditionPlaces, type ConditionPlace } from "../conditions/condition-place.ts";
import type { ContractField } from "../types/contract-problem.ts";
import type { ContractKind, ContractVersion } from "./contract-kind.ts";
import { infraClusterFields } from "./infra-cluster-fields.ts";
import { infraMachineFields } from "./infra-machine-fields.ts";

/** The names of the fields that a contract reads on a kind. */
export interface ContractFieldNames {
  InfraCluster: (typeof infraClusterFields)[number]["name"];
  InfraMachine: (typeof infraMachineFields)[number]["name"];
}

/** What one contract says about one kind. */
export interface ContractEntry {
  /** In the order they are checked. */
  readonly fields: readonly ContractField[];
  /** Where the kind's conditions stand, and in which shape. */
  readonly conditions: ConditionPlace;
}

const fields: Readonly<Record<ContractKind, readonly ContractField[]>> = {
  InfraCluster: infraClusterFields,
  InfraMachine: infraMachineFields,
};

function entry(kind: ContractKind, contract: ContractVersion, conditions: ConditionPlace): ContractEntry {
  return { fields: fields[kind].filter((field) => field.contracts.includes(contract)), conditions };
}

/** What core reads, by kind and contract version. */
export const contractTable: Readonly<Record<ContractKind, Readonly<Record<ContractVersion, ContractEntry>>>> = {
  InfraCluster: {
    v1beta1: entry("InfraCluster", "v1beta1", conditionPlaces.severity),
    v1beta2: entry("InfraCluster", "v1beta2", conditionPlaces.current),
  },
  InfraMachine: {
    v1beta1: entry("InfraMachine", "v1beta1", conditionPlaces.severity),
    v1beta2: entry("InfraMachine", "v1beta2", conditionPlaces.current),
  },
};
