// The values of one version that a rule of a pair does not give back to it, by the form of the rule.
import { isJsonObject } from "@capstan/kube";
import type { TypeModel } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import { isUnder } from "../fields/field-path.ts";
import { defaultOfOlder, type FieldOfBoth } from "../fields/schema-defaults.ts";
import {
  fieldAt,
  isNullable,
  mayBeMissing,
  rejectsEmpty,
  requiresNothing,
  type Resolved,
  type TypedField,
} from "../fields/typed-field.ts";
import {
  isKeptByHub,
  pathIn,
  targetOf,
  versionOf,
  type PairRule,
  type VersionPair,
  type VersionSide,
} from "../pairs/version-pair.ts";
import { objectsAround } from "../pairs/lone-objects.ts";
import type { TogetherGroup } from "../pairs/together-group.ts";
import { isReference } from "../pairs/reference-bounds.ts";
import { enumValues } from "./enum-form.ts";
import { elementHas, isAnyString, isBoolean, isQuantity } from "./form-fields.ts";
import { itemsOf, listSide } from "./list-forms.ts";
import { droppedBy, emptyValues, lostEmpty, mayRejectEmpty } from "./lost-empty.ts";
import { lossesOfDefault, namedLosses } from "./named-losses.ts";
import { exceedsInt32, stringSide } from "./number-forms.ts";
import { formOf } from "./value-form.ts";

/** A loss: its field, where the hub has the value, and the predicate as source with the functions of the check that it calls. */
export interface PlanLoss {
  readonly at: string | readonly string[];
  readonly to?: string | readonly string[];
  readonly affects: string;
  /** Whether the types say so, so that no object needs to show it. */
  readonly certain?: true;
  /** Whether the values become no value, and no other. */
  readonly dropped?: true;
  /** The value that is lost, of a rule that lists its values. */
  readonly value?: unknown;
  /** The predicate for the template of the kind, where it is another. */
  readonly inTemplate?: string;
}

/** A rule, and the version whose values it loses. */
interface RuleOfSpoke {
  readonly pair: VersionPair;
  readonly spoke: VersionSide;
  readonly rule: PairRule;
}

/** The values of a version that a rule does not give back to it from the other one. */
export function lossesOfRule(model: TypeModel, { pair, spoke, rule }: RuleOfSpoke): PlanLoss[] {
  if (isKeptByHub(pair, rule)) return [];
  if (rule.lost) {
    if (rule.side !== spoke) return [];
    if (rule.default === undefined) return [{ at: rule.path, affects: "anyValue" }];
    // With the object around it the default comes again, and without it nothing.
    const isAlsoGone = isLostWithObject(model, { pair, spoke, rule });
    return [`otherThan(${valueLiteral(rule.default)})`, ...(isAlsoGone ? ["anyValue"] : [])].map((affects) => ({
      at: rule.path,
      affects,
    }));
  }
  const used = formOf(rule.as);
  const older = fieldAt(model, pair.older.node, rule.path);
  const newer = fieldAt(model, pair.newer.node, targetOf(rule));
  const affects =
    used &&
    older &&
    newer &&
    lostValues[used.name]?.[spoke]({
      model,
      older,
      newer,
      argument: used.argument,
      added: used.added,
      isSetAgain: defaultOfOlder(model, pair, rule) !== undefined,
      version: versionOf(pair.older),
    });
  const [at, to] = spoke === "older" ? [rule.path, targetOf(rule)] : [targetOf(rule), rule.path];
  const all = [
    ...(affects === undefined
      ? []
      : [
          {
            affects,
            ...droppedBy(used?.name, affects),
            ...shownByTypes(affects, older && newer && isEmptyRare(model, spoke, { older, newer })),
          },
        ]),
    ...namedLosses(pair, rule),
    ...lossesOfDefault(model, pair, { rule, fields: older && newer && { older, newer } }),
    ...(older && newer && isFilledNull(model, pair, { rule, fields: { older, newer } })
      ? [{ affects: "oneOf(null)" }]
      : []),
  ];
  // References that the hub rejects are not lost: a write of them is rejected.
  const place = isReference(rule.as) ? { at } : { at, to };
  return all.map((one) => ({ ...place, ...one }));
}

/** Whether the null of a required older field is no value in the hub, and a form makes the empty value of that. */
function isFilledNull(
  model: TypeModel,
  { hub }: VersionPair,
  { rule, fields: { older, newer } }: { readonly rule: PairRule; readonly fields: FieldOfBoth },
): boolean {
  if (hub === "older" || older.property.optional || formOf(rule.as)?.form.fills?.includes("older") !== true)
    return false;
  return isNullable(model, older.property.type) && !isNullable(model, newer.property.type);
}

/** Whether an object around a field of one version alone may be lost with it: only other fields bring it back, and a default makes none. */
function isLostWithObject(model: TypeModel, { pair, spoke, rule }: RuleOfSpoke): boolean {
  return objectsAround(rule.path).some((path) => {
    const [own, ofHub] = [spoke, pair.hub].map((side) => fieldAt(model, pair[side].node, path));
    if (own === undefined) return false;
    // The server sets its default after the conversion, with other values.
    if (ofHub?.node.kind !== "object") return own.property.optional;
    const isLeft =
      pair.rules.some((one) => isMovedOut(one, { path, pair, spoke })) ||
      pair.groups.some((group) => isGroupMovedOut(group, { path, pair, spoke }));
    return mayBeMissing(model, own.property) && (isLeft || isRefusedEmpty(model, ofHub));
  });
}

/** Whether a version rejects an object that has none of its fields, and demands none of them. */
function isRefusedEmpty(model: TypeModel, { node, property }: TypedField): boolean {
  return rejectsEmpty(model, property) && requiresNothing(model, node);
}

interface ObjectOfSpoke extends Omit<RuleOfSpoke, "rule"> {
  readonly path: string;
}

/** Whether a field of an object has another place in the hub: without its fields, an object of both versions is removed. */
function isMovedOut(rule: PairRule, { path, pair, spoke }: ObjectOfSpoke): boolean {
  return !rule.lost && isUnder(pathIn(rule, spoke), path) && !isUnder(pathIn(rule, pair.hub), path);
}

/** Whether functions make values outside of an object of fields in it. */
function isGroupMovedOut(group: TogetherGroup, { path, pair, spoke }: ObjectOfSpoke): boolean {
  return (
    group[spoke].some((field) => isUnder(field.path, path)) &&
    group[pair.hub].some((field) => !isUnder(field.path, path))
  );
}

interface FormUse {
  readonly model: TypeModel;
  readonly older: TypedField;
  readonly newer: TypedField;
  readonly argument: unknown;
  readonly added: unknown;
  /** Whether the conversion sets the default of an older field without a value. */
  readonly isSetAgain: boolean;
  readonly version: string;
}

type LostBy = Readonly<Record<VersionSide, (use: FormUse) => string | undefined>>;

const nothing = (): undefined => undefined;
/** A field that the conversion gives its default again loses nothing: no form drops another value than that default. */
const ifOptional =
  (text: string) =>
  ({ older, isSetAgain }: FormUse): string | undefined =>
    older.property.optional && !isSetAgain ? text : undefined;

/** What a form does not bring back to the side that has the string or quantity. */
function lostStrings(isOf: (node: Resolved) => boolean, affects: (width: number, argument: unknown) => string): LostBy {
  const of =
    (side: VersionSide) =>
    (use: FormUse): string | undefined => {
      const string = stringSide(use, isOf);
      return string.side === side ? affects(string.width, use.argument) : undefined;
    };
  return { older: of("older"), newer: of("newer") };
}

/** What `presence` does not bring back: the fields of an object, and the false of an optional field. */
function lostPresence({ node, property }: TypedField, isSetAgain: boolean): string | undefined {
  if (isBoolean(node)) return property.optional && !isSetAgain ? "oneOf(false)" : undefined;
  return node.kind === "open" && node.open === "empty" ? undefined : "anyFields";
}

/** What a list that becomes a map does not bring back. */
function lostOrder(side: VersionSide): (use: FormUse) => string | undefined {
  return ({ model, argument, ...fields }) => {
    if (itemsOf(model, fields[side]).most < 2) return undefined;
    return `unsortedBy(${valueLiteral(isJsonObject(argument) ? argument["key"] : argument)})`;
  };
}

/** Seconds that no number of 32 bits holds: bounds may let so few through that no random one is. */
const beyondInt32 = "beyondInt32";

/** Whether random values of a field are hardly ever empty: numbers of 64 bits, and what the bounds of the newer version may reject. */
function isEmptyRare(model: TypeModel, spoke: VersionSide, { older, newer }: FieldOfBoth): boolean {
  const isNumber = older.node.kind === "scalar" && ["Int", "Int32", "Int64"].includes(older.node.scalar);
  return isNumber || (spoke === "newer" && mayRejectEmpty(model, newer));
}

function shownByTypes(affects: string, isEmptyRare: boolean | undefined): Pick<PlanLoss, "certain"> {
  return affects === beyondInt32 || (affects === emptyValues && isEmptyRare === true) ? { certain: true } : {};
}

/** What each form does not bring back to the older version, and to the newer one. */
const lostValues: Readonly<Record<string, LostBy>> = {
  seconds: {
    older: () => "notWholeSeconds",
    newer: ({ model, newer }) => (exceedsInt32(model, newer) ? beyondInt32 : undefined),
  },
  reference: {
    older: ({ argument, version }) =>
      isJsonObject(argument) ? otherReference(argument) : `foreignReference(${valueLiteral(version)})`,
    newer: nothing,
  },
  dropEmpty: { older: ifOptional(emptyValues), newer: lostEmpty },
  boolPresence: { older: ifOptional("oneOf(false)"), newer: () => "oneOf(false)" },
  presence: {
    older: ({ older, isSetAgain }) => lostPresence(older, isSetAgain),
    newer: ({ newer }) => lostPresence(newer, false),
  },
  digits: lostStrings(isAnyString, (width) => `notPlainNumber(${width})`),
  quantity: lostStrings(isQuantity, (width, unit) => `notWholeOf(${valueLiteral(unit)}, ${width})`),
  conditions: {
    older: () => "severities",
    newer: ({ model, newer }) =>
      elementHas(model, newer.node, "observedGeneration") ? "observedGenerations" : undefined,
  },
  mapToList: { older: nothing, newer: lostOrder("newer") },
  listToMap: { older: lostOrder("older"), newer: nothing },
  listOfOne: {
    older: nothing,
    newer: ({ model, older, newer }) => {
      const { least, most } = itemsOf(model, newer);
      return listSide({ model, older, newer }) === "older" || (least === 1 && most === 1) ? undefined : "notOneValue";
    },
  },
  enum: {
    older: nothing,
    newer: ({ newer, added }) => {
      const lost = isJsonObject(added)
        ? (enumValues(newer.node) ?? []).filter((value) => Object.hasOwn(added, String(value)))
        : [];
      return lost.length === 0 ? undefined : `oneOf(${lost.map(valueLiteral).join(", ")})`;
    },
  },
};

function otherReference({ apiVersion, kind }: Readonly<Record<string, unknown>>): string {
  return `otherReference(${valueLiteral(apiVersion)}, ${valueLiteral(kind)})`;
}
