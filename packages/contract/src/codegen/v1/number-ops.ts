// The value operations of conversions between whole numbers and strings: decimal digits, and quantities of a unit. A number that is out of
// range is never written: of a string it is no value, of a quantity the greatest number.
import { isWholeNumber, parseQuantity } from "@capstan/kube";
import type { ConversionContext, ConversionOp } from "./conversion-op.ts";
import type { Side } from "./conversion-plan.ts";

/** The width of a whole number. */
export type NumberWidth = 32 | 64;

const largest: Readonly<Record<NumberWidth, bigint>> = { 32: 2n ** 31n - 1n, 64: 2n ** 63n - 1n };
const wholeNumber = /^[+-]?\d{1,19}$/;

/** A whole number and its decimal digits in a string; `digits` is the version that has the string. A string that is no such number is no value. */
export function digits(string: Side, width: NumberWidth): ConversionOp {
  const toNumber = (value: unknown, context: ConversionContext): unknown =>
    typeof value === "string" ? numberIn(value, width, context) : value;
  return string === "older" ? { toNewer: toNumber, toOlder: digitsOf } : { toNewer: digitsOf, toOlder: toNumber };
}

/**
 * A quantity such as "4Gi" and the whole number of a unit, such as 4096 of "Mi"; `quantity` is the version that has the quantity. What is no
 * whole number is rounded away from zero, as Kubernetes does. A number of the unit is itself, although Kubernetes cuts amounts of a binary unit
 * off at 2^63: it has to come back.
 */
export function quantityIn(unit: string, quantity: Side, width: NumberWidth): ConversionOp {
  const one = parseQuantity(`1${unit}`);
  const toNumber = (value: unknown, context: ConversionContext): unknown =>
    typeof value === "string" || typeof value === "number" ? amountOf(value, { unit, one, width }, context) : value;
  const toQuantity = (value: unknown, context: ConversionContext): unknown => {
    const written = isWholeNumber(value) ? digitsOf(value, context) : undefined;
    return typeof written === "string" ? `${written}${unit}` : value;
  };
  return quantity === "older" ? { toNewer: toNumber, toOlder: toQuantity } : { toNewer: toQuantity, toOlder: toNumber };
}

function digitsOf(value: unknown, { json = JSON }: ConversionContext): unknown {
  if (value === undefined) return undefined;
  const written = json.stringify(value);
  return wholeNumber.test(written) ? written : value;
}

function numberIn(text: string, width: NumberWidth, { json = JSON }: ConversionContext): unknown {
  const number = wholeNumber.test(text) ? BigInt(text) : undefined;
  return number === undefined || isBeyond(number, largest[width]) ? undefined : json.parse(String(number));
}

interface Unit {
  readonly unit: string;
  readonly one: bigint;
  readonly width: NumberWidth;
}

function amountOf(value: string | number, of: Unit, { json = JSON }: ConversionContext): unknown {
  try {
    const most = largest[of.width];
    const written = isWholeNumber(value) ? json.stringify(value) : String(value);
    const whole = countIn(written, of.unit) ?? roundedIn(written, of);
    return json.parse(String(isBeyond(whole, most) ? (whole < 0n ? -most - 1n : most) : whole));
  } catch {
    // Some quantities that the API server's pattern allows are none. Text in a field for numbers would fail typed clients.
    return undefined;
  }
}

/** The number in a quantity of the unit, such as "4Mi". */
function countIn(quantity: string, unit: string): bigint | undefined {
  const digits = quantity.endsWith(unit) ? quantity.slice(0, quantity.length - unit.length) : "";
  return wholeNumber.test(digits) ? BigInt(digits) : undefined;
}

function roundedIn(quantity: string, { one, width }: Unit): bigint {
  const nanos = parseQuantity(quantity, (largest[width] + 1n) * one);
  return nanos < 0n ? (nanos - one + 1n) / one : (nanos + one - 1n) / one;
}

function isBeyond(number: bigint, most: bigint): boolean {
  return number > most || number < -most - 1n;
}
