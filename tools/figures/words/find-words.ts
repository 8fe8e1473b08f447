// Finds the retired words of a passage, and those of a path.
import { retiredWords, type RetiredWord } from "./table.ts";
import type { Passage } from "../source/passages.ts";

/** A retired word where it stands. */
export interface FoundWord {
  readonly start: number;
  readonly word: string;
  readonly plain: string;
}

interface Matcher {
  readonly row: RetiredWord;
  readonly find: RegExp;
  readonly except?: RegExp;
}

const matchers: readonly Matcher[] = retiredWords.map((row) => ({
  row,
  find: expression(row.find, row.exactCase === true),
  ...(row.except === undefined ? {} : { except: expression(row.except, false) }),
}));

/** A quick answer for the many files and passages without any. */
const anyWord = new RegExp(matchers.map(({ find }) => `(?:${find.source})`).join("|"), "i");

function expression(alternatives: string, exactCase: boolean): RegExp {
  const source = alternatives.replaceAll(" ", String.raw`(?:\s+(?:(?:\/\/|\*)\s*)?)`);
  return new RegExp(String.raw`(?<![\w$-])(?:${source})(?![\w$-])`, exactCase ? "g" : "gi");
}

/** Whether a file can have a retired word at all: it need not be parsed otherwise. */
export function mayHaveWords(source: string): boolean {
  return anyWord.test(source);
}

/** The retired words of a passage, by where they are. */
export function findWords({ kind, start, text }: Passage): FoundWord[] {
  if (!anyWord.test(text)) return [];
  return matchers
    .filter(({ row }) => row.kinds?.includes(kind) ?? true)
    .flatMap(({ row, find, except }) => {
      const exempt = except === undefined ? [] : [...text.matchAll(except)];
      return [...text.matchAll(find)]
        .filter((match) => !exempt.some((other) => overlaps(match, other)))
        .map((match) => ({
          start: start + match.index,
          word: match[0].replaceAll(/\s+(?:(?:\/\/|\*)\s*)?/g, " "),
          plain: row.plain,
        }));
    })
    .toSorted((a, b) => a.start - b.start);
}

function overlaps(match: RegExpExecArray, other: RegExpExecArray): boolean {
  return match.index < other.index + other[0].length && other.index < match.index + match[0].length;
}

const names = new Map(retiredWords.flatMap(({ names: parts = [], plain }) => parts.map((part) => [part, plain])));

/** The retired words in the names of a file and its folders. */
export function findInPath(path: string): FoundWord[] {
  return path.split(/[/.-]/).flatMap((word) => {
    const plain = names.get(word);
    return plain === undefined ? [] : [{ start: 0, word, plain }];
  });
}
