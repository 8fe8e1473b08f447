// The grammars of tag values. Each takes the lines behind the tag's name and gives the value, or what it wanted instead.
// Called by read-comment.ts for the grammar that the tag table names; where a tag may stand is check-tags.ts.
import type { JSONValue } from "@capstan/kube";
import type { TagGrammar, TagRule } from "./tag-table.ts";

/** A tag's value, or what the tag needs; and text that belongs to no tag. */
export interface ParsedTagValue {
  readonly value?: JSONValue;
  readonly wanted?: string;
  readonly textAfter?: string;
}

type Grammar = (text: string, rule: TagRule) => ParsedTagValue;

/** Reads the value of a tag by its rule's grammar. */
export function parseTagValue(rule: TagRule, lines: readonly string[]): ParsedTagValue {
  const [first = "", ...more] = lines;
  const spansLines = rule.grammar === "json" || (rule.grammar === "rule" && first.startsWith("{"));
  const parsed = grammars[rule.grammar](spansLines ? lines.join("\n").trim() : first.trim(), rule);
  const textAfter = spansLines ? undefined : more.find((line) => line.trim() !== "")?.trim();
  return textAfter === undefined ? parsed : { ...parsed, textAfter };
}

const grammars: Readonly<Record<TagGrammar, Grammar>> = {
  flag: (text) => (text === "" ? { value: true } : { wanted: "no value" }),
  boolean: (text) => {
    if (text === "" || text === "true") return { value: true };
    return text === "false" ? { value: false } : { wanted: "true, false or nothing" };
  },
  number: (text) =>
    /^-?\d/.test(text) && Number.isFinite(Number(text)) ? { value: Number(text) } : { wanted: "a number" },
  count: (text) => (/^\d+$/.test(text) ? { value: Number(text) } : { wanted: "a whole number of at least 0" }),
  text: parseText,
  json: (text) => parseJson(text) ?? { wanted: "JSON" },
  names: (text) => {
    const names = text.split(/\s+/).filter((name) => name !== "");
    return names.length > 1 ? { value: names } : { wanted: "two or more names, separated by blanks" };
  },
  rule: parseRule,
  word: (text, { words = [] }) => (words.includes(text) ? { value: text } : { wanted: `one of ${words.join(", ")}` }),
};

/** Text is taken as it stands; one that begins with a double quote is a JSON string. */
function parseText(text: string): ParsedTagValue {
  if (text === "") return { wanted: "a text" };
  if (!text.startsWith('"')) return { value: text };
  const parsed = parseJson(text);
  return typeof parsed?.value === "string"
    ? parsed
    : { wanted: "a text; one that begins with a double quote must be a JSON string" };
}

/** A CEL rule alone becomes `{rule}`. */
function parseRule(text: string): ParsedTagValue {
  const wanted = "a CEL rule, or JSON {rule, message?, messageExpression?, reason?, fieldPath?, optionalOldSelf?}";
  if (text.startsWith("{")) {
    const value = parseJson(text)?.value;
    return isRule(value) ? { value } : { wanted };
  }
  const { value } = parseText(text);
  return typeof value === "string" ? { value: { rule: value } } : { wanted };
}

const ruleKeys = new Set(["rule", "message", "messageExpression", "reason", "fieldPath", "optionalOldSelf"]);

function isRule(value: JSONValue | undefined): value is { rule: string } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.keys(value).every((key) => ruleKeys.has(key)) && "rule" in value && typeof value.rule === "string";
}

function parseJson(text: string): { value: JSONValue } | undefined {
  try {
    return { value: JSON.parse(text) as JSONValue };
  } catch {
    return undefined;
  }
}
