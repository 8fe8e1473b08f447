// Label selectors: the object form of specs and the string form of list calls and flags.
import { errorOf } from "../errors/errors.ts";
import { kubeErrors } from "../errors/kube-errors.ts";

/** One condition on labels. */
export interface LabelRequirement {
  /** key is the label. */
  key: string;
  /** operator says how the label's value relates to the values. */
  operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
  /**
   * values are what the operator compares with; empty for Exists and DoesNotExist.
   * @listType atomic
   */
  values?: string[];
}

/**
 * Kubernetes' LabelSelector: all parts must hold; an empty one selects everything.
 * @mapType atomic
 */
export interface LabelSelector {
  /** matchLabels are labels that must have these values. */
  matchLabels?: Record<string, string>;
  /**
   * matchExpressions are further conditions on labels.
   * @listType atomic
   */
  matchExpressions?: LabelRequirement[];
}

type Labels = Readonly<Record<string, string>>;
type Operator = LabelRequirement["operator"];

const holds: Readonly<Record<Operator, (value: string | undefined, values: readonly string[]) => boolean>> = {
  In: (value, values) => value !== undefined && values.includes(value),
  NotIn: (value, values) => value === undefined || !values.includes(value),
  Exists: (value) => value !== undefined,
  DoesNotExist: (value) => value === undefined,
};

/** Whether a selector matches labels. Undefined matches nothing, an empty selector everything, as in Kubernetes. */
export function selectorMatches(selector: LabelSelector | undefined, labels: Labels = {}): boolean {
  return (
    selector !== undefined && requirementsOf(selector).every((requirement) => requirementHolds(requirement, labels))
  );
}

/** Whether labels meet one requirement of a selector. */
export function requirementHolds(requirement: LabelRequirement, labels: Labels = {}): boolean {
  const value = Object.hasOwn(labels, requirement.key) ? labels[requirement.key] : undefined;
  return holds[requirement.operator](value, requirement.values ?? []);
}

function requirementsOf(selector: LabelSelector): LabelRequirement[] {
  const equal = Object.entries(selector.matchLabels ?? {}).map(([key, value]): LabelRequirement => ({
    key,
    operator: "In",
    values: [value],
  }));
  return [...equal, ...(selector.matchExpressions ?? [])];
}

/** The string form of a selector, as list calls send it. */
export function formatLabelSelector(selector: LabelSelector): string {
  return requirementsOf(selector).map(formatRequirement).join(",");
}

const format: Readonly<Record<Operator, (key: string, values: readonly string[]) => string>> = {
  In: (key, values) => (values.length === 1 ? `${key}=${values[0]}` : `${key} in (${values.join(",")})`),
  NotIn: (key, values) => `${key} notin (${values.join(",")})`,
  Exists: (key) => key,
  DoesNotExist: (key) => `!${key}`,
};

function formatRequirement(requirement: LabelRequirement): string {
  return format[requirement.operator](requirement.key, requirement.values ?? []);
}

const name = String.raw`[A-Za-z0-9./_-]+`;
const value = String.raw`[A-Za-z0-9._-]*`;
const itemsOf = (list: string): string[] => list.split(",").map((item) => item.trim());
const itself = (single: string): string[] => [single];

interface Form {
  /** The key is the first group, and what follows the operator the second. */
  readonly form: RegExp;
  readonly operator: Operator;
  readonly valuesOf?: (source: string) => string[];
}

const forms: readonly Form[] = [
  { form: new RegExp(`^(${name})\\s+in\\s*\\(([^()]*)\\)$`), operator: "In", valuesOf: itemsOf },
  { form: new RegExp(`^(${name})\\s+notin\\s*\\(([^()]*)\\)$`), operator: "NotIn", valuesOf: itemsOf },
  { form: new RegExp(`^(${name})\\s*!=\\s*(${value})$`), operator: "NotIn", valuesOf: itself },
  { form: new RegExp(`^(${name})\\s*==?\\s*(${value})$`), operator: "In", valuesOf: itself },
  { form: new RegExp(`^!\\s*(${name})$`), operator: "DoesNotExist" },
  { form: new RegExp(`^(${name})$`), operator: "Exists" },
];

/**
 * The requirements of a selector in its string form. "" has none and matches everything.
 *
 * @throws CapstanError `kube/label-selector` when a part of the string is not a requirement.
 */
export function parseLabelSelector(selector: string): LabelRequirement[] {
  return splitOutsideParentheses(selector).map((item) => parseRequirement(item.trim(), selector));
}

function parseRequirement(item: string, whole: string): LabelRequirement {
  for (const { form, operator, valuesOf } of forms) {
    const match = form.exec(item);
    if (match === null) continue;
    const [, key = "", source = ""] = match;
    return { key, operator, ...(valuesOf === undefined ? {} : { values: valuesOf(source) }) };
  }
  throw errorOf(kubeErrors, "kube/label-selector", { values: { item, selector: whole } });
}

function splitOutsideParentheses(selector: string): string[] {
  return selector.trim() === "" ? [] : selector.split(/,(?![^()]*\))/);
}
