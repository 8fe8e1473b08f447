// Reads label selectors in the string form of list calls and flags, by the rules of apimachinery's labels.Parse.
import { errorOf } from "../errors/errors.ts";
import { kubeErrors } from "../errors/kube-errors.ts";
import { isLabelKey, isLabelValue } from "./label-names.ts";
import { type SelectorRequirement, wholeNumber } from "./selectors.ts";

const space = String.raw`[ \t\r\n]*`;
const word = String.raw`[^ \t\r\n=!(),<>]+`;
const spaces = " \t\r\n";

/** `String.trim` removes more than these. */
function trim(source: string): string {
  let from = 0;
  let to = source.length;
  while (from < to && spaces.includes(source.charAt(from))) from += 1;
  while (from < to && spaces.includes(source.charAt(to - 1))) to -= 1;
  return source.slice(from, to);
}

const itemsOf = (list: string): string[] => list.split(",").map(trim);
const itself = (single: string): string[] => [single];

interface Form {
  /** The groups are the key, the sign if there are several, and the values. */
  readonly form: RegExp;
  readonly operators: Readonly<Record<string, SelectorRequirement["operator"]>>;
  readonly valuesOf?: (source: string) => string[];
}

const forms: readonly Form[] = [
  {
    form: new RegExp(`^(${word})[ \\t\\r\\n]${space}(in|notin)${space}\\(([^()]*)\\)$`),
    operators: { in: "In", notin: "NotIn" },
    valuesOf: itemsOf,
  },
  {
    form: new RegExp(`^(${word})${space}(!=|==?|[<>])${space}(${word}|)$`),
    operators: { "!=": "NotIn", "=": "In", "==": "In", ">": "Gt", "<": "Lt" },
    valuesOf: itself,
  },
  { form: new RegExp(`^!${space}(${word})()$`), operators: { "": "DoesNotExist" } },
  { form: new RegExp(`^(${word})()$`), operators: { "": "Exists" } },
];

/**
 * The requirements of a selector in its string form. "" has none and matches everything.
 *
 * @throws CapstanError `kube/label-selector` when a part of the string is not a requirement.
 */
export function parseLabelSelector(selector: string): SelectorRequirement[] {
  return splitOutsideParentheses(selector).map((item) => parseRequirement(trim(item), selector));
}

function parseRequirement(item: string, whole: string): SelectorRequirement {
  for (const { form, operators, valuesOf } of forms) {
    const [, key = "", sign = "", source = ""] = form.exec(item) ?? [];
    const operator = operators[sign];
    if (key === "" || operator === undefined) continue;
    const requirement = { key, operator, ...(valuesOf === undefined ? {} : { values: valuesOf(source) }) };
    if (isValid(requirement)) return requirement;
  }
  throw errorOf(kubeErrors, "kube/label-selector", { values: { item, selector: whole } });
}

function isValid({ key, operator, values = [] }: SelectorRequirement): boolean {
  const isNumeric = operator === "Gt" || operator === "Lt";
  return (
    isLabelKey(key) && values.every((value) => isLabelValue(value) && (!isNumeric || wholeNumber(value) !== undefined))
  );
}

function splitOutsideParentheses(selector: string): string[] {
  if (trim(selector) === "") return [];
  const items: string[] = [];
  let from = 0;
  let isInside = false;
  for (let at = 0; at < selector.length; at += 1) {
    const character = selector.charAt(at);
    if ("()".includes(character)) isInside = character === "(";
    if (character !== "," || isInside) continue;
    items.push(selector.slice(from, at));
    from = at + 1;
  }
  return [...items, selector.slice(from)];
}
