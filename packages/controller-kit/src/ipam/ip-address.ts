// IP addresses as numbers: two forms of one address ("fd00::1", "FD00:0:0::1") are the same number, and ranges are two numbers. `node:net` decides
// what an address is. By hand, because libraries for this also parse, guess and classify, and their forms of IPv6 differ from Go's, which Cluster API compares.
import { isIPv4, isIPv6 } from "node:net";

/** 4 or 6. */
export type Family = 4 | 6;

/** An address as a number. */
export interface AddressValue {
  readonly family: Family;
  readonly value: bigint;
}

/** How many bits an address has. */
export const bitsOf: Readonly<Record<Family, number>> = { 4: 32, 6: 128 };

/** An address as a number; undefined for a string that is not an address. Zones (`fe80::1%eth0`) are not part of an address. */
export function parseAddress(text: string): AddressValue | undefined {
  if (isIPv4(text)) return { family: 4, value: ipv4Value(text) };
  return isIPv6(text) && !text.includes("%") ? { family: 6, value: ipv6Value(text) } : undefined;
}

/** An address in the form that is compared and stored: for IPv6 that of RFC 5952. */
export function formatAddress({ family, value }: AddressValue): string {
  return family === 4 ? formatIPv4(Number(value)) : formatIPv6(value);
}

/** The same address in the form that is compared; undefined for a string that is not an address. */
export function canonicalAddress(text: string): string | undefined {
  const parsed = parseAddress(text);
  return parsed === undefined ? undefined : formatAddress(parsed);
}

function ipv4Value(text: string): bigint {
  return text.split(".").reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

function ipv6Value(text: string): bigint {
  const [head = "", tail] = withoutDots(text).split("::");
  const left = groupsOf(head);
  const right = groupsOf(tail ?? "");
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => 0n);
  return [...left, ...zeros, ...right].reduce((value, group) => (value << 16n) | group, 0n);
}

/** The last 32 bits may be written as an IPv4 address. */
function withoutDots(text: string): string {
  if (!text.includes(".")) return text;
  const start = text.lastIndexOf(":") + 1;
  const last = ipv4Value(text.slice(start));
  return `${text.slice(0, start)}${(last >> 16n).toString(16)}:${(last & 0xffffn).toString(16)}`;
}

function groupsOf(text: string): readonly bigint[] {
  return text === "" ? [] : text.split(":").map((group) => BigInt(`0x${group}`));
}

function formatIPv4(value: number): string {
  return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`;
}

function formatIPv6(value: bigint): string {
  const groups = Array.from({ length: 8 }, (_, index) => (value >> BigInt(112 - 16 * index)) & 0xffffn);
  const text = (from: number, to?: number): string =>
    groups
      .slice(from, to)
      .map((group) => group.toString(16))
      .join(":");
  const { start, length } = longestZeros(groups);
  return length < 2 ? text(0) : `${text(0, start)}::${text(start + length)}`;
}

interface Run {
  readonly start: number;
  readonly length: number;
}

/** The first of the longest runs of zeros. */
function longestZeros(groups: readonly bigint[]): Run {
  let best: Run = { start: 0, length: 0 };
  let length = 0;
  for (const [index, group] of groups.entries()) {
    length = group === 0n ? length + 1 : 0;
    if (length > best.length) best = { start: index - length + 1, length };
  }
  return best;
}
