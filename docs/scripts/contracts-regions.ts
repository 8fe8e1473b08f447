// The tables of contracts.md: per kind, the fields that core reads under each contract, and the rules with their reasons.
import {
  contractKinds,
  contractRules,
  contractVersions,
  type ContractField,
  type ContractKind,
  fieldsOfKind,
  kindContracts,
} from "@capstan/contract/rules";
import { markdownTable } from "./markdown-table.ts";

/** The generated regions of contracts.md: one for each kind and one for the rules. */
export function contractsRegions(): Readonly<Record<string, string>> {
  return { ...Object.fromEntries(contractKinds.map((kind) => [kind, fieldRows(kind)])), rules: ruleList() };
}

function fieldRows(kind: ContractKind): string {
  const { rules } = kindContracts[kind];
  const rows = contractVersions.flatMap((contract) =>
    fieldsOfKind(kind)
      .filter((field) => field.contracts.includes(contract))
      .map((field) => [
        contract,
        `\`${field.path}\``,
        shapes[field.shape],
        demandOf(field),
        `\`${rules}/${field.rule}\``,
      ]),
  );
  return markdownTable(["Contract", "Field", "What it holds", "Demand", "Rule"], rows);
}

const shapes: Readonly<Record<ContractField["shape"], string>> = {
  number: "a number",
  strings: "a list of strings",
  reference: "a kind and a name",
  versions: "a list of version and replicas",
  endpoint: "a host and a port",
  failureDomainMap: "a map from name to domain",
  failureDomainList: "a list keyed by name",
  severityConditions: "conditions with a severity",
  conditions: "conditions of Kubernetes",
  object: "an object",
  boolean: "a boolean",
  string: "a string",
  addresses: "a list of address and type",
  objects: "a list of objects",
  metadata: "labels and annotations",
  readinessGates: "a list keyed by conditionType",
  taints: "a list keyed by key and effect",
  capacity: "a map of quantities",
  nodeInfo: "a processor and an operating system",
};

function demandOf({ missing, required }: ContractField): string {
  if (missing === undefined) return "where it is declared";
  return required === undefined ? "must be declared" : "must be declared, and be optional";
}

function ruleList(): string {
  return Object.entries(contractRules)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { message, explain }]) => `- \`${id}\`: ${message}. ${explain.replaceAll("<", "\\<")}`)
    .join("\n");
}
