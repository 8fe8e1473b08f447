// Frames of HTTP/2 that no client sends: of random types, with lengths and streams that do not fit, in any order.
import type { Random } from "@capstan/repo";

const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
/** Names of types, for messages, and what they are on the wire. */
const types = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goaway: 7,
  window: 8,
  more: 9,
};

/** One frame, of a type with flags on a stream. */
function frame([type, flags, stream]: readonly [number, number, number], payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Field lines as literals without an index. */
function fields(pairs: readonly (readonly [name: string, value: string])[]): Buffer {
  const text = (value: string): Buffer => {
    const bytes = Buffer.from(value).subarray(0, 126);
    return Buffer.concat([Buffer.from([bytes.length]), bytes]);
  };
  return Buffer.concat(pairs.flatMap(([name, value]) => [Buffer.from([0]), text(name), text(value)]));
}

const oddFields: readonly (readonly [string, string])[] = [
  [":path", "/"],
  [":status", "200"],
  [":unknown", "x"],
  ["Content-Type", "x"],
  ["connection", "close"],
  ["transfer-encoding", "chunked"],
  ["te", "gzip"],
  ["content-length", "-1"],
  ["", "x"],
  ["x", "a\u0000b"],
  ["__proto__", "x"],
];

function noise(random: Random, most: number): Buffer {
  return Buffer.from(Array.from({ length: random.below(most) }, () => random.below(256)));
}

function setting(name: number, value: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt16BE(name, 0);
  bytes.writeUInt32BE(value >>> 0, 2);
  return bytes;
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

const pieces: readonly ((random: Random, path: string) => Buffer)[] = [
  (random) => frame([random.below(256), random.below(256), random.below(2 ** 31)], noise(random, 400)),
  (random) => frame([types.settings, 0, 0], setting(random.below(9), random.pick([0, 1, 2 ** 31, 2 ** 32 - 1]))),
  (random) => frame([types.window, 0, random.below(3)], number32(random.pick([0, 1, 2 ** 31 - 1, 2 ** 32 - 1]))),
  (random) => Buffer.concat(Array(random.below(50)).fill(frame([types.ping, 0, 0], Buffer.alloc(8)))),
  (random) => frame([types.ping, 0, 0], noise(random, 20)),
  (random) => frame([types.headers, random.below(64), 1 + 2 * random.below(5)], noise(random, 400)),
  (random) => frame([types.more, 4, 1], noise(random, 400)),
  (random) => Buffer.concat(Array(random.below(40)).fill(frame([types.more, 0, 1], fields([["x", "y".repeat(100)]])))),
  (random) => frame([types.data, random.below(16), 1], noise(random, 2_000)),
  (random) => frame([types.reset, 0, random.below(5)], number32(random.below(20))),
  (random) => frame([types.goaway, 0, 0], noise(random, 40)),
  (random) => frame([types.push, 4, 1], noise(random, 40)),
  (random) => frame([types.priority, 0, 1], noise(random, 12)),
  (random, path) =>
    frame(
      [types.headers, random.pick([4, 5]), 1],
      fields([
        [":method", "POST"],
        [":scheme", "https"],
        [":path", path],
        ...random.list(4, () => random.pick(oddFields)),
      ]),
    ),
  (random) => noise(random, 200),
];

/** The bytes of a connection that begins as HTTP/2 does. */
export function hostileFrames(random: Random, path: string): Buffer {
  const first = random.chance(0.9) ? [preface, frame([types.settings, 0, 0], Buffer.alloc(0))] : [noise(random, 60)];
  return Buffer.concat([...first, ...random.list(12, () => random.pick(pieces)(random, path))]);
}
