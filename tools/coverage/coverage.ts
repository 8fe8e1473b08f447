// `coverage contracts` as a function: the catalog is compared with the repository, and with the documents where they are given.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "@capstan/repo";
import { entryProblems, openIds, type Problem } from "./check-entries.ts";
import { type CitedDocument, dataProblems, documentProblems } from "./check-lines.ts";
import { entries } from "./contracts/entries.ts";
import { groups, ruleIds } from "./contracts/ids.ts";
import { contractLines } from "./contracts/infra-cluster-lines.ts";
import { specificationLines } from "./contracts/provider-specification-lines.ts";
import { idsInFacts } from "./facts-ids.ts";
import { figuresOf, type GroupFigures } from "./report.ts";

/** What else is compared. */
export interface Sources {
  /** A directory with the contract documents. */
  readonly documents?: string | undefined;
  /** The catalog of facts, which names the ids. */
  readonly facts?: string | undefined;
}

/** What the comparison found. */
export interface Coverage {
  readonly groups: readonly GroupFigures[];
  readonly lines: number;
  readonly passed: number;
  readonly failed: number;
  /** Rules that something could check, and nothing does. */
  readonly open: readonly string[];
  readonly problems: readonly Problem[];
}

const documents: readonly CitedDocument[] = [contractLines, specificationLines];

function textOf(file: string): string | undefined {
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
  const extra = ruleIds.filter((id) => !named.includes(id));
  return [
    ...missing.map((subject) => ({ subject, text: "the facts name it, the list of ids does not" })),
    ...extra.map((subject) => ({ subject, text: "the list of ids names it, the facts do not" })),
  ];
}

/** Compares everything. Ids and lines are what passes or fails, each once. */
export function coverContracts(sources: Sources = {}): Coverage {
  const problems = [
    ...entryProblems(ruleIds, entries, (file) => textOf(join(root, file))),
    ...documents.flatMap((cited) => problemsOfDocument(cited, sources.documents)),
    ...problemsOfFacts(sources.facts),
  ];
  const lines = documents.flatMap(({ document, lines: cited }) => cited.map(({ line }) => `${document}:${line}`));
  const bad = new Set(problems.map(({ subject }) => subject));
  return {
    groups: figuresOf(groups, ruleIds, entries),
    lines: lines.length,
    passed: [...ruleIds, ...lines].filter((subject) => !bad.has(subject)).length,
    failed: bad.size,
    open: openIds(ruleIds, entries),
    problems,
  };
}
