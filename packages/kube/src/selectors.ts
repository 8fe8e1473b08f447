// Label selectors: the object form of specs and the text form of list calls and flags, both matched against labels.
// Used by clients, caches and the embedded API server.
import { errorOf } from "./error-table.ts";
import { kubeErrors } from "./kube-errors.ts";

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

/** Whether the labels fit; no selector at all selects nothing, as in Kubernetes. */
export function selectorMatches(selector: LabelSelector | undefined, labels: Labels = {}): boolean {
  return (
    selector !== undefined && requirementsOf(selector).every((requirement) => requirementHolds(requirement, labels))
  );
}

/** Whether one requirement holds. */
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

/** The text form of a selector, as list calls send it. */
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
const forms: readonly { readonly form: RegExp; readonly read: (match: RegExpExecArray) => LabelRequirement }[] = [
  {
    form: new RegExp(`^(${name})\\s+(in|notin)\\s*\\(([^()]*)\\)$`),
    read: (m) => ({
      key: m[1] ?? "",
      operator: m[2] === "in" ? "In" : "NotIn",
      values: (m[3] ?? "").split(",").map((item) => item.trim()),
    }),
  },
  {
    form: new RegExp(`^(${name})\\s*!=\\s*(${value})$`),
    read: (m) => ({ key: m[1] ?? "", operator: "NotIn", values: [m[2] ?? ""] }),
  },
  {
    form: new RegExp(`^(${name})\\s*==?\\s*(${value})$`),
    read: (m) => ({ key: m[1] ?? "", operator: "In", values: [m[2] ?? ""] }),
  },
  { form: new RegExp(`^!\\s*(${name})$`), read: (m) => ({ key: m[1] ?? "", operator: "DoesNotExist" }) },
  { form: new RegExp(`^(${name})$`), read: (m) => ({ key: m[1] ?? "", operator: "Exists" }) },
];

/** The requirements of a selector's text form; "" has none and selects everything. */
export function parseLabelSelector(text: string): LabelRequirement[] {
  return splitOutsideParentheses(text).map((item) => parseRequirement(item.trim(), text));
}

function parseRequirement(item: string, whole: string): LabelRequirement {
  for (const { form, read } of forms) {
    const match = form.exec(item);
    if (match !== null) return read(match);
  }
  throw errorOf(kubeErrors, "kube/label-selector", { values: { item, text: whole } });
}

function splitOutsideParentheses(text: string): string[] {
  return text.trim() === "" ? [] : text.split(/,(?![^()]*\))/);
}
