// The objects that a version rejects when they are empty, found by their paths. Which rules put something into one of them depends on the rules alone,
// so it is decided once for each set of rules, not for each object that is converted.
import type { ConversionRules, ContainerRule, FieldRule, PropertyPath, Side } from "./conversion-plan.ts";
import { leadsInto, pathKey } from "./fields.ts";
import { otherSide } from "./side.ts";

/** An object that one version rejects when it is empty. */
export interface RefusedContainer {
  /** The rules that change whether the object exists and what is in it, without those of elements and of fields that are converted together. */
  readonly rules: ConversionRules;
  /** Whether fields that are converted together are in it, or fields that the other version has elsewhere: nothing that is kept tells whether it is there by them. */
  readonly isByOthers: boolean;
}

type ContainersByPath = ReadonlyMap<string, RefusedContainer>;

/** Rules are parts of plans, which do not change. */
const known = new WeakMap<ConversionRules, Readonly<Record<Side, ContainersByPath>>>();

/** The object at this path, if the version of this side rejects it when it is empty. */
export function refusedContainer(rules: ConversionRules, { side, path }: ContainerRule): RefusedContainer | undefined {
  if (rules.notEmpty === undefined) return undefined;
  const bySide = known.get(rules) ?? { older: containersOf(rules, "older"), newer: containersOf(rules, "newer") };
  known.set(rules, bySide);
  return bySide[side].get(pathKey(path));
}

function containersOf(rules: ConversionRules, side: Side): ContainersByPath {
  const containers = (rules.notEmpty ?? []).filter((container) => container.side === side);
  return new Map(
    containers.map(({ path }) => {
      const isTogether = (rules.together ?? []).some((group) =>
        group[side].some((field) => leadsInto(field.path, path)),
      );
      const isByOthers = isTogether || rules.fields.some((rule) => isMovedOut(rule, { side, path }));
      return [pathKey(path), { rules: rulesAround(rules, path), isByOthers }];
    }),
  );
}

function isMovedOut(rule: FieldRule, { side, path }: ContainerRule): boolean {
  const there = rule[otherSide(side)];
  return leadsInto(rule[side], path) && there !== undefined && !leadsInto(there, path);
}

/** The rules whose fields and objects are in an object or around it. What is beside it does not decide whether it exists. */
function rulesAround(
  { fields, onlyIn, notEmpty, emptied, nulls }: ConversionRules,
  container: PropertyPath,
): ConversionRules {
  const isAround = ({ path }: ContainerRule): boolean => isOnPath(path, container);
  const isFieldAround = ({ older, newer }: Pick<FieldRule, Side>): boolean =>
    [older, newer].some((path) => path !== undefined && isOnPath(path, container));
  return {
    fields: fields.filter(isFieldAround),
    onlyIn: (onlyIn ?? []).filter(isAround),
    notEmpty: (notEmpty ?? []).filter(isAround),
    emptied: (emptied ?? []).filter(isAround),
    nulls: (nulls ?? []).filter(isFieldAround),
  };
}

/** Whether one of two places is in the other one, or they are the same. */
function isOnPath(one: PropertyPath, other: PropertyPath): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.every((step, index) => long[index] === step);
}
