// What the rules of a plan change in an object: found once for each plan, for the copies that they change (copy-for-rules.ts).
import type { ContainerRule, ConversionRules, FieldRule, PropertyPath, Side } from "./conversion-plan.ts";
import { elementValue } from "./elements.ts";

/** What rules change in a value. */
export interface Changed {
  /** The fields that are changed, or that something in them is. */
  readonly fields: Map<string, Changed>;
  /** What is changed in each element of a list or map. */
  elements?: Changed;
  /** Whether fields of the value itself come or go. */
  isOpen: boolean;
  /** Whether the value has another place afterwards, in which rules change it as well. */
  isWhole: boolean;
  /** What the rules do to the value in each version. */
  readonly of: Readonly<Record<Side, ChangedOfSide>>;
}

/** What the rules do to a value of one version before they set any. */
interface ChangedOfSide {
  /** The path of the rule that takes it. */
  path?: PropertyPath;
  /** Whether it goes when what the other version has is taken out of it. */
  isDropped?: true;
  /** Whether some of its fields are taken or go. */
  isTakenFrom?: true;
}

const found = new WeakMap<ConversionRules, Changed>();

/** What these rules change in an object. */
export function changedBy(rules: ConversionRules): Changed {
  const before = found.get(rules);
  if (before !== undefined) return before;
  const changed = newChanged();
  addRules(changed, rules);
  for (const side of ["older", "newer"] as const) markTaken(changed, rules, side);
  found.set(rules, changed);
  return changed;
}

function newChanged(): Changed {
  return { fields: new Map(), isOpen: false, isWhole: false, of: { older: {}, newer: {} } };
}

function addRules(root: Changed, rules: ConversionRules): void {
  root.isOpen = true;
  const { fields, together = [], nulls = [], elements = [], onlyIn = [], notEmpty = [], emptied = [] } = rules;
  for (const { path } of [...onlyIn, ...notEmpty, ...emptied]) changedAt(root, path).isOpen = true;
  for (const { older, newer, ofValues = false } of nulls)
    for (const path of [older, newer]) changedAt(root, path).isOpen ||= ofValues;
  for (const { older, newer } of together) for (const { path } of [...older, ...newer]) changedAt(root, path);
  for (const { path, values, rules: inside } of elements) addElements(changedAt(root, path), inside, values === true);
  for (const rule of fields) placesOf(root, rule);
  for (const rule of fields) markMoved(root, rule);
}

function addElements(list: Changed, rules: ConversionRules, areValues: boolean): void {
  list.isOpen = true;
  list.elements ??= newChanged();
  // Rules for the elements themselves are for a field of an object around each.
  addRules(areValues ? { ...newChanged(), fields: new Map([[elementValue, list.elements]]) } : list.elements, rules);
}

/** A value that rules change where it was or where it comes is copied as a whole: they may lead to other parts of it. */
function markMoved(root: Changed, rule: FieldRule): void {
  const places = placesOf(root, rule);
  const isMoved = rule.as !== undefined || new Set(places).size > 1;
  if (isMoved && places.some(({ isOpen }) => isOpen)) for (const place of places) place.isWhole = true;
}

/** Marks what the rules take out of a version, and objects that go with the last field of the other version in them. */
function markTaken(root: Changed, { fields, together = [], onlyIn = [] }: ConversionRules, side: Side): void {
  const paths = [
    ...fields.map((rule) => rule[side]),
    ...together.flatMap((group) => group[side].map(({ path }) => path)),
  ];
  const before: PropertyPath[] = [];
  const taken: PropertyPath[] = [];
  const later: PropertyPath[] = [];
  for (const path of paths) {
    if (path === undefined) continue;
    // A field is taken once, an object of which a part was taken before without that part, and what is left in that with it.
    const isLater =
      before.some((one) => isAtOrIn(one, path)) ||
      later.some((one) => isAtOrIn(path, one)) ||
      path.some((_, index) => changedAt(root, path.slice(0, index)).isWhole);
    (isLater ? later : taken).push(path);
    before.push(path);
  }
  for (const path of taken) markAt(root, path, side).path = path;
  // Functions of several fields ask whether the objects around them are there. What is not taken at once must still be there, and what is taken around an object has it.
  const goes = ({ side: own, path }: ContainerRule): boolean =>
    own === side &&
    !changedAt(root, path).isWhole &&
    !later.some((one) => isAtOrIn(one, path)) &&
    !before.some((one) => isAtOrIn(path, one));
  const dropped = together.length > 0 ? [] : onlyIn.filter(goes);
  for (const { path } of dropped) markAt(root, path, side).isDropped = true;
}

function isAtOrIn(path: PropertyPath, other: PropertyPath): boolean {
  return other.every((name, index) => path[index] === name);
}

function markAt(root: Changed, path: PropertyPath, side: Side): ChangedOfSide {
  changedAt(root, path.slice(0, -1)).of[side].isTakenFrom = true;
  return changedAt(root, path).of[side];
}

function placesOf(root: Changed, { older, newer }: FieldRule): readonly Changed[] {
  return [older, newer].flatMap((path) => (path === undefined ? [] : [changedAt(root, path)]));
}

/** What is changed at a path. */
function changedAt(root: Changed, path: PropertyPath): Changed {
  let here = root;
  for (const name of path) {
    here.isOpen = true;
    const there = here.fields.get(name) ?? newChanged();
    here.fields.set(name, there);
    here = there;
  }
  return here;
}
