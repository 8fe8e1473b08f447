// What is wrong with a selector of namespaces by its form: what the API server rejects, and what no namespace can match, so that core would never call the extension and nobody would see why.
import type { LabelRequirement, LabelSelector } from "@capstan/kube";

/** Every namespace has this label, with its name. */
const nameLabel = "kubernetes.io/metadata.name";

/** Why no namespace matches, or why the selector is rejected; undefined for one that may match. */
export function selectorProblem({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string | undefined {
  const equal = Object.entries(matchLabels).map(([key, value]): LabelRequirement => ({
    key,
    operator: "In",
    values: [value],
  }));
  const requirements = [...equal, ...matchExpressions];
  const invalid = requirements.map(formProblem).find((problem) => problem !== undefined);
  if (invalid !== undefined) return invalid;
  const byKey = [...Map.groupBy(requirements, ({ key }) => key)];
  const impossible = byKey.find(([key, ofKey]) => !canHold(key, ofKey));
  return impossible === undefined ? undefined : `no namespace can meet all that it says of "${impossible[0]}"`;
}

const withValues: Readonly<Record<string, boolean>> = { In: true, NotIn: true, Exists: false, DoesNotExist: false };

function formProblem({ key, operator, values = [] }: LabelRequirement): string | undefined {
  if (key === "") return "a label has no name";
  const needs = Object.hasOwn(withValues, operator) ? withValues[operator] : undefined;
  if (needs === undefined) return `"${operator}" is not an operator: In, NotIn, Exists, DoesNotExist`;
  if (needs && values.length === 0) return `${operator} of "${key}" has no values`;
  return !needs && values.length > 0 ? `${operator} of "${key}" takes no values` : undefined;
}

/** Whether a label can have a value, or be absent, that meets all of these. */
function canHold(key: string, requirements: readonly LabelRequirement[]): boolean {
  const of = (operator: LabelRequirement["operator"]): readonly (readonly string[])[] =>
    requirements.filter((each) => each.operator === operator).map(({ values = [] }) => values);
  const excluded = new Set(of("NotIn").flat());
  const [first, ...others] = of("In");
  const mustExist = first !== undefined || of("Exists").length > 0;
  if (of("DoesNotExist").length > 0) return !mustExist && key !== nameLabel;
  if (first === undefined) return true;
  return first.some((value) => !excluded.has(value) && others.every((values) => values.includes(value)));
}
