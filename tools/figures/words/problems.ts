// The step `words` of `check`: every retired word in the repository, with its place and its plain form.
import type ts from "typescript-6";
import { findFiles, readSource } from "../source/files.ts";
import { parseFile } from "../source/parse.ts";
import { passagesOf, proseOf, type Passage } from "../source/passages.ts";
import { findInPath, findWords, mayHaveWords, type FoundWord } from "./find-words.ts";
import { filesThatName } from "./table.ts";

const read = [
  "{packages,generators,examples,docs,bench,e2e,tools}/**/*.{ts,tsx}",
  "*.ts",
  "{*,**/*}.md",
  ".changeset/*.md",
];
const upstream = /(?:^|\/)(?:generated|testdata)\/|\.api\.md$|CHANGELOG\.md$|\.d\.ts$/;

let problems: readonly string[] | undefined;

/** A line for each retired word: its place, the word, the plain form. */
export function wordProblems(): readonly string[] {
  problems ??= findProblems();
  return problems;
}

function findProblems(): string[] {
  return findFiles(...read)
    .filter((path) => !upstream.test(path) && !filesThatName.some((name) => path.startsWith(name)))
    .flatMap((path) => [
      ...findInPath(path).map(({ word, plain }) => `${path}: "${word}" in the name; write: ${plain}`),
      ...wordsInFile(path),
    ]);
}

function wordsInFile(path: string): string[] {
  const source = readSource(path);
  if (!mayHaveWords(source)) return [];
  return path.endsWith(".md") ? wordsOfPage(path, source) : wordsOf(parseFile(path));
}

/** A line for each retired word in the comments and strings of a TypeScript file. */
export function wordsOf(tree: ts.SourceFile): string[] {
  return linesOf(tree.fileName, tree.text, passagesOf(tree));
}

/** A line for each retired word in the prose of a Markdown page. */
export function wordsOfPage(path: string, page: string): string[] {
  return linesOf(path, page, proseOf(page));
}

function linesOf(path: string, source: string, passages: readonly Passage[]): string[] {
  return passages.flatMap(findWords).map((word) => lineOf(path, source, word));
}

function lineOf(path: string, source: string, { start, word, plain }: FoundWord): string {
  const line = source.slice(0, start).split("\n").length;
  return `${path}:${line}: "${word}"; write: ${plain}`;
}
