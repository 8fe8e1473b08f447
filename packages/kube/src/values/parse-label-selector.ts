// Reads label selectors in the string form of list calls and flags, by the rules of apimachinery's labels.Parse.
import { errorOf } from "../errors/errors.ts";
import { kubeErrors } from "../errors/kube-errors.ts";
import { isLabelKey, isLabelValue } from "./label-names.ts";
import { type SelectorRequirement, wholeNumber } from "./selectors.ts";

const space = String.raw`[ \t\r\n]*`;
const word = String.raw`[^ \t\r\n=!(),<>]+`;
const outerSpace = /^[ \t\r\n]+|[ \t\r\n]+$/g;

function trim(source: string): string {
  return source.replaceAll(outerSpace, "");
}

const itemsOf = (list: string): string[] => list.split(",").map(trim);
const itself = (single: string): string[] => [single];

interface Form {
  /** The key is the first group, and what follows the operator the second. */
  readonly form: RegExp;
  readonly operator: SelectorRequirement["operator"];
  readonly valuesOf?: (source: string) => string[];
}

function single(operator: string): RegExp {
  return new RegExp(`^(${word})${space}${operator}${space}(${word}|)$`);
}

function set(operator: string): RegExp {
  return new RegExp(`^(${word})[ \\t\\r\\n]${space}${operator}${space}\\(([^()]*)\\)$`);
}

const forms: readonly Form[] = [
  { form: set("in"), operator: "In", valuesOf: itemsOf },
  { form: set("notin"), operator: "NotIn", valuesOf: itemsOf },
  { form: single("!="), operator: "NotIn", valuesOf: itself },
  { form: single("==?"), operator: "In", valuesOf: itself },
  { form: single(">"), operator: "Gt", valuesOf: itself },
  { form: single("<"), operator: "Lt", valuesOf: itself },
  { form: new RegExp(`^!${space}(${word})$`), operator: "DoesNotExist" },
  { form: new RegExp(`^(${word})$`), operator: "Exists" },
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
  for (const { form, operator, valuesOf } of forms) {
    const match = form.exec(item);
    if (match === null) continue;
    const [, key = "", source = ""] = match;
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
  return trim(selector) === "" ? [] : selector.split(/,(?![^()]*\))/);
}
