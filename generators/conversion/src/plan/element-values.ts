// Rules for the elements of a list or map themselves, as codegen/v1 has them: each element is in an object of its own, so that a rule has a path.
import type {
  PlanContainer,
  PlanElements,
  PlanField,
  PlanMembers,
  PlanNamed,
  PlanRules,
  PlanTogether,
} from "./plan-model.ts";

/** The name of the element in that object; the same as in codegen/v1. */
const elementValue = "value";

/** Rules of elements, with the name of the element where one is for the element itself. */
export function withValues(elements: PlanElements): PlanElements & { readonly values?: true } {
  return isOfValues(elements.rules) ? { ...elements, values: true, rules: inValue(elements.rules) } : elements;
}

function isOfValues({ fields, nulls, elements }: PlanRules): boolean {
  const paths = [
    ...[...fields, ...nulls].flatMap(({ older, newer }) => [older, newer]),
    ...elements.map(({ path }) => path),
  ];
  return paths.some((path) => path?.length === 0);
}

function inValue({ fields, together, onlyIn, notEmpty, emptied, nulls, elements }: PlanRules): PlanRules {
  return {
    fields: fields.map(fieldInValue),
    together: together.map(groupInValue),
    onlyIn: onlyIn.map(containerInValue),
    notEmpty: notEmpty.map(containerInValue),
    emptied: emptied.map(containerInValue),
    nulls: nulls.map((one) => ({ ...shifted(one), older: deeper(one.older), newer: deeper(one.newer) })),
    elements: elements.map((one) => ({ ...one, path: deeper(one.path) })),
  };
}

function fieldInValue({ older, newer, members, exclusive, ...rest }: PlanField): PlanField {
  return {
    ...(older === undefined ? {} : { older: deeper(older) }),
    ...(newer === undefined ? {} : { newer: deeper(newer) }),
    ...shifted(rest),
    ...(members === undefined ? {} : { members: membersInValue(members) }),
    ...(exclusive === undefined ? {} : { exclusive: exclusiveInValue(exclusive) }),
  };
}

function membersInValue({ older, newer }: NonNullable<PlanField["members"]>): NonNullable<PlanField["members"]> {
  return {
    ...(older === undefined ? {} : { older: unionsInValue(older) }),
    ...(newer === undefined ? {} : { newer: unionsInValue(newer) }),
  };
}

function unionsInValue(unions: readonly PlanMembers[]): PlanMembers[] {
  return unions.map((union) => ({ ...union, path: deeper(union.path) }));
}

function exclusiveInValue({ older, newer }: NonNullable<PlanField["exclusive"]>): NonNullable<PlanField["exclusive"]> {
  return {
    ...(older === undefined ? {} : { older: older.map(deeper) }),
    ...(newer === undefined ? {} : { newer: newer.map(deeper) }),
  };
}

function containerInValue({ members, exclusive, ...container }: PlanContainer): PlanContainer {
  return {
    ...placed(container),
    ...(members === undefined ? {} : { members: unionsInValue(members) }),
    ...(exclusive === undefined ? {} : { exclusive: exclusive.map(deeper) }),
  };
}

function groupInValue(group: PlanTogether): PlanTogether {
  return { ...group, older: group.older.map(placed), newer: group.newer.map(placed) };
}

function placed<T extends PlanContainer | PlanNamed>(one: T): T {
  return { ...shifted(one), path: deeper(one.path) };
}

function deeper(path: readonly string[]): readonly string[] {
  return [elementValue, ...path];
}

/** The counts of leading steps that a rule may have. */
const stepCounts = ["within", "anchor", "inside"] as const;

/** The rule with its counts from the object around the element. */
function shifted<T extends Readonly<Partial<Record<(typeof stepCounts)[number], number>>>>(one: T): T {
  const counts = stepCounts.flatMap((name) => {
    const steps = one[name];
    return steps === undefined ? [] : [[name, steps + 1] as const];
  });
  return { ...one, ...Object.fromEntries(counts) };
}
