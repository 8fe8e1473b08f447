// Label selectors in the object form of specs: what they match, and how they are written as a string. parse-label-selector.ts reads strings.
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

/** A requirement of a selector in its string form, which can also compare whole numbers: "cores>4". */
export interface SelectorRequirement {
  readonly key: string;
  readonly operator: LabelRequirement["operator"] | "Gt" | "Lt";
  readonly values?: readonly string[];
}

type Labels = Readonly<Record<string, string>>;
type Operator = SelectorRequirement["operator"];

const holds: Readonly<Record<Operator, (value: string | undefined, values: readonly string[]) => boolean>> = {
  In: (value, values) => value !== undefined && values.includes(value),
  NotIn: (value, values) => value === undefined || !values.includes(value),
  Exists: (value) => value !== undefined,
  DoesNotExist: (value) => value === undefined,
  Gt: (value, [bound]) => compareNumbers(value, bound) === 1,
  Lt: (value, [bound]) => compareNumbers(value, bound) === -1,
};

/** The order of two strings that are whole numbers of 64 bits; undefined when one of them is not. */
function compareNumbers(value: string | undefined, bound: string | undefined): number | undefined {
  const [a, b] = [wholeNumber(value), wholeNumber(bound)];
  if (a === undefined || b === undefined) return undefined;
  return a < b ? -1 : Number(a > b);
}

/** Without zeros at its beginning, a number of 64 bits has at most 19 digits; reading millions takes seconds. */
const decimal = /^(-?)0*(\d{1,19})$/;

/** A whole number of 64 bits; undefined for any other string. */
export function wholeNumber(source: string | undefined): bigint | undefined {
  const [, sign = "", digits] = decimal.exec(source ?? "") ?? [];
  if (digits === undefined) return undefined;
  const number = BigInt(sign + digits);
  return BigInt.asIntN(64, number) === number ? number : undefined;
}

/** Whether a selector matches labels. Undefined matches nothing, an empty selector everything, as in Kubernetes. */
export function selectorMatches(selector: LabelSelector | undefined, labels: Labels = {}): boolean {
  return (
    selector !== undefined && requirementsOf(selector).every((requirement) => requirementHolds(requirement, labels))
  );
}

/**
 * Whether labels meet one requirement of a selector. A requirement that has no values although its operator needs some is compared with none.
 *
 * @throws CapstanError `kube/label-operator` when the operator does not exist, as in a selector that the author of an object wrote.
 */
export function requirementHolds(requirement: SelectorRequirement, labels: Labels = {}): boolean {
  const { operator } = requirement;
  if (!Object.hasOwn(holds, operator)) throw errorOf(kubeErrors, "kube/label-operator", { values: { operator } });
  const value = Object.hasOwn(labels, requirement.key) ? labels[requirement.key] : undefined;
  return holds[operator](value, requirement.values ?? []);
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

const format: Readonly<Record<LabelRequirement["operator"], (key: string, values: readonly string[]) => string>> = {
  In: (key, values) => (values.length === 1 ? `${key}=${values[0]}` : `${key} in (${values.join(",")})`),
  NotIn: (key, values) => `${key} notin (${values.join(",")})`,
  Exists: (key) => key,
  DoesNotExist: (key) => `!${key}`,
};

function formatRequirement(requirement: LabelRequirement): string {
  return format[requirement.operator](requirement.key, requirement.values ?? []);
}
