// The formats that the API server enforces (kube-openapi's strfmt). It ignores unknown formats.
import type { JSONSchema } from "@capstan/kube/builtin";

type Test = (value: string) => boolean;

function matches(pattern: RegExp): Test {
  return (value) => pattern.test(value);
}

const octet = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);
const uuid = (version: string): RegExp =>
  new RegExp(`^[0-9a-f]{8}-?[0-9a-f]{4}-?${version}[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$`, "i");
const dnsLabel = String.raw`[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?`;

function isIpv6(value: string): boolean {
  if (!value.includes(":") || /[^0-9a-fA-F:.]/.test(value)) return false;
  try {
    return new URL(`http://[${value}]/`).hostname !== "";
  } catch {
    return false;
  }
}

function isCidr(value: string): boolean {
  const [address = "", bits = "", ...more] = value.split("/");
  if (more.length > 0 || !/^(?:0|[1-9]\d{0,2})$/.test(bits)) return false;
  return ipv4.test(address) ? Number(bits) <= 32 : isIpv6(address) && Number(bits) <= 128;
}

function isUri(value: string): boolean {
  return /^(?:[a-zA-Z][a-zA-Z0-9+.-]*:[^\s]+|\/[^\s]*)$/.test(value);
}

function isDate(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarDay(value);
}

function isCalendarDay(day: string): boolean {
  const parsed = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day);
}

function isDateTime(value: string): boolean {
  const match = /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-]\d{2}:?\d{2})$/.exec(
    value,
  );
  return match !== null && isCalendarDay(match[1] ?? "");
}

/** Go's own notation, or a number with a unit's name. */
const duration =
  /^[-+]?(?:0|(?:\d+(?:\.\d*)?|\.\d+)\s*(?:ns|us|µs|μs|ms|s|m|h|d|w|[a-z]+)(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))*)$/;

function isLuhn(value: string): boolean {
  const digits = value.replaceAll(/[ -]/g, "");
  if (!/^\d{13,19}$/.test(digits)) return false;
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, i) => total + (i % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);
  return sum % 10 === 0;
}

function isIsbn10(value: string): boolean {
  const digits = value.replaceAll(/[ -]/g, "");
  if (!/^\d{9}[\dX]$/.test(digits)) return false;
  return (
    Array.from(digits).reduce((sum, digit, i) => sum + (digit === "X" ? 10 : Number(digit)) * (10 - i), 0) % 11 === 0
  );
}

function isIsbn13(value: string): boolean {
  const digits = value.replaceAll(/[ -]/g, "");
  return (
    /^\d{13}$/.test(digits) &&
    Array.from(digits, Number).reduce((sum, digit, i) => sum + digit * (i % 2 === 0 ? 1 : 3), 0) % 10 === 0
  );
}

/** The string formats that are enforced. */
export const formats: ReadonlyMap<string, Test> = new Map<string, Test>(
  Object.entries({
    bsonobjectid: matches(/^[0-9a-f]{24}$/i),
    byte: matches(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/),
    cidr: isCidr,
    creditcard: isLuhn,
    date: isDate,
    "date-time": isDateTime,
    datetime: isDateTime,
    duration: matches(duration),
    email: matches(/^[^\s@<>]+@[^\s@<>]+$/),
    hexcolor: matches(/^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i),
    hostname: matches(new RegExp(`^(?=.{1,253}$)${dnsLabel}(?:\\.${dnsLabel})*\\.?$`, "i")),
    ipv4: matches(ipv4),
    ipv6: isIpv6,
    isbn: (value) => isIsbn10(value) || isIsbn13(value),
    isbn10: isIsbn10,
    isbn13: isIsbn13,
    "k8s-long-name": matches(new RegExp(`^(?=.{1,253}$)${dnsLabel}(?:\\.${dnsLabel})*$`)),
    "k8s-short-name": matches(new RegExp(`^${dnsLabel}$`)),
    mac: matches(/^(?:[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}|[0-9a-f]{4}(?:\.[0-9a-f]{4}){2})$/i),
    password: () => true,
    rgbcolor: matches(new RegExp(`^rgb\\(\\s*${octet}\\s*,\\s*${octet}\\s*,\\s*${octet}\\s*\\)$`)),
    ssn: matches(/^\d{3}[- ]?\d{2}[- ]?\d{4}$/),
    uri: isUri,
    uuid: matches(uuid("[0-9a-f]")),
    uuid3: matches(uuid("3")),
    uuid4: matches(uuid("4")),
    uuid5: matches(uuid("5")),
  }),
);

interface NumberFormat {
  /** The only type whose values the format bounds. */
  readonly type: "integer" | "number";
  readonly min: number;
  readonly max: number;
}

/** The number formats with their ranges. */
export const numberFormats: ReadonlyMap<string, NumberFormat> = new Map<string, NumberFormat>([
  ["int32", { type: "integer", min: -(2 ** 31), max: 2 ** 31 - 1 }],
  ["int64", { type: "integer", min: -(2 ** 63), max: 2 ** 63 }],
  ["float", { type: "number", min: -3.4028234663852886e38, max: 3.4028234663852886e38 }],
  ["double", { type: "number", min: -Number.MAX_VALUE, max: Number.MAX_VALUE }],
]);

/** The format of a schema if the API server enforces it for the schema's type; an empty string if it ignores it. */
export function enforcedFormat({ type = "", format = "" }: JSONSchema): string {
  const isEnforced =
    numberFormats.get(format)?.type === type || ((type === "" || type === "string") && formats.has(format));
  return isEnforced ? format : "";
}
