// The grammars of tag values. Each reads the lines after the tag's name and returns the value, or what it expects instead.
import { hasLostNumber, type JSONValue } from "@capstan/kube";
import type { TagGrammar, TagRule } from "./tag-table.ts";

/** A tag's value, or what the tag needs. */
type Parsed = { readonly value: JSONValue } | { readonly wanted: string };

/** The same, and text that belongs to no tag. */
export type ParsedTagValue = Parsed & { readonly textAfter?: string };

type Grammar = (text: string, rule: TagRule) => Parsed;

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
  string: parseString,
  json: parseExact,
  names: (text) => {
    const names = text.split(/\s+/).filter((name) => name !== "");
    return names.length > 1 ? { value: names } : { wanted: "two or more names, separated by blanks" };
  },
  rule: parseRule,
  word: (text, { words = [] }) => (words.includes(text) ? { value: text } : { wanted: `one of ${words.join(", ")}` }),
};

/** A string is taken as it is; one that begins with a double quote is a JSON string. */
function parseString(text: string): { readonly value: string } | { readonly wanted: string } {
  if (text === "") return { wanted: "a string" };
  if (!text.startsWith('"')) return { value: text };
  const value = parseJson(text)?.value;
  return typeof value === "string"
    ? { value }
    : { wanted: "a string; one that begins with a double quote must be a JSON string" };
}

/** A CEL rule without JSON becomes `{rule}`. */
function parseRule(text: string): Parsed {
  const wanted = "a CEL rule, or JSON {rule, message?, messageExpression?, reason?, fieldPath?, optionalOldSelf?}";
  if (text.startsWith("{")) {
    const value = parseJson(text)?.value;
    return isRule(value) ? { value } : { wanted };
  }
  const parsed = parseString(text);
  return "value" in parsed ? { value: { rule: parsed.value } } : { wanted };
}

const ruleKeys = new Set(["rule", "message", "messageExpression", "reason", "fieldPath", "optionalOldSelf"]);

/** Whether a value is a CEL rule with nothing in it that a rule does not have. */
export function isRule(value: JSONValue | undefined): value is { rule: string } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.keys(value).every((key) => ruleKeys.has(key)) && "rule" in value && typeof value.rule === "string";
}

/** JSON whose whole numbers keep their digits: the CRD would have another number. */
function parseExact(text: string): Parsed {
  const parsed = parseJson(text);
  if (parsed === undefined) return { wanted: "JSON" };
  return !hasLostNumber(parsed.value)
    ? parsed
    : { wanted: "JSON without whole numbers beyond 2^53, where JavaScript loses digits" };
}

function parseJson(text: string): { value: JSONValue } | undefined {
  try {
    const value: JSONValue = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}
