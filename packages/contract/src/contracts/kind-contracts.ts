// All records. A new kind is a record, an entry here, and a define function.
import type { DiagnosticRule } from "@capstan/kube";
import { bootstrapConfig, bootstrapConfigRules } from "./bootstrap-config.ts";
import { controlPlane, controlPlaneRules } from "./control-plane.ts";
import { infraCluster, infraClusterRules } from "./infra-cluster.ts";
import { infraMachine, infraMachineRules } from "./infra-machine.ts";
import { infraMachinePool, infraMachinePoolRules } from "./infra-machine-pool.ts";
import { ipPool, ipPoolRules } from "./ip-pool.ts";
import type { BoundRule, ContractField, FieldsOf, KindContract, RulesOf } from "./kind-contract.ts";
import { sharedBounds, sharedFields } from "./shared-fields.ts";

/** The records by kind, with their literal types. */
export interface KindContracts {
  readonly InfraCluster: typeof infraCluster;
  readonly InfraMachine: typeof infraMachine;
  readonly InfraMachinePool: typeof infraMachinePool;
  readonly BootstrapConfig: typeof bootstrapConfig;
  readonly ControlPlane: typeof controlPlane;
  readonly IPPool: typeof ipPool;
}

/** The kinds of provider object whose fields a contract prescribes. */
export type ContractKind = keyof KindContracts;

/** Those that objects can be created of from a template. */
export type TemplatedKind = {
  [K in ContractKind]: KindContracts[K]["template"] extends "none" ? never : K;
}[ContractKind];

/** Those whose controllers the kit makes. */
export type KitKind = {
  [K in ContractKind]: KindContracts[K]["workflow"]["kit"] extends "" ? never : K;
}[ContractKind];

/** The kinds derived from them by `defineTemplate`. */
export type ContractTemplateKind = `${TemplatedKind}Template`;

/** Whether a kind has a record: templates have the record of the kind that they create. */
export function isContractKind(kind: ContractKind | ContractTemplateKind): kind is ContractKind {
  return contractKinds.some((one) => one === kind);
}

/** Whether objects of a kind are created from templates. */
export function isTemplated(kind: ContractKind | ContractTemplateKind | undefined): kind is TemplatedKind {
  return contractKinds.some((one) => one === kind && kindContracts[one].template !== "none");
}

/** The kind that a template creates; undefined for kinds that are no templates. */
export function templatedKind(kind: ContractKind | ContractTemplateKind): ContractKind | undefined {
  return contractKinds.find((one) => kind === `${one}Template`);
}

/** The names of the fields of a kind. */
export type ContractFieldNames = { [K in ContractKind]: FieldsOf<KindContracts[K]>[number]["name"] };

/** The ids of the rules of all kinds. */
export type KindRuleId = {
  [K in ContractKind]: `${KindContracts[K]["rules"]}/${RulesOf<KindContracts[K]>}`;
}[ContractKind];

const records: KindContracts = {
  InfraCluster: infraCluster,
  InfraMachine: infraMachine,
  InfraMachinePool: infraMachinePool,
  BootstrapConfig: bootstrapConfig,
  ControlPlane: controlPlane,
  IPPool: ipPool,
};

/** The categories of every such kind: `kubectl get cluster-api` lists them. */
export const contractCategories: readonly string[] = ["cluster-api"];

/** The records by kind. */
export const kindContracts: Readonly<Record<ContractKind, KindContract>> = records;

const explained: Readonly<Record<ContractKind, Readonly<Record<string, DiagnosticRule>>>> = {
  InfraCluster: infraClusterRules,
  InfraMachine: infraMachineRules,
  InfraMachinePool: infraMachinePoolRules,
  BootstrapConfig: bootstrapConfigRules,
  ControlPlane: controlPlaneRules,
  IPPool: ipPoolRules,
};

/** The kinds of the records. */
// The keys of the records.
export const contractKinds: readonly ContractKind[] = Object.keys(records) as ContractKind[];

const rulesById: Readonly<Record<string, DiagnosticRule>> = Object.fromEntries(
  contractKinds.flatMap((kind) =>
    Object.entries(explained[kind]).map(([rule, text]) => [`${kindContracts[kind].rules}/${rule}`, text]),
  ),
);

/** The rules of all kinds by their ids. */
// Each record's rules are typed by the record.
export const kindContractRules: Readonly<Record<KindRuleId, DiagnosticRule>> = rulesById as typeof kindContractRules;

/** Every pass over an object reads them, so they are put together once. */
const fieldsByKind: ReadonlyMap<ContractKind, readonly ContractField[]> = new Map(
  contractKinds.map((kind) => [
    kind,
    kindContracts[kind].fields.flatMap((field): readonly ContractField[] =>
      typeof field === "string" ? sharedFields[field] : [field],
    ),
  ]),
);

/** The fields of a kind, in the order they are checked. */
export function fieldsOfKind(kind: ContractKind): readonly ContractField[] {
  return fieldsByKind.get(kind) ?? [];
}

/** The bounds of a kind. */
export function boundsOfKind(kind: ContractKind): readonly BoundRule[] {
  return kindContracts[kind].bounds.flatMap((bound): readonly BoundRule[] =>
    typeof bound === "string" ? sharedBounds[bound] : [bound],
  );
}
