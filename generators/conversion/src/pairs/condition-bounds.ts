// Bounds of lists of conditions: which of the values that the form `conditions` writes, or leaves as they are, one of the versions rejects.
import { propertyOf, type ObjectNode, type Property, type Tag, type TypeModel } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import { accepts } from "../fields/accepted-values.ts";
import { isNullable, plainNode, tagsOf, tagsOfType, tagValues } from "../fields/typed-field.ts";
import { sameType } from "./differing-fields.ts";
import { tagDifferences } from "./tag-differences.ts";
import type { VersionSide } from "./version-pair.ts";

type BothFields = Readonly<Record<VersionSide, Property>>;

/** What the newer version has in place of no value, which is no value again in the older one. */
const fillers = { reason: "NoReasonReported", message: "" } as const;

/** How the bounds of two lists of conditions differ. */
export function conditionDifferences(model: TypeModel, lists: BothFields): readonly string[] {
  const [older, newer] = [elementOf(model, lists.older), elementOf(model, lists.newer)];
  if (older === undefined || newer === undefined) return [];
  const ofFields = ["type", "status", "lastTransitionTime", ...Object.keys(fillers)].flatMap((name) => {
    const [own, target] = [propertyOf(older.node, name), propertyOf(newer.node, name)];
    if (own === undefined || target === undefined) return [];
    return ofField(model, name, { older: own, newer: target }).map((difference) => `${name}: ${difference}`);
  });
  return [
    ...ofTags(tagsOf(model, lists.older), tagsOf(model, lists.newer)),
    ...(isNullable(model, lists.older.type) === isNullable(model, lists.newer.type) ? [] : ["null and no null"]),
    ...ofTags(older.tags, newer.tags),
    ...ofFields,
    ...ofSeverity(model, propertyOf(older.node, "severity")),
  ];
}

interface Element {
  readonly node: ObjectNode;
  readonly tags: readonly Tag[];
}

function elementOf(model: TypeModel, { type }: Property): Element | undefined {
  const list = plainNode(model, type);
  const element = list.kind === "list" ? plainNode(model, list.element) : undefined;
  return list.kind !== "list" || element?.kind !== "object"
    ? undefined
    : { node: element, tags: tagsOfType(model, list.element) };
}

function ofTags(older: readonly Tag[], newer: readonly Tag[]): readonly string[] {
  return tagDifferences([older, newer]).map(({ difference }) => difference);
}

function ofField(model: TypeModel, name: string, { older, newer }: BothFields): readonly string[] {
  const [own, target] = [tagsOf(model, older), tagsOf(model, newer)];
  return [
    ...(sameType(model, older.type, newer.type) ? [] : ["other types"]),
    ...ofTags(own, name === "reason" ? withoutFilled(own, target) : target),
    ...(name === "reason" || name === "message"
      ? ofFiller(model, fillers[name], { older, newer })
      : older.optional === newer.optional
        ? []
        : [older.optional ? "optional and required" : "required and optional"]),
  ];
}

/** The tags of a newer reason without the one that asks for a letter: the form writes one in place of an empty reason. */
function withoutFilled(older: readonly Tag[], newer: readonly Tag[]): readonly Tag[] {
  const isFree = Number(tagValues(older, "minLength").at(-1) ?? 0) === 0;
  return newer.filter(({ name, steps, value }) => !isFree || name !== "minLength" || steps.length > 0 || value !== 1);
}

function ofFiller(model: TypeModel, filler: string, { older, newer }: BothFields): readonly string[] {
  const isAccepted = accepts(model, { type: newer.type, tags: tagsOf(model, newer) }, filler);
  const isEverFilled =
    older.optional || (filler !== "" && accepts(model, { type: older.type, tags: tagsOf(model, older) }, ""));
  const written = valueLiteral(filler);
  return [
    ...(isEverFilled && !isAccepted ? [`no value becomes ${written}`] : []),
    ...(!older.optional && (newer.optional || isAccepted) ? [`${written} becomes no value`] : []),
  ];
}

/** The older version gets a severity with each False condition, and with no other. */
function ofSeverity(model: TypeModel, severity: Property | undefined): readonly string[] {
  if (severity === undefined) return [];
  const isAccepted = accepts(model, { type: severity.type, tags: tagsOf(model, severity) }, "Info");
  return [
    ...(isAccepted ? [] : ['severity: a False condition gets "Info"']),
    ...(severity.optional ? [] : ["severity: other conditions get none"]),
  ];
}
