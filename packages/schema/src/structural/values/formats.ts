// The formats that the API server enforces (kube-openapi's strfmt). It ignores unknown formats.
import type { JSONSchema } from "@capstan/kube/builtin";
import { isDotted, isIpv4, isIpv6 } from "./ip-address.ts";
import { isMailAddress } from "./mail-address.ts";

type Test = (value: string) => boolean;

function matches(pattern: RegExp): Test {
  return (value) => pattern.test(value);
}

const dnsLabel = "[a-z0-9](?:[-a-z0-9]*[a-z0-9])?";

function isCidr(value: string): boolean {
  const [address = "", bits = "", ...more] = value.split("/", 3);
  if (more.length > 0 || !/^\d+$/.test(bits)) return false;
  return isDotted(address) ? Number(bits) <= 32 : isIpv6(address) && Number(bits) <= 128;
}

function isRgbColor(value: string): boolean {
  const [, ...parts] = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(value) ?? [];
  return parts.length === 3 && parts.every((part) => Number(part) <= 255 && String(Number(part)) === part);
}

const hostCharacter = String.raw`a-zA-Z0-9\p{S}\p{L}`;
const hostname = new RegExp(
  `^(?:[${hostCharacter}](?:-?[${hostCharacter}]{0,62})?|(?:[${hostCharacter}](?:[-${hostCharacter}]{0,61}[${hostCharacter}])?\\.)+\\p{L}{2,63})$`,
  "u",
);
const utf8 = new TextEncoder();

function isHostname(value: string): boolean {
  // It has at least as many bytes as characters.
  if (value.length > 255) return false;
  const bytes = value.split(".").map((label) => utf8.encode(label).length);
  return hostname.test(value) && bytes.every((size) => size <= 63) && utf8.encode(value).length <= 255;
}

/** Not one expression for all: V8 runs out of stack in megabytes of repeated groups. */
function isBase64(value: string): boolean {
  const digits = value.replace(/={1,2}$/, "");
  return value !== "" && value.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(digits);
}

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const hasControlCharacter = /[\0-\x1f\x7f]/;

/** What Go accepts as the target of a request: an absolute path, or any URI with a scheme. */
function isUri(value: string): boolean {
  const before = value.slice(0, Math.max(value.indexOf(":"), 0));
  const scheme = /^[a-zA-Z][a-zA-Z0-9+.-]*$/.test(before) ? before : undefined;
  const rest = scheme === undefined ? value : value.slice(scheme.length + 1);
  if (hasControlCharacter.test(value)) return false;
  if (!rest.startsWith("/")) return scheme !== undefined || value === "*";
  const [, authority = "", path = ""] = (scheme === undefined ? undefined : /^\/\/([^/?]*)([^?]*)/.exec(rest)) ?? [
    "",
    "",
    rest.split("?", 1)[0],
  ];
  return (
    /^(?:[\w.~!$&'()*+,;=:%-]*@)?(?:\[[0-9a-fA-F.]*:[0-9a-fA-F:.]*\]|[^\s\\^`{|}#@:[\]%]*)(?::\d*)?$/.test(authority) &&
    !/%(?![0-9a-fA-F]{2})/.test(path)
  );
}

function isDate(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarDay(value);
}

function isCalendarDay(day: string): boolean {
  const parsed = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day);
}

function isDateTime(value: string): boolean {
  const [, day] =
    /^(\d{4}-\d{2}-\d{2})[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:.\d+)?(?:[Zz]|[-+]\d{2}:\d{2})$/.exec(value) ?? [];
  return day !== undefined && isCalendarDay(day);
}

const goDuration = /^[-+]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;
/** A number with the name of a unit, anywhere. */
const namedDuration =
  /\d\s*(?=[nuµmshdw])(?:(?:ns|us|µs|ms|s|m|h|hr|d|w|wk)(?![A-Za-zµ])|nano|micro|milli|sec|min|hour|day|week)/i;

/** V8 runs out of stack in longer ones. */
const longestGoDuration = 10_000;

function isDuration(value: string): boolean {
  return namedDuration.test(value) || (value.length <= longestGoDuration && goDuration.test(value));
}

/** The matches of an expression, together; empty when there are more than `most`, so that no more are looked for. */
function matchesOf(value: string, expression: RegExp, most: number): string {
  let found = "";
  let count = 0;
  for (const [match] of value.matchAll(expression)) {
    if (count++ === most) return "";
    found += match;
  }
  return found;
}

const creditCard =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/;

function isCreditCard(value: string): boolean {
  const digits = matchesOf(value, /\d/g, 16);
  if (!creditCard.test(digits)) return false;
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, i) => total + (i % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);
  return sum % 10 === 0;
}

function isIsbn10(value: string): boolean {
  const digits = matchesOf(value, /[^\s-]/g, 10);
  if (!/^\d{9}[\dX]$/.test(digits)) return false;
  const sum = Array.from(digits).reduce((total, digit, i) => total + (digit === "X" ? 10 : Number(digit)) * (i + 1), 0);
  return sum % 11 === 0;
}

function isIsbn13(value: string): boolean {
  const digits = matchesOf(value, /[^\s-]/g, 13);
  if (digits.length !== 13) return false;
  const sum = Array.from(digits, Number).reduce((total, digit, i) => total + digit * (i % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

const mac = /^(?:[0-9a-f]{2}([:-]?)[0-9a-f]{2}(?:\1[0-9a-f]{2})*|[0-9a-f]{4}(?:\.[0-9a-f]{4})+)$/i;

/** Of 20 bytes. */
const longestMac = 59;

/** A hardware address of 6, 8 or 20 bytes. */
function isMac(value: string): boolean {
  return value.length <= longestMac && mac.test(value) && [12, 16, 40].includes(value.replaceAll(/[.:-]/g, "").length);
}

/** The string formats that are enforced. */
export const formats: ReadonlyMap<string, Test> = new Map<string, Test>(
  Object.entries({
    bsonobjectid: matches(/^[0-9a-f]{24}$/i),
    byte: isBase64,
    cidr: isCidr,
    creditcard: isCreditCard,
    date: isDate,
    "date-time": isDateTime,
    datetime: isDateTime,
    duration: isDuration,
    email: isMailAddress,
    hexcolor: matches(/^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i),
    hostname: isHostname,
    ipv4: isIpv4,
    ipv6: isIpv6,
    isbn: (value) => isIsbn10(value) || isIsbn13(value),
    isbn10: isIsbn10,
    isbn13: isIsbn13,
    "k8s-long-name": matches(new RegExp(`^(?=.{1,253}$)${dnsLabel}(?:\\.${dnsLabel})*$`)),
    "k8s-short-name": matches(new RegExp(`^(?=.{1,63}$)${dnsLabel}$`)),
    mac: isMac,
    password: () => true,
    rgbcolor: isRgbColor,
    ssn: matches(/^\d{3}[- ]\d{2}[- ]\d{4}$/),
    uri: isUri,
    uuid: matches(/^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i),
    uuid3: matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i),
    uuid4: matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i),
    uuid5: matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i),
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
