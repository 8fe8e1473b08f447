// Which of the fields without a rule are reported together, because they differ for one reason.
import type { TypeModel } from "@capstan/generator-model";
import { isUnder, splitAtElements } from "../fields/field-path.ts";
import { fieldAt } from "../fields/typed-field.ts";
import { conditionListsWithoutRule } from "./condition-lists.ts";
import { fieldsBelow, isAlike, sameType } from "./differing-fields.ts";
import { oppositeSide, type PathsBySide, type VersionPair, type VersionSide } from "./version-pair.ts";

/** Fields that are one error. */
export interface OpenReport {
  readonly side: VersionSide;
  readonly path: string;
  /** The field of the newer version that has these values, as it seems. */
  readonly to?: string;
  /** The reports of its fields, of an object of both versions that differs as a whole. */
  readonly fields?: readonly OpenReport[];
  /** Whether fields below have rules. */
  readonly hasRules: boolean;
}

interface Uncovered {
  readonly open: PathsBySide;
  readonly given: PathsBySide;
}

/** Objects with fewer fields without rules are reported by field. */
const fewest = 3;

/** What is reported of the fields without rules. */
export function reportsOf(model: TypeModel, pair: VersionPair, { open, given }: Uncovered): readonly OpenReport[] {
  const hasRules = (path: string): boolean =>
    [...given.older, ...given.newer].some((one) => one === path || isUnder(one, path));
  const conditions = conditionListsWithoutRule(model, pair);
  const single = singles(model, pair, open)
    .filter(({ path }) => !conditions.some((list) => isUnder(path, list)))
    .map((report) => ({ ...report, hasRules: hasRules(report.path) }));
  const wholes = wholeObjects(model, pair, open).map((path): OpenReport => {
    const fields = single.filter((report) => isUnder(report.path, path));
    return { side: "older", path, fields, hasRules: hasRules(path) };
  });
  const many = wholes.filter(({ fields = [] }) => fields.length >= fewest);
  const isInWhole = ({ path }: OpenReport): boolean => many.some((whole) => isUnder(path, whole.path));
  const lists = conditions.map((path): OpenReport => ({ side: "older", path, hasRules: false }));
  return [...[...single, ...lists].filter((report) => !isInWhole(report)), ...many];
}

/** The report of each field; one for two fields that a rule would name together. */
function singles(model: TypeModel, pair: VersionPair, open: PathsBySide): Omit<OpenReport, "hasRules">[] {
  const targets = new Map(
    open.older.filter((path) => !open.newer.includes(path)).map((path) => [path, moveOf(model, pair, { path, open })]),
  );
  const isNamed = (path: string): boolean =>
    open.older.includes(path) ||
    [...targets.values()].some((to) => to === path || (to !== undefined && isUnder(to, path)));
  return [
    ...open.older.map((path) => {
      const to = targets.get(path);
      return { side: "older" as const, path, ...(to === undefined ? {} : { to }) };
    }),
    ...open.newer.filter((path) => !isNamed(path)).map((path) => ({ side: "newer" as const, path })),
  ];
}

/** The only newer field without a rule that has the name and type of an older one, and is in the same list or map. */
function moveOf(
  model: TypeModel,
  pair: VersionPair,
  { path, open }: { readonly path: string; readonly open: PathsBySide },
): string | undefined {
  const own = fieldAt(model, pair.older.node, path);
  const { elements, names } = splitAtElements(path);
  const isSame = (to: string): boolean => {
    const target = fieldAt(model, pair.newer.node, to);
    const there = splitAtElements(to);
    if (own === undefined || target === undefined || there.elements !== elements) return false;
    return there.names.at(-1) === names.at(-1) && sameType(model, own.node, target.node);
  };
  const found = open.newer
    .filter((to) => !open.older.includes(to))
    .flatMap((to) => withFields(model, pair, to))
    .filter(isSame);
  return found.length === 1 ? found[0] : undefined;
}

/** A newer field, and those in it where it is an object. */
function withFields(model: TypeModel, pair: VersionPair, path: string): readonly string[] {
  const isObject = fieldAt(model, pair.newer.node, path)?.node.kind === "object";
  const inside = isObject ? fieldsBelow(model, pair.newer.node, path) : [];
  // Types may refer to themselves: the name of a field that is looked for is a few levels down.
  const near = path.split(".").length < deepest ? inside.flatMap((one) => withFields(model, pair, one)) : inside;
  return [path, ...near];
}

const deepest = 8;

/** The highest objects of both versions, or lists or maps of such, that have no field in common. */
function wholeObjects(model: TypeModel, pair: VersionPair, open: PathsBySide): readonly string[] {
  const around = new Set([...open.older, ...open.newer].flatMap(parentsOf));
  const whole = [...around].filter((path) => differsAsWhole(model, pair, path));
  return whole.filter((path) => !whole.some((other) => isUnder(path, other)));
}

/** The fields around the field at a path. */
function parentsOf(path: string): string[] {
  const ends = Array.from(path.matchAll(/[.[]/g), ({ index }) => index);
  return ends.map((end) => path.slice(0, end)).filter((parent) => !parent.endsWith("]"));
}

function differsAsWhole(model: TypeModel, pair: VersionPair, path: string): boolean {
  const fields = (side: VersionSide, at: string): ReturnType<typeof fieldAt> => fieldAt(model, pair[side].node, at);
  if (!isAlike(model, fields("older", path), fields("newer", path))) return false;
  return (["older", "newer"] as const).every((side) =>
    fieldsBelow(model, pair[side].node, path).every((child) => {
      const [own, other] = [fields(side, child), fields(oppositeSide(side), child)];
      if (own === undefined || other === undefined) return true;
      return (
        !sameType(model, own.node, other.node) && (!isAlike(model, own, other) || differsAsWhole(model, pair, child))
      );
    }),
  );
}
