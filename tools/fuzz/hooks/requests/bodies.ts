// Bodies made of valid ones: other types and bounds at a place that the request has, then bytes.
import type { Random } from "@capstan/repo";
import { hostileBytes, hostileJson } from "@capstan/tool-attack/hostile-json";

const versions = ["v1.99.0", "banana", "v1.34", "1.34.0", "v1.34.0+build", "v0.0.0", `v1.${"9".repeat(60)}.0`];
const numbers = [0, -1, 1.5, 2 ** 31, -(2 ** 31), 2 ** 53, 1e308, -0];
const strings = ["", " ", "\u0000", "\ud800", "\u202e", "__proto__", "constructor", "a".repeat(70_000), ...versions];

/** One value of the type of another, at a bound. */
function atBound(random: Random, value: unknown): unknown {
  if (typeof value === "number") return random.pick(numbers);
  if (typeof value === "string") return random.pick(strings);
  if (Array.isArray(value)) return random.pick([[], [...value, ...value], Array(random.below(3_000)).fill(value[0])]);
  return random.pick([null, {}, [], "", 0, true, [value], { value }]);
}

/** The value with one part at a bound, removed, renamed or added; schema by example, since the sample is valid. */
function bounded(random: Random, value: unknown): unknown {
  if (typeof value !== "object" || value === null || random.chance(0.1)) return atBound(random, value);
  const entries = Object.entries(value);
  const [name, part] = entries.length === 0 ? ["", undefined] : random.pick(entries);
  if (Array.isArray(value)) return part === undefined ? [{}] : value.with(Number(name), bounded(random, part));
  const others = entries.filter(([other]) => other !== name);
  const become = random.below(10);
  if (become === 0) return Object.fromEntries(others);
  if (become === 1) return Object.fromEntries([...others, [name.toUpperCase(), part]]);
  if (become === 2) return Object.fromEntries([...entries, [random.pick(["later", "__proto__", "toString"]), part]]);
  return Object.fromEntries([...others, [name, bounded(random, part)]]);
}

/** JSON whose objects have a field twice. */
function twice(random: Random, json: string): string {
  const names = Array.from(json.matchAll(/"[a-zA-Z]{1,40}":/g), ([name]) => name);
  if (names.length === 0) return json;
  const name = random.pick(names);
  const value = random.pick(["null", "1", '"a"', "{}", "[]", '{"__proto__":1}']);
  return json.replace(name, () => `${name}${value},${name}`);
}

const fillers: readonly ((random: Random) => string)[] = [
  (random) => `"later":[${"0,".repeat(random.below(100_000))}0]`,
  (random) => `"later":${"9".repeat(random.below(100_000) + 1)}`,
  (random) => `"later":${'{"a":'.repeat(random.below(5_000))}1`,
  (random) => `"later":"${"\\u0041".repeat(random.below(50_000))}"`,
  (random) => `${Array.from({ length: random.below(5_000) }, (_, i) => `"k${i}":0,`).join("")}"later":0`,
];

const bytesOf: readonly ((random: Random, json: string) => Buffer)[] = [
  (random, json) => hostileBytes(random, Buffer.from(json)),
  (_, json) => Buffer.from(`\ufeff${json}`),
  (_, json) => Buffer.from(json, "utf16le"),
  (_, json) => Buffer.from(json.replace('"n"', '"\u00ff"'), "latin1"),
  (random, json) => Buffer.concat([Buffer.from(json), Buffer.from([random.below(256)])]),
  (_, json) => Buffer.from(`${json}${json}`),
  (random, json) => Buffer.from(`{${random.pick(fillers)(random)},${json.slice(1)}`),
  (_, json) => Buffer.from(`${" ".repeat(100_000)}${json}`),
  () => Buffer.from(""),
  (random) => Buffer.from(random.pick(["null", "[]", '"a"', "1", "{}", "{", "[[[[", "true", "NaN", '{"a":1,}'])),
];

const limitBytes = 20 * 2 ** 20;

/** A hostile body, and in what way it is one. */
export function hostileBody(random: Random, request: object): readonly [how: string, body: Buffer] {
  if (random.chance(0.002)) return ["about 20 MiB", Buffer.alloc(limitBytes - 1_000 + random.below(2_000), "[")];
  const how = random.below(4);
  if (how === 0) return ["bounds", Buffer.from(asJson(bounded(random, request)))];
  if (how === 1) return ["JSON", Buffer.from(hostileJson(random, request))];
  if (how === 2) return ["a field twice", Buffer.from(twice(random, asJson(request)))];
  const kind = random.below(bytesOf.length);
  return [`bytes ${kind}`, bytesOf[kind]?.(random, asJson(request)) ?? Buffer.from("")];
}

function asJson(value: unknown): string {
  return JSON.stringify(value) ?? "null";
}
