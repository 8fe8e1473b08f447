// A doc comment -> description and tags. Code fences are left alone, descriptions are kept line by line, and values keep their blanks.
import { didYouMean, nearestOf, ownValue, type Diagnostic } from "@capstan/kube";
import { modelProblem } from "../diagnostics.ts";
import { parseTagValue } from "./parse-tag-value.ts";
import { documentationTags, offeredInstead, tagRule, tagTable } from "./tag-table.ts";
import type { CommentSyntax, SourceSyntax } from "../syntax/syntax.ts";
import { spanAt } from "../syntax/positions.ts";
import type { Tag, TagStep } from "../type-model.ts";

/** The parts of a doc comment. */
export interface DocComment {
  readonly description: string;
  readonly tags: readonly Tag[];
}

interface Line {
  readonly text: string;
  readonly start: number;
}

/** A tag and the lines that belong to it. */
interface Block {
  readonly name: string;
  readonly lines: Line[];
  readonly start: number;
}

const tagLine = /^@([A-Za-z][^\s]*)(?:[ \t]+([^ \t].*)?)?$/;

/** Reads a comment; what is wrong with its tags is added to `diagnostics`. */
export function readComment(comment: CommentSyntax, source: SourceSyntax, diagnostics: Diagnostic[]): DocComment {
  const { text, blocks, deprecated } = splitComment(commentLines(comment));
  const tags = blocks.flatMap((block) => readBlock(block, source, diagnostics));
  reportTwice(tags, diagnostics);
  const paragraphs = [trimBlankLines(text), deprecated].filter((paragraph) => paragraph !== "");
  return { description: paragraphs.join("\n\n"), tags };
}

/** The lines between the markers, without the stars and one blank behind each. */
function commentLines({ text, start }: CommentSyntax): Line[] {
  const lines: Line[] = [];
  let offset = 3;
  const end = text.length - 2;
  for (const raw of text.slice(offset, end).split("\n")) {
    const content = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    const lead = lines.length === 0 ? /^ ?/ : /^[ \t]*(?:\* ?)?/;
    const skipped = lead.exec(content)?.[0].length ?? 0;
    lines.push({ text: content.slice(skipped), start: start + offset + skipped });
    offset += raw.length + 1;
  }
  const last = lines.pop();
  if (last !== undefined && last.text.trim() !== "") lines.push({ ...last, text: last.text.trimEnd() });
  return lines;
}

interface SplitComment {
  readonly text: readonly string[];
  readonly blocks: readonly Block[];
  readonly deprecated: string;
}

function splitComment(lines: readonly Line[]): SplitComment {
  const text: string[] = [];
  const blocks: Block[] = [];
  const deprecated: Line[] = [];
  const dropped: Line[] = [];
  let sink: (line: Line) => void = (line) => text.push(unescapeText(line.text));
  let fenced = false;
  for (const line of lines) {
    if (/^\s*(?:```|~~~)/.test(line.text)) fenced = !fenced;
    const [, name, rest = ""] = (fenced ? undefined : tagLine.exec(line.text)) ?? [];
    if (name === undefined) {
      sink(line);
      continue;
    }
    const kind = ownValue(documentationTags, name);
    const first = { text: rest, start: line.start + line.text.length - rest.length };
    if (kind === "keep") {
      sink = (more) => text.push(unescapeText(more.text));
      sink(line);
    } else if (kind !== undefined) {
      const target = kind === "drop" ? dropped : deprecated;
      sink = (more) => target.push(more);
      sink(kind === "drop" ? first : { ...first, text: `Deprecated: ${rest}` });
    } else {
      const block: Block = { name, lines: [first], start: line.start };
      blocks.push(block);
      sink = (more) => block.lines.push(more);
    }
  }
  return { text, blocks, deprecated: trimBlankLines(deprecated.map((line) => unescapeText(line.text))) };
}

function unescapeText(line: string): string {
  return line.replace(/^\\@/, "@").replaceAll(/(?<=\*)\\(?=\/)|(?<=\/)\\(?=\*)/g, "");
}

function trimBlankLines(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line.trim() !== "");
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return first < 0 ? "" : lines.slice(first, last + 1).join("\n");
}

function readBlock(block: Block, source: SourceSyntax, diagnostics: Diagnostic[]): Tag[] {
  const { steps, name } = splitName(block.name);
  const rule = tagRule(name);
  const last = block.lines.findLast((line) => line.text.trim() !== "") ?? block.lines[0];
  const end = last === undefined ? block.start : last.start + last.text.trimEnd().length;
  const span = spanAt(source, { start: block.start, end });
  if (rule === undefined) {
    const values = { tag: block.name, suggestion: suggestion(name) };
    diagnostics.push(modelProblem("model/unknown-tag", { values, position: span }));
    return [];
  }
  const parsed = parseTagValue(
    rule,
    block.lines.map((line) => line.text),
  );
  const { textAfter } = parsed;
  if (textAfter !== undefined)
    diagnostics.push(
      modelProblem("model/text-after-tag", { values: { tag: block.name, text: textAfter }, position: span }),
    );
  if ("value" in parsed) return [{ name, steps, value: parsed.value, span }];
  const values = { tag: block.name, wanted: parsed.wanted };
  diagnostics.push(modelProblem("model/tag-value", { values, position: span }));
  return [];
}

function splitName(dotted: string): { steps: TagStep[]; name: string } {
  const steps: TagStep[] = [];
  let rest = dotted;
  for (;;) {
    const step = (["items", "values"] as const).find((candidate) => rest.startsWith(`${candidate}.`));
    if (step === undefined) return { steps, name: rest };
    steps.push(step);
    rest = rest.slice(step.length + 1);
  }
}

function suggestion(name: string): string {
  const instead = Object.hasOwn(offeredInstead, name) ? offeredInstead[name] : undefined;
  if (instead !== undefined) return `: write ${instead}`;
  const near = nearestOf(name, [...Object.keys(tagTable), ...Object.keys(documentationTags)]);
  return didYouMean(near && `@${near}`);
}

function reportTwice(tags: readonly Tag[], diagnostics: Diagnostic[]): void {
  const seen = new Set<string>();
  for (const tag of tags) {
    const name = [...tag.steps, tag.name].join(".");
    if (seen.has(name) && tagRule(tag.name)?.repeatable !== true)
      diagnostics.push(modelProblem("model/duplicate-tag", { values: { tag: name }, position: tag.span }));
    seen.add(name);
  }
}
