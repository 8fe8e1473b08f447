// The contract tables by kind and contract version: the fields that core reads and the place of the conditions.
import { conditionPlaces, type ConditionPlace } from "../conditions/condition-shapes.ts";
import type { ContractField } from "./contract-problem.ts";
import type { ContractKind, ContractVersion } from "./contract-kind.ts";
import { infraClusterFields } from "./infra-cluster-fields.ts";
import { infraMachineFields } from "./infra-machine-fields.ts";

/** The names of the fields that a contract reads on a kind. */
export interface ContractFieldNames {
  InfraCluster: (typeof infraClusterFields)[number]["name"];
  InfraMachine: (typeof infraMachineFields)[number]["name"];
}

/** What one contract prescribes for one kind. */
export interface ContractEntry {
  /** In the order they are checked. */
  readonly fields: readonly ContractField[];
  /** The list of the kind's conditions and its shape. */
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
