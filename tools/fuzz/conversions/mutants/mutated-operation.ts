// Wrong forms of values: the right form with one of its directions changed. Changed runtimes import this.
import type { ConversionContext, ConversionOp } from "@capstan/contract/codegen/v1";

/** The directions of a form. */
export type Direction = "toNewer" | "toOlder";

/** The names of the mutations. */
export type Mutation = "drop" | "pass" | "swap" | "off by one" | "null for nothing";

/** What a wrong direction makes of the value, and of the right result. */
const mutations: Readonly<Record<Mutation, (call: Call) => unknown>> = {
  drop: () => undefined,
  pass: ({ value }) => value,
  swap: ({ op, direction, value, context }) =>
    direction === "toNewer" ? op.toOlder(value, context) : op.toNewer(value, context),
  "off by one": ({ result }) => offByOne(result),
  "null for nothing": ({ result }) => (result === undefined ? null : result),
};

/** All names. */
export const mutationNames: readonly Mutation[] = ["drop", "pass", "swap", "off by one", "null for nothing"];

interface Call {
  readonly op: ConversionOp;
  readonly direction: Direction;
  readonly value: unknown;
  readonly context: ConversionContext;
  readonly result: unknown;
}

/** The form with one wrong direction. */
export function mutated(op: ConversionOp, direction: Direction, mutation: Mutation): ConversionOp {
  const wrong = (value: unknown, context: ConversionContext): unknown => {
    const result = op[direction](value, context);
    return mutations[mutation]({ op, direction, value, context, result });
  };
  return { ...op, [direction]: wrong };
}

/** The number beside it, the text without its last letter, the list or object without its last part. */
function offByOne(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "string") return value.slice(0, -1);
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return value.slice(0, -1);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).slice(0, -1));
}
