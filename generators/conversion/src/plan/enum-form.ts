// The form `enum`: a table of the values of two enums, of which one may be a boolean.
import { isJsonObject } from "@capstan/kube";
import type { EnumNode } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import type { PairRule } from "../pairs/version-pair.ts";
import type { Resolved } from "../fields/typed-field.ts";
import { isBoolean, misfit, type FormFields, type Misfit } from "./form-fields.ts";

/** Why a table does not fit: each value becomes one that the other version has, and comes back. */
export function enumMisfit({ older, newer, argument, added, loses: losses }: FormFields): Misfit | undefined {
  const loses = listed(losses);
  const [from, to] = [enumValues(older.node), enumValues(newer.node)];
  if (from === undefined || to === undefined)
    return misfit("it converts between two enums, of which one may be a boolean");
  const table = tableOf(argument);
  const unnamed = from.find((value) => !Object.hasOwn(table, String(value)) && !to.includes(value));
  if (unnamed !== undefined) return misfit(`the table has no "${unnamed}"`);
  const unknown = Object.values(table).find((value) => !to.includes(value));
  if (unknown !== undefined) return misfit(`the newer version has no ${valueLiteral(unknown)}`);
  return mergedValues(from, table, loses) ?? unreachedValues({ from, to, table, added: tableOf(added) });
}

/** A value of an enum or a boolean. */
export type TableValue = EnumNode["values"][number];
/** Values of one version by the strings of those of the other. */
export type ValueTable = Readonly<Record<string, TableValue>>;

/** The values of an enum or a boolean; undefined for other types. */
export function enumValues(node: Resolved): readonly TableValue[] | undefined {
  if (isBoolean(node)) return [true, false];
  return node.kind === "enum" ? node.values : undefined;
}

/** The values that a table names. */
export function tableOf(argument: unknown): ValueTable {
  const entries = Object.entries(isJsonObject(argument) ? argument : {});
  return Object.fromEntries(entries.flatMap(([name, value]) => (isTableValue(value) ? [[name, value]] : [])));
}

function isTableValue(value: unknown): value is TableValue {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** Values that are listed: only functions have a function here. */
function listed(loses: PairRule["loses"]): readonly unknown[] {
  return Array.isArray(loses) ? loses : [];
}

/** Two older values that become one: only one of them comes back. */
function mergedValues(values: readonly TableValue[], table: ValueTable, loses: readonly unknown[]): Misfit | undefined {
  const kept = Map.groupBy(
    values.filter((value) => !loses.includes(value)),
    (value) => table[String(value)] ?? value,
  );
  const merged = [...kept].find(([, names]) => names.length > 1);
  if (merged === undefined) return undefined;
  const [to, [first, second]] = merged;
  return misfit(`"${first}" and "${second}" both become "${to}", so only one of them comes back`);
}

interface Tables {
  readonly from: readonly TableValue[];
  readonly to: readonly TableValue[];
  readonly table: ValueTable;
  readonly added: ValueTable;
}

/** Newer values that no older value becomes: the older version has to show something for them. */
function unreachedValues({ from, to, table, added }: Tables): Misfit | undefined {
  const reached = new Set(from.map((value) => table[String(value)] ?? value));
  const unreached = to.find((value) => !reached.has(value) && added[String(value)] === undefined);
  if (unreached !== undefined)
    return misfit(`no value becomes "${unreached}", so the older version has none to show for it`);
  const unknown = Object.values(added).find((value) => !from.includes(value));
  return unknown === undefined ? undefined : misfit(`the older version has no ${valueLiteral(unknown)}`);
}

/** The call for a table. Of several older values that become one, the one that is not lost comes back. */
export function enumCall(
  older: Resolved,
  { argument, added, loses: losses }: Pick<FormFields, "argument" | "added" | "loses">,
): string {
  const loses = listed(losses);
  const table = tableOf(argument);
  const values = enumValues(older) ?? [];
  const lostTo = loses.map((value) => String(table[String(value)] ?? value));
  const kept = values.filter((value) => !loses.includes(value));
  const back = kept
    .map((value) => [String(table[String(value)] ?? value), value] as const)
    .filter(([to]) => lostTo.includes(to));
  const others = { ...tableOf(added), ...Object.fromEntries(back) };
  const keys = values.every((value) => typeof value === "string") ? [] : [valueLiteral("json")];
  const given = Object.keys(others).length + keys.length === 0 ? [] : [valueLiteral(others)];
  return `enumMap(${[valueLiteral(table), ...given, ...keys].join(", ")})`;
}
