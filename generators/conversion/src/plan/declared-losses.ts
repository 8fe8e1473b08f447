// The values that a pair's rules do not bring back from the hub, as predicates for the check of the generated tests. What a rule does not
// name here must come back.
import { isJsonObject } from "@capstan/kube";
import type { TypeModel } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import { belowAll } from "../fields/field-path.ts";
import {
  canBeEmpty,
  fieldAt,
  mayBeMissing,
  rejectsEmpty,
  type Resolved,
  type TypedField,
} from "../fields/typed-field.ts";
import {
  isKeptByHub,
  oppositeSide,
  targetOf,
  versionOf,
  type PairRule,
  type VersionPair,
  type VersionSide,
} from "../pairs/version-pair.ts";
import type { GroupField } from "../pairs/together-group.ts";
import { isCertain } from "./certain-bounds.ts";
import { planOf, type PlanContainer, type PlanField, type PlanRules } from "./pair-plan.ts";
import { enumValues } from "./enum-form.ts";
import { elementHas, isAnyString, isBoolean, isQuantity } from "./form-fields.ts";
import { droppedBy, emptyValues, lostEmpty, mayRejectEmpty } from "./lost-empty.ts";
import { itemsOf, listSide } from "./list-forms.ts";
import { lossesOfDefault, lossOfGroup, namedLosses } from "./named-losses.ts";
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

/** The losses of a pair's rules. */
export function declaredLosses(model: TypeModel, pair: VersionPair): readonly PlanLoss[] {
  const spoke = oppositeSide(pair.hub);
  return [
    ...pair.rules.flatMap((rule) => lossOf(model, { pair, spoke, rule })),
    ...pair.groups.filter(({ loses }) => loses).map((group) => lossOfGroup(pair, group)),
    ...containerLosses(planOf(model, pair), { model, pair, spoke, at: "" }),
  ];
}

/** A field that the hub keeps: its path, with its value in objects of which nothing is kept. */
export type PlanKept = string | { readonly at: string; readonly default: unknown };

/** A field whose bounds differ: its path in the other version and in the hub. */
export interface PlanBounds {
  /** Whether the types say so. */
  readonly certain: boolean;
  readonly spoke: string | readonly string[];
  readonly hub: string | readonly string[];
}

/** The fields of a pair whose bounds are declared to differ. */
export function differentBounds(model: TypeModel, pair: VersionPair): readonly PlanBounds[] {
  const { rules, groups, hub } = pair;
  const differing = [
    ...rules
      .filter(({ boundsDiffer }) => boundsDiffer)
      .map((rule) => ({
        older: rule.path,
        newer: targetOf(rule),
        certain: isCertain(model, pair, rule),
      })),
    ...groups
      .filter(({ boundsDiffer }) => boundsDiffer)
      .map(({ older, newer }) => ({ older: pathsOf(older), newer: pathsOf(newer), certain: false })),
  ];
  return differing.map(({ older, newer, certain }) =>
    hub === "newer" ? { spoke: older, hub: newer, certain } : { spoke: newer, hub: older, certain },
  );
}

interface RuleOfSpoke {
  readonly pair: VersionPair;
  readonly spoke: VersionSide;
  readonly rule: PairRule;
}

function lossOf(model: TypeModel, { pair, spoke, rule }: RuleOfSpoke): PlanLoss[] {
  if (isKeptByHub(pair, rule)) return [];
  if (rule.lost) {
    if (rule.side !== spoke) return [];
    const affects = rule.default === undefined ? "anyValue" : `otherThan(${valueLiteral(rule.default)})`;
    return [{ at: rule.path, affects }];
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
            ...shownByTypes(affects, newer !== undefined && spoke === "newer" && mayRejectEmpty(model, newer)),
          },
        ]),
    ...namedLosses(pair, rule),
    ...lossesOfDefault(model, pair, { rule, fields: older && newer && { older, newer } }),
  ];
  return all.map((one) => ({ at, to, ...one }));
}

interface FormUse {
  readonly model: TypeModel;
  readonly older: TypedField;
  readonly newer: TypedField;
  readonly argument: unknown;
  readonly added: unknown;
  readonly version: string;
}

type LostBy = Readonly<Record<VersionSide, (use: FormUse) => string | undefined>>;

const nothing = (): undefined => undefined;
const ifOptional =
  (text: string) =>
  ({ older }: FormUse): string | undefined =>
    older.property.optional ? text : undefined;

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
function lostPresence({ node, property }: TypedField): string | undefined {
  if (isBoolean(node)) return property.optional ? "oneOf(false)" : undefined;
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

function shownByTypes(affects: string, isEmptyRare: boolean): Pick<PlanLoss, "certain"> {
  return affects === beyondInt32 || (affects === emptyValues && isEmptyRare) ? { certain: true } : {};
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
  presence: { older: ({ older }) => lostPresence(older), newer: ({ newer }) => lostPresence(newer) },
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

interface ContainersAt {
  readonly model: TypeModel;
  readonly pair: VersionPair;
  readonly spoke: VersionSide;
  readonly at: string;
}

/** Objects that come back from the hub only with a field in them. */
function containerLosses(rules: PlanRules, { model, pair, spoke, at }: ContainersAt): PlanLoss[] {
  const { onlyIn, notEmpty, emptied, elements } = rules;
  const lossAt = ({ path }: PlanContainer, affects: string): PlanLoss => {
    const names = belowAll(at, path);
    return { at: names, to: names, affects, certain: true };
  };
  const isEverEmpty = ({ path }: PlanContainer): boolean => {
    const field = fieldAt(model, pair[spoke].node, belowAll(at, path));
    return field === undefined || canBeEmpty(model, field);
  };
  const emptyObjects = [
    ...onlyIn.filter(({ side }) => side === spoke),
    ...emptied.filter(({ side }) => side !== spoke),
  ].filter(isEverEmpty);
  const leaving = placesLeft(rules, spoke);
  // Whether the hub can have no field of an object of the spoke that has some: otherwise one that is always there stays, or all stay and there is always one.
  const isEverLeft = ({ path }: PlanContainer): boolean => {
    const field = fieldAt(model, pair[spoke].node, belowAll(at, path));
    if (field?.node.kind !== "object") return true;
    const { properties } = field.node;
    const staying = properties.filter(({ name }) => !leaving.has([...path, name].join(".")));
    if (staying.some((one) => !mayBeMissing(model, one))) return false;
    return staying.length < properties.length || !rejectsEmpty(model, field.property);
  };
  return [
    ...emptyObjects.map((one) => lossAt(one, "emptyObject")),
    // An object that the spoke itself rejects when empty is never an empty one there.
    ...notEmpty.filter((one) => one.side !== spoke && isEverLeft(one)).map((one) => lossAt(one, "emptyFields")),
    ...elements.flatMap(({ path, form, rules: inside }) =>
      containerLosses(inside, {
        model,
        pair,
        spoke,
        at: `${belowAll(at, path)}${form === "map" ? "[*]" : "[]"}`,
      }),
    ),
  ];
}

/** The paths of the spoke's fields and objects at a level that the hub may have no value for: all others are there as in the spoke. */
function placesLeft({ fields, together, onlyIn, notEmpty, emptied }: PlanRules, spoke: VersionSide): Set<string> {
  const paths = [
    ...fields.filter((rule) => !staysInPlace(rule)).map((rule) => rule[spoke]),
    ...together.flatMap((group) => group[spoke].map(({ path }) => path)),
    ...[...onlyIn, ...notEmpty, ...emptied].map(({ path }) => path),
  ];
  return new Set(paths.flatMap((path) => (path === undefined ? [] : [path.join(".")])));
}

/** The calls of codegen/v1 that make a value of every value. */
const filling = new Set(["invert", "width"]);

/** Whether a field has a value in the same object of both versions. */
function staysInPlace({ call, older, newer }: PlanField): boolean {
  const [from, to] = [older, newer].map((path) => path?.slice(0, -1).join("."));
  return (call === undefined || filling.has(functionName(call))) && from !== undefined && from === to;
}

/** The fields that the hub keeps for the other version. */
export function keptFields(pair: VersionPair): readonly PlanKept[] {
  return pair.rules
    .filter((rule) => isKeptByHub(pair, rule))
    .map(({ path, default: value }) => (value === undefined ? path : { at: path, default: value }));
}

function pathsOf(fields: readonly GroupField[]): string[] {
  return fields.map(({ path }) => path);
}

/** The names of the check's functions in losses. */
export function lossFunctions(losses: readonly PlanLoss[]): readonly string[] {
  return losses.map(({ affects }) => functionName(affects));
}

function functionName(call: string): string {
  return call.replace(/\(.*$/s, "");
}
