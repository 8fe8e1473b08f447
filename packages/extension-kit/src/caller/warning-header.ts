// The header `Warning` of an answer: an extension marks the answers of deprecated versions with it. It is a list of codes, agents and sentences in quotes.
import { excerpt, printable } from "@capstan/kube";

/** An extension sends one. */
const mostWarnings = 10;
const longestWarning = 512;
/** No more of the header is read. */
const longestHeader = 8192;

/** The sentences, in letters that a terminal can show; the whole header where nothing is in quotes. */
export function warningsIn(header: string): readonly string[] {
  const read = header.slice(0, longestHeader);
  const sentences = sentencesIn(read);
  const found = sentences.length === 0 && read.trim() !== "" ? [read.trim()] : sentences;
  return found.slice(0, mostWarnings).map((sentence) => printable(excerpt(sentence, longestWarning)));
}

/** What is in quotes, without the dates that may follow a sentence: between them is no code. */
function sentencesIn(header: string): string[] {
  const sentences: string[] = [];
  let at = 0;
  for (let open = header.indexOf('"'); open !== -1; open = header.indexOf('"', at)) {
    const hasCode = header.slice(at, open).trim() !== "";
    const { text, end } = quoted(header, open + 1);
    if (hasCode && text !== "") sentences.push(text);
    at = end;
  }
  return sentences;
}

/** A string in quotes from its first letter on, and where the header goes on. */
function quoted(header: string, start: number): { readonly text: string; readonly end: number } {
  let text = "";
  for (let i = start; i < header.length; i += 1) {
    if (header[i] === '"') return { text, end: i + 1 };
    if (header[i] === "\\") i += 1;
    text += header[i] ?? "";
  }
  return { text, end: header.length };
}
