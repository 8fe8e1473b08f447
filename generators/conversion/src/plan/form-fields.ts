// What a form of `as` knows of its two fields, and tests of their types.
import { isJsonObject } from "@capstan/kube";
import { propertyOf, type TypeModel } from "@capstan/generator-model";
import type { LossWord, PairRule, VersionSide } from "../pairs/version-pair.ts";
import { plainNode, type Resolved, type TypedField } from "../fields/typed-field.ts";

/** The two fields of a rule. */
export interface FormFields {
  readonly model: TypeModel;
  readonly older: TypedField;
  readonly newer: TypedField;
  /** The argument of the form: a table, a key, a reference. */
  readonly argument: unknown;
  /** Of an enum, the older names for newer ones that no older name becomes. */
  readonly added: unknown;
  /** The older values that are declared not to come back. */
  readonly loses: PairRule["loses"];
  /** Whether the rule says that one version accepts values that the other rejects. */
  readonly boundsDiffer: boolean;
  /** The version that is not the hub: its values must come back. */
  readonly spoke: VersionSide;
  /** The older version, for references that need one. */
  readonly olderVersion: string;
  /** The declaration's name in generated modules, and the rule's path in it. */
  readonly declared: { readonly name: string; readonly path: string };
}

/** Whether it is one of these scalars. */
export const isScalar = (node: Resolved, ...names: readonly string[]): boolean =>
  node.kind === "scalar" && names.includes(node.scalar);
/** Whether its values are strings. */
export const isString = (node: Resolved): boolean =>
  isScalar(node, "string", "Duration", "Time") ||
  node.kind === "pattern" ||
  (node.kind === "enum" && node.base === "string");
/** Whether its values are any strings. */
export const isAnyString = (node: Resolved): boolean => isScalar(node, "string");
/** Whether its values are whole numbers. */
export const isInteger = (node: Resolved): boolean =>
  isNumber(node) || (node.kind === "enum" && node.base === "integer");
/** Whether its values are any whole numbers of a width. */
export const isNumber = (node: Resolved): boolean => isScalar(node, "Int32", "Int64", "Int");
/** The bits of a whole number. */
export const bitsOfNumber = (node: Resolved): number => (isScalar(node, "Int32") ? 32 : 64);
/** Whether its values are durations. */
export const isDuration = (node: Resolved): boolean => isScalar(node, "Duration");
/** Whether its values are quantities. */
export const isQuantity = (node: Resolved): boolean => isScalar(node, "Quantity");
/** Whether it is a boolean. */
export const isBoolean = (node: Resolved): boolean => isScalar(node, "boolean");
/** Whether it is a list of objects with these fields. */
export function elementHas(model: TypeModel, node: Resolved, ...names: readonly string[]): boolean {
  const element = node.kind === "list" ? plainNode(model, node.element) : undefined;
  return element?.kind === "object" && names.every((name) => propertyOf(element, name) !== undefined);
}

/** Why a form does not fit two fields. */
export interface Misfit {
  readonly why: string;
  /** What to change in the types, where that would let it fit. */
  readonly change?: string;
}

/** A misfit, with the change of the types that helps, if one does. */
export const misfit = (why: string, change?: string): Misfit => ({ why, ...(change === undefined ? {} : { change }) });
/** The misfit, unless it fits. */
export const unless = (fits: boolean, why: string, change?: string): Misfit | undefined =>
  fits ? undefined : misfit(why, change);

/** What a form does not give back, and the word of `loses` for it. */
export interface FormLoss {
  readonly word: LossWord;
  readonly why: string;
}

/** The loss of values that come back in another form or not at all; none without a reason. */
export const inexact = (why: string | false): FormLoss | undefined =>
  why === false ? undefined : { word: "inexact", why };

/** The strings of an argument that names several. */
export function stringsByName(argument: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(isJsonObject(argument) ? argument : {});
  return Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}

/** Whether one version has durations, and the other strings of any form. Where a pattern restricts these, the generated tests decide. */
export function areStringsOfDuration(older: TypedField, newer: TypedField): boolean {
  return [
    [older, newer],
    [newer, older],
  ].some(
    ([one, other]) =>
      one !== undefined &&
      other !== undefined &&
      isDuration(one.node) &&
      isAnyString(other.node) &&
      !other.property.tags.some(({ name }) => name === "pattern"),
  );
}

/** Why they are converted by functions. */
export const notDurations = "most strings are no duration";
