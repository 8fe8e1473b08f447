// Kubernetes quantities ("500m", "1Gi", "2e3"), parsed exactly: as billionths in a bigint, not as a float.
import { errorOf } from "../errors/errors.ts";
import { kubeErrors } from "../errors/kube-errors.ts";

/** As in Kubernetes, the digits may be missing: "-" and "k" are zero. */
const pattern = /^([+-]?)(\d*(?:\.\d*)?)(?:([KMGTPE]i)|([numkMGTPE])|[eE]([+-]?0*\d{1,4}))?$/;
/** Kubernetes has no limit, and takes minutes for "1e999999999". */
const maxLength = 256;
const decimalExponent: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const binaryPower: Readonly<Record<string, bigint>> = { Ki: 10n, Mi: 20n, Gi: 30n, Ti: 40n, Pi: 50n, Ei: 60n };
const nanoDigits = 9;
/** The greatest powers of ten take a tenth of a millisecond each, but a product of two that are known takes some thousandths of that. */
const powerStep = 100;
const powers = { small: new Map<number, bigint>(), great: new Map<number, bigint>() };
/** Kubernetes cuts amounts with a binary suffix off here, and no others. */
const maxBinary = (2n ** 63n - 1n) * 10n ** 9n;

/**
 * The amount in billionths. Fractions of a billionth round away from zero, as in Kubernetes. Amounts beyond `most`, in either direction, are that: without it,
 * "9e9999" is a number of 10,009 digits.
 *
 * @throws CapstanError `kube/quantity` when the string is not a quantity.
 */
export function parseQuantity(quantity: string | number, most?: bigint): bigint {
  const source = String(quantity);
  const match = pattern.exec(source);
  if (match === null || source === "" || source.length > maxLength) {
    throw errorOf(kubeErrors, "kube/quantity", { values: { quantity: source } });
  }
  const [, sign, digits = "", binary, decimal, exponent] = match;
  const [whole = "", fraction = ""] = digits.split(".");
  const scale =
    (decimal === undefined ? Number(exponent ?? 0) : (decimalExponent[decimal] ?? 0)) + nanoDigits - fraction.length;
  const mantissa = BigInt(`0${whole}${fraction}`) << (binary === undefined ? 0n : (binaryPower[binary] ?? 0n));
  const nanos = scaled(mantissa, scale, most);
  const bounded = binary !== undefined && nanos > maxBinary ? maxBinary : nanos;
  const amount = most !== undefined && bounded > most ? most : bounded;
  return sign === "-" ? -amount : amount;
}

/** A number times a power of ten, rounded up. Powers that the result does not need are not computed. */
function scaled(mantissa: bigint, scale: number, most: bigint | undefined): bigint {
  if (mantissa === 0n) return 0n;
  if (scale >= 0) return most !== undefined && scale > String(most).length ? most : mantissa * powerOfTen(scale);
  return -scale > String(mantissa).length ? 1n : divideUp(mantissa, powerOfTen(-scale));
}

function powerOfTen(exponent: number): bigint {
  const rest = exponent % powerStep;
  return known(powers.small, rest) * known(powers.great, exponent - rest);
}

function known(table: Map<number, bigint>, exponent: number): bigint {
  const before = table.get(exponent);
  if (before !== undefined) return before;
  const power = 10n ** BigInt(exponent);
  table.set(exponent, power);
  return power;
}

function divideUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}

/** Compares two quantities by amount, for sorting: negative, zero or positive. "1" and "1000m" are equal. */
export function compareQuantities(a: string | number, b: string | number): number {
  const difference = parseQuantity(a) - parseQuantity(b);
  return difference < 0n ? -1 : Number(difference > 0n);
}
