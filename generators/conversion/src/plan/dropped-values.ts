// The values of which a form makes no value in the other version, and the defaults that would come back in their place: then another value is there, and not
// one that means the same.
import { valueLiteral } from "@capstan/generator-model/writing";
import { deepEqual } from "@capstan/kube";
import { accepts } from "../fields/accepted-values.ts";
import { tagsOf, tagValues, type TypedField } from "../fields/typed-field.ts";
import { oppositeSide, type VersionSide } from "../pairs/version-pair.ts";
import { isAnyString, isBoolean, isString, misfit, type FormFields, type Misfit } from "./form-fields.ts";

/** A value that a form drops; those of `digits` are many. */
interface Dropped {
  readonly name: string;
  /** The one value. */
  readonly value?: unknown;
}

type DroppedOf = (fields: FormFields, side: VersionSide) => Dropped | undefined;

const one = (value: unknown): Dropped => ({ name: valueLiteral(value), value });

/** What each form drops of the values of a version. */
const droppedBy: Readonly<Record<string, DroppedOf>> = {
  boolPresence: ({ older }, side) => (side === "older" || older.property.optional ? one(false) : undefined),
  dropEmpty: ({ older }, side) => (side === "older" ? one(isString(older.node) ? "" : 0) : undefined),
  presence: (fields, side) => (isBoolean(fields[side].node) ? one(false) : undefined),
  listOfOne: (fields, side) => (fields[side].node.kind === "list" ? one([]) : undefined),
  // Of the version that is not the hub the rule names them as a loss: `loses: "inexact"`.
  digits: (fields, side) =>
    side !== fields.spoke && isAnyString(fields[side].node) ? { name: "a string that is no whole number" } : undefined,
};

/** Why a form does not fit: a default takes the place of a value that it drops. */
export function droppedMisfit(form: string, fields: FormFields): Misfit | undefined {
  const sides: readonly VersionSide[] = ["older", "newer"];
  return sides.map((side) => replacedMisfit(fields, side, droppedBy[form]?.(fields, side))).find(Boolean);
}

function replacedMisfit(fields: FormFields, side: VersionSide, dropped: Dropped | undefined): Misfit | undefined {
  if (dropped === undefined || !holds(fields, side, dropped)) return undefined;
  const other = oppositeSide(side);
  // What the hub had itself comes back from where it is kept. A required field has the empty value again.
  const isLeft = side === fields.spoke && fields[side].property.optional;
  const replacing = (isLeft ? [other, side] : [other]).find((version) => {
    const set = defaultOf(fields, fields[version]);
    return set !== undefined && !deepEqual(set, dropped.value);
  });
  if (replacing === undefined) return undefined;
  const set = valueLiteral(defaultOf(fields, fields[replacing]));
  return misfit(
    `${dropped.name} of the ${side} field becomes no value, in whose place the ${replacing} version has its default ${set}`,
    `remove \`@default\` from the ${replacing} field`,
  );
}

function holds({ model, ...fields }: FormFields, side: VersionSide, { value }: Dropped): boolean {
  const { property } = fields[side];
  return value === undefined || accepts(model, { type: property.type, tags: tagsOf(model, property) }, value);
}

function defaultOf({ model }: FormFields, { property }: TypedField): unknown {
  return tagValues(tagsOf(model, property), "default").at(-1);
}
