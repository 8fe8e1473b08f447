// The catalog: every rule of Cluster API's provider contracts by its id, with what it demands and what enforces it. Rules about fields follow from the
// records, so a new kind needs an entry here only for what its record cannot say.
import {
  boundsOfKind,
  type ContractKind,
  contractKinds,
  fieldsOfKind,
  kindContracts,
} from "../contracts/kind-contracts.ts";
import type { KindContract } from "../contracts/kind-contract.ts";
import type { KindWorkflow } from "../contracts/kind-workflow.ts";
import { contractRules, type ContractRuleId } from "../rules/contract-rules.ts";
import { bootstrapConfigCatalog } from "./bootstrap-config.ts";
import type { CatalogRule, Enforcer, KindCatalog, RecordedRule } from "./catalog-rule.ts";
import { controlPlaneCatalog } from "./control-plane.ts";
import { infraClusterCatalog } from "./infra-cluster.ts";
import { infraMachineCatalog, infraMachinePoolCatalog } from "./infra-machine.ts";
import { ipPoolCatalog } from "./ip-pool.ts";
import { sharedRuleNames } from "./shared-rules.ts";

const catalogs: { readonly [K in ContractKind]?: KindCatalog<K> } = {
  InfraCluster: infraClusterCatalog,
  InfraMachine: infraMachineCatalog,
  InfraMachinePool: infraMachinePoolCatalog,
  BootstrapConfig: bootstrapConfigCatalog,
  ControlPlane: controlPlaneCatalog,
  IPPool: ipPoolCatalog,
};

const plain: KindCatalog<ContractKind> = { recorded: {}, others: {} };

function catalogOf(kind: ContractKind): KindCatalog<ContractKind> {
  return catalogs[kind] ?? plain;
}

/** The enforcers of behavior, which an author without the kit has to replace. */
const behavior: ReadonlySet<string> = new Set<Enforcer>(["kit", "driven"]);

/** What of a record decides who follows the rules that kinds share with an InfraCluster. */
export type SharingRecord = Pick<KindContract, "isReadByContract"> & { readonly workflow: Pick<KindWorkflow, "kit"> };

/** The rules that a kind shares with an InfraCluster: none if core reads nothing of it. Where the kit has no function for it, its author follows those about behavior. */
export function sharedRules(
  kind: string,
  { isReadByContract, workflow }: SharingRecord,
): readonly (readonly [string, CatalogRule])[] {
  if (!isReadByContract) return [];
  return Object.entries(infraClusterCatalog.others)
    .filter(([name]) => sharedRuleNames.includes(name))
    .map(([name, rule]) => [name, workflow.kit === "" && behavior.has(rule.enforcedBy) ? byAuthor(kind, rule) : rule]);
}

function byAuthor(kind: string, { level, demand }: CatalogRule): CatalogRule {
  const reason = `there is no kit for a ${kind}: only its own controller can follow or break it`;
  return { level, demand, enforcedBy: "unchecked", reason };
}

/** The names of the rules in a kind's record, each once: those of its fields first. */
function recordedNames(kind: ContractKind): readonly string[] {
  const { rules } = kindContracts[kind];
  const prefix = `${rules}/`;
  return Object.keys(contractRules).flatMap((id) => (id.startsWith(prefix) ? [id.slice(prefix.length)] : []));
}

function recordedRule(kind: ContractKind, name: string, entry: RecordedRule = {}): CatalogRule {
  const { rules } = kindContracts[kind];
  // The rules of a record are explained by their ids.
  const { explain } = contractRules[`${rules}/${name}` as ContractRuleId];
  const level = name === "template" && kindContracts[kind].template === "recommended" ? "should" : "must";
  return { level, enforcedBy: recordChecks(kind, name), ...entry, demand: explain };
}

/** What makes the checks of a record: the compiler, except for bounds, which types cannot say, fields that need others, and these. */
const notByType: Readonly<Record<string, Enforcer>> = { template: "generator", "contract-label": "bundle" };

function recordChecks(kind: ContractKind, name: string): Enforcer {
  const isBound = boundsOfKind(kind).some(({ rule }) => rule === name);
  const isField = fieldsOfKind(kind).some(({ rule }) => rule === name);
  const hasCompanions = kindContracts[kind].companions?.some(({ rule }) => rule === name) ?? false;
  return notByType[name] ?? ((isBound && !isField) || hasCompanions ? "generator" : "type");
}

function rulesOf(kind: ContractKind): readonly (readonly [string, CatalogRule])[] {
  const { recorded, others } = catalogOf(kind);
  const entries: Readonly<Record<string, RecordedRule>> = recorded;
  const own = recordedNames(kind).map((name) => [name, recordedRule(kind, name, entries[name])] as const);
  // An InfraCluster has them among its own.
  const shared = kind === "InfraCluster" ? [] : sharedRules(kind, kindContracts[kind]);
  return [...own, ...Object.entries(others), ...shared].map(([name, rule]) => [
    `${kindContracts[kind].rules}/${name}`,
    rule,
  ]);
}

/** The rules of each kind by their ids: those of its record, those of its own, those that it shares with an InfraCluster. */
export const rulesByKind: ReadonlyMap<ContractKind, Readonly<Record<string, CatalogRule>>> = new Map(
  contractKinds.map((kind) => [kind, Object.fromEntries(rulesOf(kind))]),
);

/** Every rule of the contracts by its id. */
export const ruleCatalog: Readonly<Record<string, CatalogRule>> = Object.assign({}, ...rulesByKind.values());
