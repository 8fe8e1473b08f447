// Random numbers for generated tests: within the range of their type, their bounds, and multiples where the bounds say so.
import type { Tag } from "@capstan/generator-model";
import { tagValues } from "../fields/typed-field.ts";

/** The least and the greatest value. */
interface Range {
  readonly least: number;
  readonly greatest: number;
}

/** Whole numbers of a range that a value keeps by its type. */
export function integerCode(type: Range): (bounds: readonly Tag[]) => string {
  return (bounds) => {
    const range = inside(type, bounds);
    const step = wholeStep(numberOf(bounds, "multipleOf"));
    const [min, max] = [Math.ceil(range.least / step), Math.floor(range.greatest / step)];
    // No number keeps such bounds: the test says which one it is.
    if (min > max) return `fc.constant(${type.least})`;
    const drawn = `fc.integer({ min: ${min}, max: ${max} })`;
    return step === 1 ? drawn : `${drawn}.map((count) => count * ${step})`;
  };
}

const int64Limit = 2 ** 63;
const wholeTypes: ReadonlyMap<string, Range> = new Map([
  ["Int32", { least: -(2 ** 31), greatest: 2 ** 31 - 1 }],
  ["Int64", { least: -int64Limit, greatest: int64Limit }],
  ["Int", { least: -int64Limit, greatest: int64Limit }],
]);

/** Whether the API server rejects every value of a scalar type, because a bound is no number of that type: a maximum beyond 32 bits of an Int32, or one with a fraction. */
export function rejectsAll(scalar: string, bounds: readonly Tag[]): boolean {
  const type = wholeTypes.get(scalar);
  return type !== undefined && ["minimum", "maximum", "multipleOf"].some((tag) => !fits(numberOf(bounds, tag), type));
}

function fits(limit: number | undefined, { least, greatest }: Range): boolean {
  if (limit === undefined) return true;
  return Number.isInteger(limit) && limit >= least && limit <= greatest && Math.abs(limit) < int64Limit;
}

/** Numbers that may have fractions: whole ones, unless the bounds leave none. */
export function floatCode(bounds: readonly Tag[]): string {
  const int32 = { least: -(2 ** 31), greatest: 2 ** 31 - 1 };
  const { least, greatest } = range(int32, bounds);
  return Math.ceil(least) > Math.floor(greatest)
    ? `fc.constant(${(least + greatest) / 2})`
    : integerCode(int32)(bounds);
}

/** The whole numbers that keep the bounds and are in the range of the type. */
function inside(type: Range, bounds: readonly Tag[]): Range {
  const { least, greatest } = range(type, bounds);
  const isExcluded = (tag: string, limit: number): boolean =>
    tagValues(bounds, tag).at(-1) === true && Number.isInteger(limit);
  return {
    least: isExcluded("exclusiveMinimum", least) ? least + 1 : least,
    greatest: isExcluded("exclusiveMaximum", greatest) ? greatest - 1 : greatest,
  };
}

function range({ least, greatest }: Range, bounds: readonly Tag[]): Range {
  return {
    least: Math.max(numberOf(bounds, "minimum") ?? least, least),
    greatest: Math.min(numberOf(bounds, "maximum") ?? greatest, greatest),
  };
}

/** The API server accepts no whole number where the step has a fraction. */
function wholeStep(step: number | undefined): number {
  return step !== undefined && step > 0 && Number.isInteger(step) ? step : 1;
}

/** The number of a bound; the last one counts. */
export function numberOf(bounds: readonly Tag[], tag: string): number | undefined {
  const value = tagValues(bounds, tag).at(-1);
  return typeof value === "number" ? value : undefined;
}
