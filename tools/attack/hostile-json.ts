// Real JSON with something hostile in it: other types, deep nesting, names of prototypes, huge numbers, bytes that are not UTF-8.
import type { Random } from "@capstan/repo";

const mark = "\u0001hostile\u0001";

const pieces: readonly ((random: Random) => string)[] = [
  () => "null",
  () => "true",
  () => "1e400",
  () => "-0",
  () => "9".repeat(400),
  () => "123456789012345678901234567890",
  () => '""',
  () => '"\\ud800"',
  () => '"\\u0000"',
  () => "[]",
  () => "{}",
  () => '{"__proto__":{"polluted":"yes"}}',
  () => '{"constructor":{"prototype":{"polluted":"yes"}}}',
  () => '{"toString":1,"hasOwnProperty":null,"length":-1}',
  (random) => JSON.stringify("a".repeat(random.below(200_000))),
  (random) => nested("[", "]", random.below(12_000)),
  (random) => nested('{"a":', "}", random.below(12_000)),
  (random) => nested('{"__proto__":', "}", random.below(600)),
  (random) => `[${"[],".repeat(random.below(20_000))}0]`,
  (random) => JSON.stringify(nested('{"a":', "}", random.below(20_000))),
  (random) => JSON.stringify(random.pick(["..\u002f..\u002fx", "${A}", "<script>", "a/b~0~1", "\u202e", "v1"])),
];

/** A value inside as many lists, or objects with one field. */
function nested(from: string, to: string, depth: number): string {
  return `${from.repeat(depth)}1${to.repeat(depth)}`;
}

/** The JSON of a value with up to three places replaced. */
export function hostileJson(random: Random, value: unknown): string {
  let result = JSON.stringify(value);
  for (let i = random.below(3); i >= 0; i -= 1) {
    const marked = markedJson(random, result);
    if (marked === undefined) return result;
    result = marked.replace(JSON.stringify(mark), () => random.pick(pieces)(random));
  }
  return result;
}

/** The JSON with the mark in it; undefined when what it has got is nested too deep for JSON.stringify. */
function markedJson(random: Random, json: string): string | undefined {
  try {
    return JSON.stringify(replacedSomewhere(random, JSON.parse(json)));
  } catch {
    return undefined;
  }
}

/** The value with the mark in the place of one of its parts, or as one more field. */
function replacedSomewhere(random: Random, value: unknown): unknown {
  if (typeof value !== "object" || value === null || random.chance(0.15)) return mark;
  const keys = Object.keys(value);
  if (!Array.isArray(value) && (keys.length === 0 || random.chance(0.15))) {
    const key = random.pick(["__proto__", "constructor", "apiVersion", "kind", "metadata", "annotations", "x"]);
    return Object.fromEntries([...Object.entries(value), [key, mark]]);
  }
  if (keys.length === 0) return [mark];
  const key = random.pick(keys);
  const changed = Object.entries(value).map(
    ([name, each]) => [name, name === key ? replacedSomewhere(random, each) : each] as const,
  );
  return Array.isArray(value) ? changed.map(([, each]) => each) : Object.fromEntries(changed);
}

/** Bytes with some of them changed, cut or added. */
export function hostileBytes(random: Random, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let i = random.below(6); i >= 0 && copy.length > 0; i -= 1)
    copy[random.below(copy.length)] = random.pick([0, 0x22, 0x7b, 0xc0, 0xff, random.below(256)]);
  return random.chance(0.5) ? copy.subarray(0, random.below(copy.length + 1)) : copy;
}
