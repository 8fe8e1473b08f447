// `coverage contracts` as a function: the catalog of rules is compared with the repository, and with the documents where they are given.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "@capstan/repo";
import { ruleCatalog, rulesByKind, sharedRuleNames } from "@capstan/contract/catalog";
import { kindContracts } from "@capstan/contract/rules";
import { evidenceProblems, type Problem } from "./check-evidence.ts";
import { type CitedDocument, dataProblems, documentProblems } from "./check-lines.ts";
import { evidence } from "./contracts/evidence.ts";
import { contractLines } from "./contracts/infra-cluster-lines.ts";
import { specificationLines } from "./contracts/provider-specification-lines.ts";
import { idsInFacts } from "./facts-ids.ts";
import { contractColumns, figuresOf, type GroupFigures, linesOf, passedAndFailed } from "./report.ts";

/** What else is compared. */
export interface Sources {
  /** A directory with the contract documents. */
  readonly documents?: string | undefined;
  /** The catalog of facts. */
  readonly facts?: string | undefined;
  /** Whether what is open fails. */
  readonly assert?: boolean | undefined;
}

/** What the comparison found. */
export interface Coverage {
  readonly groups: readonly GroupFigures[];
  /** The columns of the table, in their order. */
  readonly columns: readonly string[];
  readonly lines: number;
  readonly passed: number;
  readonly failed: number;
  readonly problems: readonly Problem[];
  /** What is not built or not shown yet. */
  readonly open: readonly Problem[];
}

const documents: readonly CitedDocument[] = [contractLines, specificationLines];

/** What the ids of each kind's rules begin with. */
const groups: readonly string[] = Array.from(rulesByKind.keys(), (kind) => kindContracts[kind].rules);

const ruleIds: readonly string[] = Object.keys(ruleCatalog);

/** Rules of records whose check is the same for every kind. */
const sameChecks: readonly string[] = ["scope", "contract-label"];

/** The InfraCluster's rule of the same name, when other kinds share it. */
function sharedWith(id: string): string | undefined {
  const name = id.slice(id.indexOf("/") + 1);
  return [...sharedRuleNames, ...sameChecks].includes(name) ? `infracluster/${name}` : undefined;
}

/** The text of a file of the repository; undefined if there is none. */
export function textOf(name: string): string | undefined {
  const file = join(root, name);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

function problemsOfDocument(cited: CitedDocument, folder: string | undefined): Problem[] {
  const own = dataProblems(cited, ruleIds);
  return folder === undefined
    ? own
    : [...own, ...documentProblems(cited, readFileSync(join(folder, cited.document), "utf8"))];
}

function problemsOfFacts(file: string | undefined): Problem[] {
  if (file === undefined) return [];
  const named = idsInFacts(readFileSync(file, "utf8"), groups);
  const missing = named.filter((id) => !ruleIds.includes(id));
  // The facts name what kinds share with an InfraCluster in words, or of the InfraCluster alone.
  const known = (id: string): boolean => named.includes(id) || named.includes(`infracluster/${id.split("/")[1]}`);
  const extra = ruleIds.filter((id) => !known(id));
  return [
    ...missing.map((subject) => ({ subject, text: "the facts name it, the catalog does not" })),
    ...extra.map((subject) => ({ subject, text: "the catalog names it, the facts do not" })),
  ];
}

/** Compares everything. Ids and lines are what passes or fails, each once. */
export function coverContracts(sources: Sources = {}): Coverage {
  const problems = [
    ...evidenceProblems(ruleCatalog, evidence, { read: textOf, sharedWith }),
    ...documents.flatMap((cited) => problemsOfDocument(cited, sources.documents)),
    ...problemsOfFacts(sources.facts),
  ];
  const lines = linesOf(documents);
  return {
    groups: figuresOf(groups, ruleCatalog),
    columns: contractColumns,
    lines: lines.length,
    ...passedAndFailed([...ruleIds, ...lines], problems),
    problems,
    open: [],
  };
}
