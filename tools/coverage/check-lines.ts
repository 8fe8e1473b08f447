// Every line of the contract documents that says must or should is cited by a rule. The documents are not part of the repository: its data has the
// lines' numbers and hashes, and with the documents at hand both are compared.
import { createHash } from "node:crypto";
import type { Problem } from "./check-evidence.ts";

/** A line that rules cite. */
export interface CitedLine {
  /** From 1. */
  readonly line: number;
  /** The first 12 digits of the trimmed line's SHA-256. */
  readonly sha256: string;
  readonly ids: readonly string[];
}

/** Which lines of a document must be cited. */
export interface Demanding {
  /** What such a line does, for messages: "says must or should". */
  readonly says: string;
  /** Their numbers, from 1. */
  readonly lines: (rows: readonly string[]) => readonly number[];
}

/** The cited lines of one document. */
export interface CitedDocument {
  readonly document: string;
  /** Default: the lines that say must or should. Others may be cited too. */
  readonly demanding?: Demanding;
  /** How many lines of the document are cited, and the hash of their numbers and hashes: without the document at hand, a line that is left out here is noticed by them. */
  readonly demands: { readonly count: number; readonly sha256: string };
  readonly lines: readonly CitedLine[];
}

/** Lines that match, as those that must be cited. */
export function linesWith(pattern: RegExp, says: string): Demanding {
  return { says, lines: (rows) => rows.flatMap((row, i) => (pattern.test(row) ? [i + 1] : [])) };
}

const mustOrShould = linesWith(/\b(?:must|should)\b/i, "says must or should");

/** The first 12 digits of a line's hash. */
export function lineHash(line: string): string {
  return createHash("sha256").update(line.trim()).digest("hex").slice(0, 12);
}

/** The hash of all cited lines. */
export function linesHash(lines: readonly CitedLine[]): string {
  return lineHash(lines.map(({ line, sha256 }) => `${line} ${sha256}`).join("\n"));
}

/** What is wrong with the data alone. */
export function dataProblems(cited: CitedDocument, ids: readonly string[]): Problem[] {
  return [...problemsOfLines(cited, ids), ...problemsOfAll(cited)];
}

/** Whether these are the lines that were compared with the document. */
function problemsOfAll({ document, lines, demands: { count, sha256 } }: CitedDocument): Problem[] {
  const hash = linesHash(lines);
  if (lines.length === count && hash === sha256) return [];
  const text = `it has ${lines.length} cited lines with the hash ${hash}, not ${count} with ${sha256}; compare with the document (--documents DIR) before you change \`demands\``;
  return [{ subject: document, text }];
}

function problemsOfLines({ document, lines }: CitedDocument, ids: readonly string[]): Problem[] {
  const known = new Set(ids);
  return lines.flatMap(({ line, sha256, ids: cited }, i) => {
    const before = lines[i - 1]?.line ?? 0;
    return [
      ...(line > before ? [] : [`it does not follow line ${before}`]),
      ...(/^[0-9a-f]{12}$/.test(sha256) ? [] : [`"${sha256}" is not 12 digits of a hash`]),
      ...(cited.length === 0 ? ["no rule cites it"] : []),
      ...cited.filter((id) => !known.has(id)).map((id) => `there is no rule ${id}`),
    ].map((text) => ({ subject: `${document}:${line}`, text }));
  });
}

/** What differs between the data and the document's text. */
export function documentProblems(cited: CitedDocument, text: string): Problem[] {
  const { document, lines, demanding = mustOrShould } = cited;
  const rows = text.split("\n");
  const named = new Set(lines.map(({ line }) => line));
  const left = demanding.lines(rows).filter((line) => !named.has(line));
  const problem = (line: number, what: string): Problem => ({ subject: `${document}:${line}`, text: what });
  return [
    ...lines.flatMap(({ line, sha256 }) => {
      const row = rows[line - 1];
      if (row === undefined) return [problem(line, "the document has no such line")];
      return lineHash(row) === sha256
        ? []
        : [problem(line, `it has changed: its hash is ${lineHash(row)}, not ${sha256}`)];
    }),
    ...left.map((line) => problem(line, `it ${demanding.says}, and no rule cites it`)),
  ];
}
