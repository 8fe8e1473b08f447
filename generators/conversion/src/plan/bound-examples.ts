// Values that a form takes just beyond the bounds of the other version: random ones hardly ever are, and a test that is sometimes right is none.
import type { ListNode, MapNode, TypeModel } from "@capstan/generator-model";
import { ownFields } from "@capstan/kube";
import { accepts, elementOf, taggedAt, type TaggedType } from "../fields/accepted-values.ts";
import { aroundElements, isOfElements, splitAtElements } from "../fields/field-path.ts";
import { fieldAt, listKeys, plainNode, tagsOf, tagValues, type Resolved } from "../fields/typed-field.ts";
import { hasFunctions } from "../pairs/together-group.ts";
import { oppositeSide, pathIn, type PairRule, type VersionPair, type VersionSide } from "../pairs/version-pair.ts";
import { simpleValue } from "../suggest/simple-default.ts";
import { surelyAccepts } from "./literal-examples.ts";
import { formOf } from "./value-form.ts";

/** More elements than this make a test slow rather than right. */
const mostElements = 64;

/** Such values of one version, by the paths of their fields. */
export function boundExamples(
  model: TypeModel,
  pair: VersionPair,
  side: VersionSide,
): readonly Readonly<Record<string, unknown>>[] {
  return pair.rules.flatMap((rule) => {
    if (rule.lost || isCompared(rule.as) || hasFunctions(rule.as)) return [];
    const path = pathIn(rule, side);
    const [own, other] = [side, oppositeSide(side)].map((one) => taggedAt(model, pair[one].node, pathIn(rule, one)));
    if (own === undefined || other === undefined || isUnique(model, pair, { side, path })) return [];
    return valuesBeyond(model, { own, other, rule }).map((value) => ({ [path]: value }));
  });
}

/** Whether the bounds of the two fields are compared without values. */
const isCompared = (as: unknown): boolean => as === undefined || as === "unchanged" || as === "conditions";

/** Whether no two elements of a list may have the same value there: it is an element of a set, or a key. */
function isUnique(
  model: TypeModel,
  pair: VersionPair,
  { side, path }: { readonly side: VersionSide; readonly path: string },
): boolean {
  const { elements, names } = splitAtElements(path);
  const list = elements === "" ? undefined : fieldAt(model, pair[side].node, aroundElements(elements))?.property;
  if (list === undefined) return false;
  const isInSet = isOfElements(path) && tagValues(tagsOf(model, list), "listType").includes("set");
  return isInSet || (listKeys(model, list) ?? []).includes(names.join("."));
}

interface Converted {
  readonly own: TaggedType;
  readonly other: TaggedType;
  readonly rule: PairRule;
}

function valuesBeyond(model: TypeModel, { own, other, rule }: Converted): readonly unknown[] {
  const [node, target] = [own, other].map(({ type }) => plainNode(model, type));
  if (node === undefined || target === undefined) return [];
  if (node.kind === "scalar")
    return numbersBeyond(target, other)
      .map((number) => written(node, number, rule.as))
      .filter((value) => surelyAccepts(model, { type: node, tags: own.tags }, value));
  if (node.kind !== "map" && node.kind !== "list") return [];
  return sizesBeyond(target, other)
    .map((size) => elementsOf(model, { node, own, size }))
    .filter((value) => value !== undefined && accepts(model, own, value));
}

/** The numbers at the bounds of a number, and the shortest and longest of a string. */
function numbersBeyond(target: Resolved, { tags }: TaggedType): readonly number[] {
  if (target.kind !== "scalar") return [];
  const bounds = ["minimum", "maximum"].flatMap((name) => numbersOf(tags, name));
  const lengths = ["minLength", "maxLength"].flatMap((name) => numbersOf(tags, name)).filter((length) => length < 16);
  const atLengths = lengths.flatMap((length) => [10 ** length, Math.floor(10 ** (length - 2))]);
  return [...bounds.flatMap((bound) => [bound - 1, bound, bound + 1]), ...atLengths].filter(Number.isSafeInteger);
}

/** How many elements are one too many or too few. */
function sizesBeyond(target: Resolved, { tags }: TaggedType): readonly number[] {
  if (target.kind !== "map" && target.kind !== "list") return [];
  const greatest = ["maxItems", "maxProperties"].flatMap((name) => numbersOf(tags, name)).map((size) => size + 1);
  const least = ["minItems", "minProperties"].flatMap((name) => numbersOf(tags, name)).map((size) => size - 1);
  return [...greatest, ...least].filter((size) => size >= 0 && size <= mostElements);
}

function numbersOf(tags: TaggedType["tags"], name: string): readonly number[] {
  return tagValues(tags, name).filter((value) => typeof value === "number");
}

/** A number as its field has it. */
function written({ scalar }: Extract<Resolved, { kind: "scalar" }>, number: number, as: unknown): string | number {
  const { name, argument } = formOf(as) ?? {};
  const writers: Readonly<Record<string, (number: number) => string>> = {
    string: String,
    Duration: (seconds) => `${seconds}s`,
    Quantity: (count) => `${count}${name === "quantity" ? String(argument) : ""}`,
  };
  return writers[scalar]?.(number) ?? number;
}

interface Elements {
  readonly node: ListNode | MapNode;
  readonly own: TaggedType;
  readonly size: number;
}

/** A map or list of so many simple elements; of a list with keys, each has its own. Undefined where no element is simple. */
function elementsOf(model: TypeModel, { node, own, size }: Elements): unknown {
  const element = simpleValue(model, elementOf(model, node, own.tags));
  if (element === undefined) return undefined;
  const names = Array.from({ length: size }, (_, index) => `k${index}`);
  if (node.kind === "map") return ownFields(names.map((name) => [name, element] as const));
  const keys = tagValues(own.tags, "listMapKey").map(String);
  return names.map((name) =>
    typeof element === "object" && element !== null
      ? { ...element, ...ownFields(keys.map((key) => [key, name])) }
      : element,
  );
}
