// The parts of contracts.md: per kind, the fields that core reads under each contract and the rules with what enforces them; and the rules of definitions.
import {
  type CatalogRule,
  enforcerWords,
  fieldWords,
  ruleCatalog,
  rulesByKind,
  sharedRuleNames,
  workflowWords,
} from "@capstan/contract/catalog";
import { type ContractKind, contractKinds, contractRules, kindContracts } from "@capstan/contract/rules";
import { markdownTable } from "./markdown-table.ts";

/** The generated regions of contracts.md: the kinds and the rules of definitions. */
export function contractsRegions(): Readonly<Record<string, string>> {
  return { kinds: contractKinds.map(kindPart).join("\n\n"), rules: definitionRules() };
}

function kindPart(kind: ContractKind): string {
  const { about, definer } = kindContracts[kind];
  const parts = [`${about} Defined with \`${definer}\`.`, workflowLines(kind), fieldRows(kind), kindRules(kind)];
  return [`## ${kind}`, ...parts].join("\n\n");
}

function workflowLines(kind: ContractKind): string {
  return workflowWords(kind)
    .map(({ about, says }) => `- ${about}: ${says}.`)
    .join("\n");
}

function fieldRows(kind: ContractKind): string {
  const { rules } = kindContracts[kind];
  const rows = fieldWords(kind).map(({ contract, path, holds, demand, writer, reader, rule }) => [
    contract,
    `\`${path}\``,
    holds,
    demand,
    writer,
    reader,
    `\`${rules}/${rule}\``,
  ]);
  return markdownTable(["Contract", "Field", "What it holds", "Demand", "Set by", "Read by", "Rule"], rows);
}

/** The rules of a kind; those that it shares with an InfraCluster, and that the same enforces, only by their names. */
function kindRules(kind: ContractKind): string {
  const entries = Object.entries(rulesByKind.get(kind) ?? {});
  const shared = entries.filter(([id, rule]) => kind !== "InfraCluster" && isShared(id, rule));
  const own = entries.filter((entry) => !shared.includes(entry)).map(([id, rule]) => ruleLine(id, rule));
  const names = shared.map(([id]) => `\`${id}\``).join(", ");
  return [...own, ...(shared.length === 0 ? [] : [`- As for an InfraCluster: ${names}.`])].join("\n");
}

function isShared(id: string, rule: CatalogRule): boolean {
  const name = id.slice(id.indexOf("/") + 1);
  return sharedRuleNames.includes(name) && ruleCatalog[`infracluster/${name}`] === rule;
}

function ruleLine(id: string, { level, demand, enforcedBy, reason }: CatalogRule): string {
  const left = reason === undefined ? "" : ` Not checked: ${reason}.`;
  const checks =
    enforcedBy === "unchecked" ? `Nothing checks it: ${reason}.` : `Enforced by ${enforcerWords[enforcedBy]}.${left}`;
  return escaped(`- \`${id}\` (${level}): ${demand} ${checks}`);
}

function definitionRules(): string {
  return Object.entries(contractRules)
    .filter(([id]) => !Object.hasOwn(ruleCatalog, id))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { message, explain }]) => escaped(`- \`${id}\`: ${message}. ${explain}`))
    .join("\n");
}

function escaped(text: string): string {
  return text.replaceAll("<", "\\<");
}
