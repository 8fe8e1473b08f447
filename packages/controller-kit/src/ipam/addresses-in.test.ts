// Which addresses a pool has: entries, what is left out, errors, and that long networks cost nothing.
import { SocketAddress, isIPv6 } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addressesIn, type AddressesInOptions } from "./addresses-in.ts";
import { canonicalAddress, formatAddress, parseAddress } from "./ip-address.ts";

const cases: readonly { name: string; entries: readonly string[]; options?: AddressesInOptions; want: string[] }[] = [
  { name: "an address", entries: ["10.0.0.5", "FD00:0:0::5"], want: ["10.0.0.5", "fd00::5"] },
  { name: "a range", entries: ["10.0.0.254 - 10.0.1.1"], want: ["10.0.0.254", "10.0.0.255", "10.0.1.0", "10.0.1.1"] },
  { name: "a network without its first and last address", entries: ["10.0.0.4/30"], want: ["10.0.0.5", "10.0.0.6"] },
  {
    name: "a network with them",
    entries: ["10.0.0.4/30"],
    options: { reserved: true },
    want: ["10.0.0.4", "10.0.0.5", "10.0.0.6", "10.0.0.7"],
  },
  {
    name: "an IPv6 network without its first address",
    entries: ["fd00::/126"],
    want: ["fd00::1", "fd00::2", "fd00::3"],
  },
  { name: "networks of one and two", entries: ["10.0.0.0/31", "fd00::/128"], want: ["10.0.0.0", "10.0.0.1", "fd00::"] },
  {
    name: "each address once",
    entries: ["10.0.0.2-10.0.0.3", "10.0.0.1-10.0.0.4"],
    want: ["10.0.0.2", "10.0.0.3", "10.0.0.1", "10.0.0.4"],
  },
  {
    name: "no excluded address, whatever its form",
    entries: ["fd00::1-fd00::4"],
    options: { exclude: ["FD00:0::2", "fd00::4/127"] },
    want: ["fd00::1", "fd00::3"],
  },
  { name: "nothing", entries: [], want: [] },
];

for (const { name, entries, options, want } of cases) {
  test(`has ${name}`, () => {
    const list = addressesIn(entries, options);
    expect([...list]).toEqual(want);
    expect(list.size).toBe(BigInt(want.length));
  });
}

const network = "it is not an address, a range or a network";
const errors: readonly { entry: string; problem: string }[] = [
  { entry: "", problem: network },
  { entry: "gateway", problem: network },
  { entry: "10.0.0.256", problem: network },
  { entry: "010.0.0.1", problem: network },
  { entry: "fe80::1%eth0", problem: network },
  { entry: "10.0.0.1-10.0.0.2-10.0.0.3", problem: network },
  { entry: "10.0.0.1/24/24", problem: network },
  { entry: "10.0.0.1-fd00::1", problem: "its ends are of different IP versions" },
  { entry: "10.0.0.2-10.0.0.1", problem: "it ends before it begins" },
  { entry: "10.0.0.0/33", problem: "its prefix is not a number from 0 to 32" },
  { entry: "fd00::/-1", problem: "its prefix is not a number from 0 to 128" },
  { entry: "fd00::/", problem: "its prefix is not a number from 0 to 128" },
  { entry: "10.0.0.1/24", problem: "the network begins at 10.0.0.0" },
];

for (const { entry, problem } of errors) {
  test(`rejects "${entry}", also as an exclusion`, () => {
    expect(() => addressesIn([entry])).toThrow(`"${entry}": ${problem}`);
    expect(() => addressesIn([], { exclude: [entry] })).toThrow(`"${entry}": ${problem}`);
  });
}

test("a long network is not expanded, and can be read from any place", () => {
  const before = process.threadCpuUsage().user;
  const list = addressesIn(["fd00::/64", "::/0"]);
  const [first] = list;
  const [last] = list.from((1n << 64n) - 2n);
  const [afterIt] = list.from((1n << 64n) - 1n);
  expect([first, last, afterIt]).toEqual(["fd00::1", "fd00::ffff:ffff:ffff:ffff", "::1"]);
  expect([list.includes("fd00::ffff"), list.includes("fd00::"), list.includes("10.0.0.1")]).toEqual([
    true,
    true,
    false,
  ]);
  // Half a millisecond when right.
  expect(process.threadCpuUsage().user - before).toBeLessThan(100_000);
});

test("lists of the same addresses have the same key", () => {
  const key = addressesIn(["10.0.0.1-10.0.0.9"], { exclude: ["10.0.0.5"] }).key;
  expect(addressesIn(["10.0.0.1-10.0.0.4", "10.0.0.6-10.0.0.9"]).key).toBe(key);
  expect(addressesIn(["10.0.0.6-10.0.0.9", "10.0.0.1-10.0.0.4"]).key).not.toBe(key);
});

const small = fc.record({ first: fc.integer({ min: 0, max: 300 }), length: fc.integer({ min: 0, max: 40 }) });
type Small = { readonly first: number; readonly length: number };
const at = (value: number): string => `10.0.${value >> 8}.${value & 255}`;
const entryOf = ({ first, length }: Small): string => `${at(first)}-${at(first + length)}`;
const valuesOf = ({ first, length }: Small): number[] =>
  Array.from({ length: length + 1 }, (_, index) => first + index);

const thousand = Array.from({ length: 1000 }, (_, index) => index);
const hostile: readonly { name: string; entries: readonly string[]; exclude?: readonly string[] }[] = [
  {
    name: "addresses, and ranges around all of them",
    entries: thousand.map((i) => (i < 750 ? at(2 * i + 1000) : `${at(2000 - i)}-${at(3000 + i)}`)),
  },
  {
    name: "exclusions, and ranges around all of them",
    entries: thousand.map((i) => `${at(2000 - i)}-${at(5000 + i)}`),
    exclude: thousand.map((i) => at(2 * i + 2100)),
  },
];
test.each(hostile)("a thousand $name are read soon", ({ entries, exclude = [] }) => {
  const before = process.threadCpuUsage().user;
  expect(addressesIn(entries, { exclude }).size).toBeGreaterThan(1000n);
  // Some milliseconds when right, seconds when each is compared with all others.
  expect(process.threadCpuUsage().user - before).toBeLessThan(100_000);
});

test("property: a list has the addresses of its entries in order, each once, without the excluded ones", () => {
  fc.assert(
    fc.property(fc.array(small, { maxLength: 6 }), fc.array(small, { maxLength: 4 }), (entries, exclude) => {
      const holes = new Set(exclude.flatMap(valuesOf));
      const want = [...new Set(entries.flatMap(valuesOf))].filter((value) => !holes.has(value)).map(at);
      const list = addressesIn(entries.map(entryOf), { exclude: exclude.map(entryOf) });
      expect([...list]).toEqual(want);
      expect(list.size).toBe(BigInt(want.length));
      const middle = want.length >> 1;
      expect([...list.from(BigInt(middle))]).toEqual(want.slice(middle));
      expect(want.every((address) => list.includes(address))).toBe(true);
    }),
  );
});

test("property: the form of an address is that of Node's own, except for IPv4 in IPv6", () => {
  fc.assert(
    fc.property(fc.ipV6(), (text) => {
      fc.pre(isIPv6(text));
      const canonical = canonicalAddress(text) ?? "";
      expect(parseAddress(canonical)).toEqual(parseAddress(text));
      const node = new SocketAddress({ family: "ipv6", address: text }).address;
      fc.pre(!node.includes("."));
      expect(canonical).toBe(node);
    }),
  );
});

test("property: every number is an address that is read as this number", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }), (value) => {
      expect(parseAddress(formatAddress({ family: 6, value }))).toEqual({ family: 6, value });
      const low = value & 0xffffffffn;
      expect(parseAddress(formatAddress({ family: 4, value: low }))).toEqual({ family: 4, value: low });
    }),
  );
});
