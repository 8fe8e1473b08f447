// What the help says of rules for an object as a whole and of rules for its fields: which of them is right.
import type { TypeModel } from "@capstan/generator-model";
import { propertyKey, stringLiteral } from "@capstan/generator-model/writing";
import { fieldsBelow } from "../pairs/differing-fields.ts";
import type { UnsureObject } from "../pairs/lone-objects.ts";
import { isUnder, parentOf } from "../fields/field-path.ts";
import { fieldAt } from "../fields/typed-field.ts";
import { isSame, oppositeSide, ruleFrom, targetOf, type PairRule, type VersionPair } from "../pairs/version-pair.ts";
import { advisedRule } from "./advised-rule.ts";
import { adviceFor, functionsFor, lostDeclarations } from "./fitting-rule.ts";
import type { OneField } from "./judged-rule.ts";
import { writtenGroup } from "./written-type.ts";

/** One rule for the whole object, as the first part of a help: the same object at its other path, or functions that get and return all of it. */
export function adviceForObject(model: TypeModel, pair: VersionPair, object: UnsureObject): string {
  const { side, path, inside, groups } = object;
  if (groups.length > 0) return adviceForGroup(model, pair, object);
  if (inside.length === 0) return adviceForNewObject(model, pair, { side, path });
  const other = oppositeSide(side);
  const places = inside.map((rule) => (other === "older" ? rule.path : targetOf(rule)));
  const [first = "", ...rest] = places.map(parentOf);
  const isOneObject = rest.every((place) => place === first) && fieldAt(model, pair[side].node, first) === undefined;
  const [only = ""] = places;
  const place = isOneObject ? first : only;
  if (place === "" || (!isOneObject && places.length > 1)) return byOneGroup;
  const [from, to] = side === "older" ? [path, place] : [place, path];
  const others = pair.rules.filter((rule) => !isUnder(rule.path, from) || isSame(rule));
  // A rule for the whole that only moves it would forget what the forms of its fields do.
  const isConverted = inside.some(({ as }) => as !== undefined);
  const advise = isConverted ? functionsFor : adviceFor;
  const { declaration } = isOneObject
    ? advise(model, { ...pair, rules: others }, { path: from, to })
    : { declaration: writtenGroup(model, pair, { path: from, to }) };
  const work = isConverted ? ", whose functions do what these do" : "";
  const losses = isOneObject ? "" : lossesOf(model, pair, object);
  return declaration === undefined
    ? ""
    : `write \`${declaration}\` in place of the rules for its fields${work}${losses}, `;
}

const byOneGroup = "convert the whole object with functions of `together`, ";

/** The object itself in the only group for its fields: its functions return it where they have no value for these. */
function adviceForGroup(model: TypeModel, pair: VersionPair, object: UnsureObject): string {
  const { side, path, inside, groups } = object;
  const [group, ...others] = groups;
  if (group === undefined || inside.length + others.length > 0) return byOneGroup;
  const named = `${propertyKey(path.split(".").at(-1) ?? path)}: ${stringLiteral(path)}`;
  const way = side === "newer" ? "forward" : "back";
  return `name the object itself in \`${side}\` of ${group.name} in place of its fields, \`${named}\`, and let \`${way}\` return one in any case${lossesOf(model, pair, object)}, `;
}

/** What to say of objects of the version that is not the hub: one that is empty can go with the optional object around it. */
function lossesOf(model: TypeModel, pair: VersionPair, { side, path }: OneField): string {
  const mayGo = side !== pair.hub && fieldAt(model, pair[side].node, parentOf(path))?.property.optional === true;
  return mayGo ? ", with `loses` for those that do not come back" : "";
}

/** The rule for an object that only one version has, with fields that are new as well: without one of the object it is not there. */
function adviceForNewObject(model: TypeModel, pair: VersionPair, { side, path }: OneField): string {
  const rules = pair.rules.filter((rule) => rule.side !== side || !isUnder(rule.path, path));
  const [declaration] = lostDeclarations(model, { ...pair, rules }, { side, path });
  return declaration === undefined
    ? ""
    : `write \`${declaration}\` in \`${side}\` in place of the rules for its fields, `;
}

/** What there is to do about a field that two rules name. */
export const oneRule = "name it in one rule; functions of `together` get and return every field that they need";

/** What there is to do about the rule of a field in an object that another rule converts as a whole. */
export function adviceForMoved(model: TypeModel, pair: VersionPair, whole: PairRule): string {
  const [from, to] = [whole.path, targetOf(whole)];
  const remove = `remove this rule, because that of ${from} converts the object with all its fields`;
  const [own, target] = [fieldAt(model, pair.older.node, from), fieldAt(model, pair.newer.node, to)];
  const fields = fieldsBelow(model, pair.older.node, from);
  const areDirect = pair.rules.every(({ path }) => !isUnder(path, from) || fields.includes(path));
  // An object that a version requires may be empty, and its fields do not say that it is there.
  if (own?.property.optional !== true || target?.property.optional !== true || !areDirect) return remove;
  const others = pair.rules.filter((other) => other !== whole && !isUnder(other.path, from));
  const moves = fields.map((path) => {
    const given = pair.rules.find((other) => other.path === path);
    const place = given === undefined ? `${to}${path.slice(from.length)}` : targetOf(given);
    return { path, to: place, given };
  });
  // Each field moves beside the other ones.
  const moved = moves.flatMap(
    ({ path, to: place, given }) =>
      ruleFrom("older", { path, value: advisedRule(given, { to: place }), position: whole.position }) ?? [],
  );
  const declarations = moves.map((one) => adviceFor(model, { ...pair, rules: [...others, ...moved] }, one).declaration);
  if (declarations.some((one) => one === undefined || one.includes("=> ..."))) return remove;
  return `${remove}; or remove that one and write a rule for each field, ${declarations.map((one) => `\`${one}\``).join(", ")}`;
}
