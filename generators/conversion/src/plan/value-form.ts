// The forms of `as`: the types that each converts between, and the call of codegen/v1 that does it.
import { deepEqual, isJsonObject } from "@capstan/kube";
import { propertyOf, type TypeModel } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import { sameType } from "../pairs/differing-fields.ts";
import { fieldsBesideReference, stringsOfReference } from "../pairs/reference-bounds.ts";
import { hasFunctions } from "../pairs/together-group.ts";
import type { VersionSide } from "../pairs/version-pair.ts";
import { conditionsMisfit, lossOfConditions } from "./conditions-form.ts";
import { enumCall, enumMisfit } from "./enum-form.ts";
import {
  areStringsOfDuration,
  bitsOfNumber,
  isAnyString,
  isBoolean,
  isDuration,
  isInteger,
  isNumber,
  isQuantity,
  isScalar,
  isString,
  inexact,
  misfit,
  notDurations,
  stringsByName,
  unless,
  type FormFields,
  type FormLoss,
  type Misfit,
} from "./form-fields.ts";
import {
  listOfOneCall,
  listOfOneMisfit,
  lossOfMap,
  lossOfOthers,
  mapCall,
  mapMisfit,
  mapOfListCall,
} from "./list-forms.ts";
import { shapeOfValues } from "./hub-shape.ts";
import { unchangedMisfit } from "./unchanged-form.ts";
import {
  exceedsInt32,
  inexactString,
  numberMisfit,
  presenceMisfit,
  quantityMisfit,
  stringSide,
  unitName,
} from "./number-forms.ts";
import { isNullable, plainNode, tagsOf, tagValues, type Resolved, type TypedField } from "../fields/typed-field.ts";

/** A form of `as`. */
interface ValueForm {
  /** Why the form does not fit, or undefined when it does. */
  readonly misfit: (fields: FormFields) => Misfit | undefined;
  /** The versions for whose required field the form has a value when the other field is absent. */
  readonly fills?: readonly VersionSide[];
  /** What it does not give back to the spoke, if the rule has to name that. */
  readonly loses?: (fields: FormFields) => FormLoss | undefined;
  /** The call of codegen/v1; none when the value stays as it is. */
  readonly call: (fields: FormFields) => string | undefined;
}

const emptyIsAbsent = "an empty value becomes no value, and the newer field is required";
const optionalNewer = "make the newer field optional";

const forms: Readonly<Record<string, ValueForm>> = {
  seconds: {
    misfit: ({ older, newer }) =>
      unless(
        isDuration(older.node) && isNumber(newer.node),
        "it converts between a duration and a whole number",
        "type the older field `Duration` and the newer one `Int32`",
      ),
    loses: ({ model, newer, spoke }) =>
      inexact(
        spoke === "newer" &&
          exceedsInt32(model, newer) &&
          "seconds beyond 32 bits become the greatest or least number of 32 bits",
      ),
    call: () => "seconds()",
  },
  boolPresence: {
    fills: ["older"],
    misfit: ({ older, newer }) =>
      unless(isBoolean(older.node) && isBoolean(newer.node), "it converts between two booleans") ??
      unless(newer.property.optional, emptyIsAbsent, optionalNewer),
    call: ({ model, older }) =>
      older.property.optional ? "boolPresence()" : `boolPresence(true${orNull(model, older)})`,
  },
  dropEmpty: {
    fills: ["older"],
    misfit: dropEmptyMisfit,
    call: ({ model, older }) =>
      older.property.optional
        ? "dropEmpty()"
        : `dropEmpty(${isString(older.node) ? '""' : "0"}${orNull(model, older)})`,
  },
  conditions: {
    misfit: conditionsMisfit,
    loses: lossOfConditions,
    call: () => "conditions()",
  },
  invert: {
    misfit: ({ older, newer }) =>
      unless(isBoolean(older.node) && isBoolean(newer.node), "it converts between two booleans"),
    call: () => "invert()",
  },
  presence: {
    fills: ["older", "newer"],
    misfit: presenceMisfit,
    loses: (fields) => {
      const { node } = fields[fields.spoke];
      const isFilled = !isBoolean(node) && !(node.kind === "open" && node.open === "empty");
      return inexact(isFilled && "the fields of an object become true");
    },
    call: ({ older, newer }) => {
      const [side, one] = isBoolean(older.node) ? (["newer", older] as const) : (["older", newer] as const);
      return one.property.optional ? `presence("${side}")` : `presence("${side}", true)`;
    },
  },
  digits: {
    misfit: (fields) => numberMisfit(fields, isAnyString, "it converts between a whole number and a string"),
    loses: (fields) =>
      inexactString(fields, isAnyString, 'a string such as "007" comes back as another one or not at all'),
    call: (fields) => {
      const { side, width } = stringSide(fields, isAnyString);
      return `digits("${side}", ${width})`;
    },
  },
  quantity: {
    misfit: quantityMisfit,
    loses: (fields) => {
      const why = `a quantity that is not written as a whole number of ${unitName(fields.argument)} comes back in another form or rounded`;
      return inexactString(fields, isQuantity, why);
    },
    call: (fields) => {
      const { side, width } = stringSide(fields, isQuantity);
      return `quantityIn(${valueLiteral(fields.argument)}, "${side}", ${width})`;
    },
  },
  width: {
    misfit: ({ older, newer, boundsDiffer }) =>
      unless(isNumber(older.node) && isNumber(newer.node), "it converts between two whole numbers") ??
      unless(
        boundsDiffer || bitsOfNumber(older.node) === bitsOfNumber(newer.node),
        "numbers of the wider type are rejected in the other version",
      ),
    call: () => "width()",
  },
  unchanged: {
    misfit: unchangedMisfit,
    call: () => undefined,
  },
  functions: {
    misfit: () => undefined,
    call: ({ model, older, newer, declared: { name, path } }) => {
      const shapes = { older: shapeOfValues(model, older.node), newer: shapeOfValues(model, newer.node) };
      return `byFunctions(${name}, ${valueLiteral(path)}, ${valueLiteral(shapes)})`;
    },
  },
  mapToList: {
    misfit: (fields) => mapMisfit(fields, "mapToList"),
    loses: (fields) => lossOfMap(fields, "newer"),
    call: mapCall,
  },
  listToMap: {
    misfit: (fields) => mapMisfit(fields, "listToMap"),
    loses: (fields) => lossOfMap(fields, "older"),
    call: mapOfListCall,
  },
  listOfOne: {
    misfit: listOfOneMisfit,
    loses: lossOfOthers,
    call: listOfOneCall,
  },
  enum: {
    misfit: enumMisfit,
    call: ({ older, argument, added, loses }) => enumCall(older.node, { argument, added, loses }),
  },
  reference: {
    misfit: (fields) => referenceMisfit(fields, stringsOfReference(fields.argument)),
    call: referenceCall,
  },
};

/** Why two references do not fit: each has the strings that the form writes, and requires no more. */
function referenceMisfit(
  { model, older, newer }: FormFields,
  written: Readonly<Record<VersionSide, readonly string[]>>,
): Misfit | undefined {
  const fits = ([{ node }, names]: readonly [TypedField, readonly string[]]): boolean =>
    node.kind === "object" &&
    names.every((name) => {
      const type = propertyOf(node, name)?.type;
      return type === undefined ? name === "namespace" : isAnyString(plainNode(model, type));
    });
  const sides = [
    [older, written.older],
    [newer, written.newer],
  ] as const;
  if (!sides.every(fits))
    return misfit(
      `it converts between an object with the strings ${written.older.join(", ")} and one with ${written.newer.join(", ")}`,
    );
  const required = sides.flatMap(([{ node }, names]) =>
    node.kind === "object" ? node.properties.filter(({ name, optional }) => !optional && !names.includes(name)) : [],
  );
  if (required[0] !== undefined)
    return misfit(
      `it has no value for "${required[0].name}", which is required`,
      `make "${required[0].name}" optional`,
    );
  const both = sides
    .flatMap(([{ node }, names]) => fieldsBesideReference(node, names))
    .find((name) => sides.every(([{ node }]) => node.kind === "object" && propertyOf(node, name) !== undefined));
  return both === undefined ? undefined : misfit(`it does not convert "${both}", which both versions have`);
}

function referenceCall({ argument, olderVersion, older: { node } }: FormFields): string {
  const isPlain = node.kind === "object" && propertyOf(node, "namespace") !== undefined;
  const version = valueLiteral(olderVersion);
  if (argument === undefined) return isPlain ? `reference(${version})` : `reference(${version}, { namespace: false })`;
  const { apiVersion, kind } = stringsByName(argument);
  return `referenceTo(${valueLiteral(apiVersion ?? "")}, ${valueLiteral(kind ?? "")})`;
}

/** The argument of a form for an older field that may be null. */
function orNull(model: TypeModel, { property }: TypedField): string {
  return isNullable(model, property.type) ? ", true" : "";
}

/** An empty value becomes no value, so both versions have the same values but for the empty one. */
function dropEmptyMisfit({ model, older, newer }: FormFields): Misfit | undefined {
  const least = Number(tagValues(tagsOf(model, older.property), "minLength").at(-1) ?? 0);
  return (
    unless(
      (isString(older.node) && isString(newer.node)) || (isInteger(older.node) && isInteger(newer.node)),
      "it converts between two strings or two whole numbers",
    ) ??
    unless(
      hasSameFilled(model, older.node, newer.node),
      "the two types have other values than the empty one that differ",
    ) ??
    unless(!areStringsOfDuration(older, newer), notDurations) ??
    unless(newer.property.optional, emptyIsAbsent, optionalNewer) ??
    unless(
      older.property.optional || (hasEmpty(older.node) && least < 1),
      "no value becomes an empty one, which the required older field rejects",
      "make the older field optional",
    )
  );
}

function hasEmpty(node: Resolved): boolean {
  return node.kind === "enum"
    ? node.values.some(isEmptyValue)
    : node.kind !== "pattern" && !isScalar(node, "Time", "Duration");
}

function isEmptyValue(value: unknown): boolean {
  return value === "" || value === 0;
}

function hasSameFilled(model: TypeModel, older: Resolved, newer: Resolved): boolean {
  if (older.kind === "enum" && newer.kind === "enum") {
    const [before, after] = [older, newer].map(({ values }) =>
      values.filter((value) => !isEmptyValue(value)).map(String),
    );
    return deepEqual(before?.toSorted(), after?.toSorted());
  }
  // The API server has no type of durations.
  const isPlain = (node: Resolved): boolean => isScalar(node, "string", "Duration");
  return (isPlain(older) && isPlain(newer)) || sameType(model, older, newer);
}

/** A form of `as` with what is given to it. */
export interface UsedForm {
  readonly name: string;
  readonly form: ValueForm;
  readonly argument: unknown;
  readonly added: unknown;
}

/** The form that `as` names, or undefined when no form has that name. */
export function formOf(as: unknown): UsedForm | undefined {
  if (typeof as === "string") return as === "functions" ? undefined : named(as, {});
  if (hasFunctions(as)) return named("functions", {});
  const [name] = Object.keys(isJsonObject(as) ? as : {}).filter((key) => key !== "added");
  return name === undefined || !isJsonObject(as) ? undefined : named(name, as);
}

function named(name: string, { [name]: argument, added }: Readonly<Record<string, unknown>>): UsedForm | undefined {
  const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
  return form === undefined ? undefined : { name, form, argument, added };
}
