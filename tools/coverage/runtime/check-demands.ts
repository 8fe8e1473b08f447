// Every demand has what shows it, and that exists; every demand is one of the documents.
import { evidenceFinder, type Problem, type ReadFile } from "../check-evidence.ts";
import type { CitedDocument } from "../check-lines.ts";
import type { Demand, Demands, TypeEvidence } from "./demand.ts";

/** The problems of demands. */
export function demandProblems(demands: Demands, documents: readonly CitedDocument[], read: ReadFile): Problem[] {
  const findTest = evidenceFinder(read);
  const cited = new Set(documents.flatMap(({ lines }) => lines.flatMap(({ ids }) => ids)));
  return Object.entries(demands).flatMap(([subject, demand]) =>
    [
      ...(cited.has(subject) ? [] : ["no line of the documents demands it"]),
      ...("shownBy" in demand
        ? evidenceOf(demand).flatMap((piece) => ("type" in piece ? typeProblems(piece, read) : findTest(piece)))
        : reasonProblems(demand)),
      ...("shownBy" in demand && demand.shownBy.length === 0 ? ["nothing shows it"] : []),
    ].map((text) => ({ subject, text })),
  );
}

function evidenceOf(demand: Demand): Extract<Demand, { shownBy: unknown }>["shownBy"] {
  return "shownBy" in demand ? demand.shownBy : [];
}

function reasonProblems(demand: Exclude<Demand, { shownBy: unknown }>): string[] {
  const reason = "open" in demand ? demand.open : demand.notOurs;
  return reason.trim() === "" ? ["nothing shows it, and it has no reason"] : [];
}

function typeProblems({ file, type }: TypeEvidence, read: ReadFile): string[] {
  const text = read(file);
  if (text === undefined) return [`${file} does not exist`];
  const kinds = ["interface", "type", "function", "const", "class"];
  const isThere = kinds.some((kind) => new RegExp(`^export (?:async )?${kind} ${type}\\b`, "m").test(text));
  return isThere ? [] : [`${file} exports no "${type}"`];
}
