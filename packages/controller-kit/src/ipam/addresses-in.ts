// The addresses of a pool, as ranges of numbers: nothing is expanded before it is read, so a /64 costs as much as a /24.
import { errorOf, excerpt } from "@capstan/kube";
import { kitErrors } from "../kit-errors.ts";
import { CoveredRanges, type NumberRange } from "./covered-ranges.ts";
import { bitsOf, formatAddress, parseAddress, type AddressValue, type Family } from "./ip-address.ts";

/** These take some milliseconds to read. */
const mostEntries = 1000;
/** A range of IPv6 has 79 characters at most. */
const longestEntry = 100;

/** Options of `addressesIn`. */
export interface AddressesInOptions {
  /** Addresses, ranges and networks that are left out, in the forms of the first argument; all addresses of a network count. */
  readonly exclude?: Iterable<string>;
  /** Whether networks include the addresses that hosts do not use: the first one, and the last one of IPv4. Default: false. Ranges always include theirs. */
  readonly reserved?: boolean;
}

/** Addresses in the order of their ranges, each once, in the form of RFC 5952. Create it with `addressesIn`. */
export interface AddressList extends Iterable<string> {
  /** How many there are. */
  readonly size: bigint;
  /** The same for lists of the same addresses in the same order. */
  readonly key: string;
  /** Whether the list has the address, in any form of it. */
  includes(address: string): boolean;
  /** The addresses from this index on. Nothing before it is read. */
  from(index: bigint): Iterable<string>;
}

/** All addresses from `first` to `last`. */
interface Range extends NumberRange {
  readonly family: Family;
}

/**
 * The addresses of a pool, for `reserve`. An entry is an address ("10.0.0.5", "fd00::5"), a range ("10.0.0.10-10.0.0.99") or a network
 * ("10.0.1.0/24", "fd00::/64"). They are read one after the other, so long networks cost nothing. An address that several entries have is read once.
 *
 * Of a network, the addresses that hosts do not use are left out: its first one, and for IPv4 its last one; not for /31, /32, /127 and /128.
 * Throws `ipam/range` for another entry, in `exclude` too, and `ipam/too-many-ranges` for more than 1,000 entries.
 *
 * @example
 * const address = await reserve(addressesIn(pool.spec.ranges, { exclude: [pool.spec.gateway] }));
 */
export function addressesIn(entries: Iterable<string>, options: AddressesInOptions = {}): AddressList {
  const covered = { 4: new CoveredRanges(), 6: new CoveredRanges() };
  const add = ({ family, ...range }: Range): readonly Range[] =>
    covered[family].add(range).map((part) => ({ family, ...part }));
  for (const entry of limited(options.exclude ?? [])) add(parseEntry(entry, true));
  return new RangeList(limited(entries).flatMap((entry) => add(parseEntry(entry, options.reserved === true))));
}

/** Not more of them than are accepted are read. */
function limited(entries: Iterable<string>): readonly string[] {
  const read: string[] = [];
  for (const entry of entries) {
    if (read.length === mostEntries)
      throw errorOf(kitErrors, "ipam/too-many-ranges", { values: { limit: mostEntries } });
    read.push(entry);
  }
  return read;
}

class RangeList implements AddressList {
  readonly size: bigint;
  readonly key: string;
  readonly #ranges: readonly Range[];

  constructor(ranges: readonly Range[]) {
    this.#ranges = ranges;
    this.size = ranges.reduce((sum, range) => sum + sizeOf(range), 0n);
    this.key = ranges.map(({ family, first, last }) => `${family}:${first}-${last}`).join(",");
  }

  includes(address: string): boolean {
    const found = parseAddress(address);
    return found !== undefined && this.#ranges.some((range) => contains(range, found));
  }

  [Symbol.iterator](): Iterator<string> {
    return this.from(0n)[Symbol.iterator]();
  }

  *from(index: bigint): Generator<string> {
    let skip = index;
    for (const range of this.#ranges) {
      const { family, first, last } = range;
      for (let value = first + skip; value <= last; value++) yield formatAddress({ family, value });
      skip = skip > sizeOf(range) ? skip - sizeOf(range) : 0n;
    }
  }
}

function sizeOf({ first, last }: Range): bigint {
  return last - first + 1n;
}

function contains({ family, first, last }: Range, address: AddressValue): boolean {
  return family === address.family && first <= address.value && address.value <= last;
}

function parseEntry(entry: string, reserved: boolean): Range {
  if (entry.length > longestEntry) throw rangeError(entry, "it is too long for an address, a range or a network");
  const range = entry.includes("/") ? parseNetwork(entry, reserved) : parseRange(entry);
  if (typeof range === "string") throw rangeError(entry, range);
  return range;
}

function rangeError(entry: string, problem: string): Error {
  return errorOf(kitErrors, "ipam/range", { values: { entry: excerpt(entry, longestEntry), problem } });
}

/** A range, or what is wrong with it. An address is a range of one. */
function parseRange(entry: string): Range | string {
  const [from = "", to = from, ...more] = entry.split("-");
  const first = parseAddress(from.trim());
  const last = parseAddress(to.trim());
  if (first === undefined || last === undefined || more.length > 0) return "it is not an address, a range or a network";
  if (first.family !== last.family) return "its ends are of different IP versions";
  if (first.value > last.value) return "it ends before it begins";
  return { family: first.family, first: first.value, last: last.value };
}

/** A network, or what is wrong with it. */
function parseNetwork(entry: string, reserved: boolean): Range | string {
  const [text = "", length = "", ...more] = entry.split("/");
  const address = parseAddress(text.trim());
  if (address === undefined || more.length > 0) return "it is not an address, a range or a network";
  const { family, value: first } = address;
  const bits = bitsOf[family];
  if (!/^\d{1,3}$/.test(length) || Number(length) > bits) return `its prefix is not a number from 0 to ${bits}`;
  const size = 1n << BigInt(bits - Number(length));
  if (first % size !== 0n) return `the network begins at ${formatAddress({ family, value: first - (first % size) })}`;
  const last = first + size - 1n;
  if (reserved || size <= 2n) return { family, first, last };
  return { family, first: first + 1n, last: family === 4 ? last - 1n : last };
}
