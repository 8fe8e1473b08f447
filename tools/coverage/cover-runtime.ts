// `coverage runtime` as a function: what the documents about runtime hooks demand is compared with the repository, and with the documents where
// they are given.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Problem } from "./check-evidence.ts";
import { type CitedDocument, dataProblems, documentProblems } from "./check-lines.ts";
import { type Coverage, type Sources, textOf } from "./coverage.ts";
import { linesOf, passedAndFailed } from "./report.ts";
import { demandProblems } from "./runtime/check-demands.ts";
import { answerOf, answers, type Demands } from "./runtime/demand.ts";
import { cellProblems, repeatProblems } from "./runtime/facts-cells.ts";
import { runtimeDemands, runtimeDocuments, runtimeFacts } from "./runtime/demands.ts";

const documents: readonly CitedDocument[] = [...runtimeDocuments, runtimeFacts];

/** Compares everything. Demands and lines are what passes or fails, each once; what is open does not pass when it is asserted. */
export function coverRuntime(sources: Sources = {}, demands: Demands = runtimeDemands): Coverage {
  const ids = Object.keys(demands);
  const problems = [
    ...demandProblems(demands, documents, textOf),
    ...documents.flatMap((cited) => dataProblems(cited, ids)),
    ...runtimeDocuments.flatMap((cited) => comparedWith(cited, fileIn(sources.documents, cited.document))),
    ...comparedWith(runtimeFacts, sources.facts),
    ...repeatProblems(),
    ...(sources.facts === undefined ? [] : cellProblems(runtimeFacts.document, readFileSync(sources.facts, "utf8"))),
  ];
  const open = Object.entries(demands).flatMap(([subject, demand]) =>
    "open" in demand ? [{ subject, text: `${demand.demand}: ${demand.open}` }] : [],
  );
  const lines = linesOf(documents);
  const isOpen = new Set(open.map(({ subject }) => subject));
  const failing = [...problems, ...(sources.assert === true ? open : [])];
  return {
    groups: groupsOf(demands),
    columns: answers,
    lines: lines.length,
    ...passedAndFailed([...ids.filter((id) => !isOpen.has(id)), ...lines], failing),
    problems,
    open,
  };
}

function fileIn(folder: string | undefined, name: string): string | undefined {
  return folder === undefined ? undefined : join(folder, name);
}

function comparedWith(cited: CitedDocument, file: string | undefined): Problem[] {
  return file === undefined ? [] : documentProblems(cited, readFileSync(file, "utf8"));
}

function groupsOf(demands: Demands): Coverage["groups"] {
  const groups = [...new Set(Object.keys(demands).map((id) => id.slice(0, id.indexOf("/"))))];
  return groups.map((group) => {
    const own = Object.entries(demands).filter(([id]) => id.startsWith(`${group}/`));
    const count = (answer: string): number => own.filter(([, demand]) => answerOf(demand) === answer).length;
    return { group, ids: own.length, by: Object.fromEntries(answers.map((answer) => [answer, count(answer)])) };
  });
}
