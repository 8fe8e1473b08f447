// The forms that are tried for two fields, most usual first. Whether one fits is decided by the check of rules.
import type { TypeModel } from "@capstan/generator-model";
import { isJsonObject, nearestOf } from "@capstan/kube";
import { listKeys, plainNode, type TypedField } from "../fields/typed-field.ts";
import { enumValues, tableOf, type ValueTable, type TableValue } from "../plan/enum-form.ts";
import { lossWords, type LossWord, type PairRule } from "../pairs/version-pair.ts";
import { isAnyString } from "../plan/form-fields.ts";
import { units } from "../plan/number-forms.ts";
import { formOf } from "../plan/value-form.ts";

/** The part of a rule that converts a value. Without `loses` the author's stays. */
export interface CandidateForm {
  readonly as?: unknown;
  readonly loses?: readonly unknown[] | LossWord | undefined;
}

/** What a rule says so far, and its fields. */
export interface Wanted {
  readonly model: TypeModel;
  readonly older: TypedField;
  readonly newer: TypedField;
  /** What the rule has, if there is one. */
  readonly given?: Pick<PairRule, "as" | "loses" | "unmatched"> | undefined;
  /** Whether the rule may have another form than it has. */
  readonly isFree: boolean;
}

/** Candidates; those of the form that the rule has come first. */
export function candidateForms(wanted: Wanted): readonly CandidateForm[] {
  const { given, isFree } = wanted;
  const all = allForms(wanted);
  if (given?.as === undefined) return all;
  const name = formOf(given.as)?.name;
  const own = [...withLosses(given.as), ...all.filter(({ as }) => as !== undefined && formOf(as)?.name === name)];
  return isFree ? [...own, ...all] : own;
}

function allForms(wanted: Wanted): readonly CandidateForm[] {
  return [
    // Without a form there is no other loss.
    wanted.given?.unmatched === true ? {} : { loses: undefined },
    ...["seconds", "width", "unchanged"].flatMap(withLosses),
    ...tables(wanted),
    ...quantities(wanted),
    ...["digits", "conditions", "reference"].flatMap(withLosses),
    ...references(wanted),
    ...["listOfOne", "dropEmpty", "boolPresence", "presence"].flatMap(withLosses),
    ...mapForms(wanted),
  ];
}

/** The form with the losses that the rule has, alone, and with what it does not give back. */
function withLosses(as: unknown): CandidateForm[] {
  return [{ as }, { as, loses: undefined }, ...lossWords.map((loses) => ({ as, loses }))];
}

const wholeUnits = units.filter((unit) => !["n", "u", "m"].includes(unit));

/** The given unit; without one that Kubernetes has the one that looks like it, and whole numbers as they are. */
function quantities({ given }: Wanted): CandidateForm[] {
  const unit = isJsonObject(given?.as) ? given.as["quantity"] : undefined;
  const isUnit = typeof unit === "string" && units.includes(unit);
  // Who writes "MB" means no thousandths.
  const near = typeof unit === "string" ? nearestOf(unit, wholeUnits) : undefined;
  const likely = isUnit ? [unit] : [near, ""];
  return likely.flatMap((one) => (typeof one === "string" ? withLosses({ quantity: one }) : []));
}

function references({ given }: Wanted): CandidateForm[] {
  return isJsonObject(given?.as) && isJsonObject(given.as["reference"]) ? [{ as: given.as }] : [];
}

function mapForms({ model, older, newer }: Wanted): CandidateForm[] {
  const list = [older, newer].find(({ node }) => node.kind === "list");
  const element = list?.node.kind === "list" ? plainNode(model, list.node.element) : undefined;
  if (list === undefined || element?.kind !== "object") return [];
  const strings = element.properties
    .filter(({ type, optional }) => !optional && isAnyString(plainNode(model, type)))
    .map(({ name }) => name);
  const form = list === older ? "listToMap" : "mapToList";
  const keys = listKeys(model, list.property) ?? strings;
  return keys.flatMap((key) => {
    const values = element.properties.filter(({ name }) => name !== key);
    return [key, ...values.map(({ name }) => ({ key, value: name }))].flatMap((one) => withLosses({ [form]: one }));
  });
}

/** A table of two enums: values that are the same, then those that look alike, then what is left. */
function tables({ older, newer, given }: Wanted): CandidateForm[] {
  const [from, to] = [enumValues(older.node), enumValues(newer.node)];
  const [first] = from ?? [];
  if (from === undefined || to === undefined || first === undefined) return [];
  const own = isJsonObject(given?.as) ? given.as : {};
  const full = tableFrom(from, to, tableOf(own["enum"]));
  const shown = (value: TableValue): TableValue => full[String(value)] ?? value;
  const table = Object.fromEntries(
    from.filter((value) => shown(value) !== value).map((value) => [value, shown(value)]),
  );
  const reached = new Set(from.map(shown));
  const unreached = to.filter((value) => !reached.has(value));
  const givenAdded = tableOf(own["added"]);
  const olderOf = (value: TableValue): TableValue =>
    from.find((one) => one === givenAdded[String(value)]) ?? from.find((one) => isAlike(one, value)) ?? first;
  const added = Object.fromEntries(unreached.map((value) => [value, olderOf(value)]));
  const as = { enum: table, ...(unreached.length === 0 ? {} : { added }) };
  const loses = lostOf(from, shown, Array.isArray(given?.loses) ? given.loses : []);
  return [{ as, loses: loses.length === 0 ? undefined : loses }];
}

function tableFrom(from: readonly TableValue[], to: readonly TableValue[], given: ValueTable): ValueTable {
  const chosen = new Map<string, TableValue>();
  const free = (): readonly TableValue[] => to.filter((value) => ![...chosen.values()].includes(value));
  const rounds: readonly ((value: TableValue) => TableValue | undefined)[] = [
    (value) => to.find((one) => one === given[String(value)]),
    (value) => to.find((one) => one === value),
    (value) => free().find((one) => isAlike(one, value)),
    (value) => (typeof value === typeof to[0] ? undefined : free()[0]),
    () => free()[0] ?? to[0],
  ];
  for (const round of rounds) {
    for (const value of from) {
      const found = chosen.has(String(value)) ? undefined : round(value);
      if (found !== undefined) chosen.set(String(value), found);
    }
  }
  return Object.fromEntries(chosen);
}

/** Whether two values are one word, apart from its letters and signs. */
function isAlike(a: TableValue, b: TableValue): boolean {
  const plain = (value: TableValue): string =>
    String(value)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, "");
  return plain(a) === plain(b);
}

/** The values that do not come back: of those that become one, all but the first that is not named yet. */
function lostOf(
  from: readonly TableValue[],
  shown: (value: TableValue) => TableValue,
  given: readonly unknown[],
): readonly TableValue[] {
  return [...Map.groupBy(from, shown).values()].flatMap((same) => {
    const kept = same.find((value) => !given.includes(value)) ?? same[0];
    return same.length > 1 ? same.filter((value) => value !== kept) : [];
  });
}
