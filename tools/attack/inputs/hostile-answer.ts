// Random hostile answers of an API server: HTTP, compression, JSON and types.
import { gzipSync } from "node:zlib";
import type { Random } from "@capstan/repo";
import { endless, head, mebibyte, type RawAnswer, statusOf } from "../raw-server.ts";
import type { Verb } from "../victims/client.ts";

/** What no message may have in it. */
export const marker = "hunter2";

const limited = Array.from({ length: 29_000 }, (_, i) => [`k${i}`, i]);
/** JSON in many shapes; the last are as large as the limits allow. */
const bodies: readonly (() => string)[] = [
  () => "",
  () => "null",
  () => "5",
  () => `"${marker}"`,
  () => "[]",
  () => "{}",
  () => `<title>${marker}</title>`,
  () => `{"kind":"${marker}","metadata":{}}`,
  () => '{"metadata":{"continue":"\\ud800"},"items":[{"metadata":{}}]}',
  () => `{"__proto__":{"metadata":{}},"constructor":{"prototype":{}},"items":[]}`,
  () => JSON.stringify({ metadata: {}, ...Object.fromEntries(limited) }),
  () =>
    JSON.stringify({
      metadata: {},
      items: limited.slice(0, 14_000).map(([key]) => ({ metadata: { [String(key)]: 1 } })),
    }),
  () => `{"metadata":{},"a":"${"\\u0041".repeat(1_300_000)}"}`,
  () => `{"metadata":{},"a":"${"é".repeat(4_000_000)}"}`,
  () => `{"metadata":{},"a":${"1".repeat(8_000_000)}}`,
  () => `[${"[],".repeat(29_000)}[]]`,
  () => `${" ".repeat(8_000_000)}{}`,
  () => `{"metadata":{},"a":[${Array.from({ length: 500 }, () => "[".repeat(90) + "]".repeat(90)).join()}]}`,
];
/** How many of the bodies are small; the others are chosen seldom. */
const smallBodies = 10;
const odd = [
  null,
  0,
  -1,
  1e308,
  true,
  "",
  marker,
  "\u0000\u001b[2J",
  [],
  {},
  [null],
  [[]],
  { a: marker },
  "x".repeat(5000),
];
const encodings = ["", "gzip", "GZIP", "br", "deflate", "identity", "gzip, gzip", marker];
const oddHeaders = [
  "retry-after: 1e309",
  "retry-after: -1",
  `retry-after: ${marker}`,
  "retry-after: Thu, 01 Jan 2999 00:00:00 GMT",
  `location: http://${marker}/`,
  "content-length: 5",
  "content-length: -1",
  "transfer-encoding: chunked",
  "connection: upgrade",
  "upgrade: h2c",
  "keep-alive: timeout=999999999999",
  "connection: close",
  "content-type: text/html",
  "set-cookie: a=b",
  `x: ${"y".repeat(5e3)}`,
  "trailer: x",
  "bad header",
  "\0: x",
];
const codes = [
  100, 101, 102, 103, 199, 200, 200, 200, 200, 201, 204, 205, 206, 301, 302, 304, 307, 400, 401, 403, 404, 409, 410,
  422, 429, 500, 503, 504, 599, 999,
];
/** What is requested; watches twice as often. */
export const verbs: readonly Verb[] = ["get", "find", "listAll", "create", "discover", "version", "watch", "watch"];

function body(random: Random): string {
  if (random.chance(0.3))
    return statusOf({
      [random.pick(["message", "reason", "code", "details", "metadata", "status"])]: random.pick(odd),
    });
  if (random.chance(0.3)) return oddObject(random);
  const [small, large] = [bodies.slice(0, smallBodies), bodies.slice(smallBodies)];
  return (random.chance(0.9) ? random.pick(small) : random.pick(large))();
}

/** An object, list, discovery or event with one field of another type. */
function oddObject(random: Random): string {
  const value = random.pick(odd);
  const item = {
    name: value,
    kind: "Foo",
    namespaced: value,
    metadata: random.chance(0.5) ? { resourceVersion: value } : value,
  };
  const events = ["ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR", marker].map((type) =>
    JSON.stringify({ type, object: random.chance(0.8) ? item : value }),
  );
  return random.pick([
    JSON.stringify({ metadata: { continue: value }, items: [item], resources: [item], kind: "APIResourceList" }),
    JSON.stringify({ metadata: value, items: value, resources: value, kind: "APIResourceList" }),
    JSON.stringify({ type: value, object: value }),
    `${random.list(20, () => random.pick(events)).join("\n")}\n`,
  ]);
}

/** A random answer, and what it is. */
export function hostileAnswer(random: Random): { answer: RawAnswer; input: string } {
  const plain = body(random);
  const encoding = random.chance(0.7) ? "" : random.pick(encodings);
  const content = encoding !== "" && random.chance(0.7) ? gzipSync(plain, { level: 1 }) : Buffer.from(plain);
  const status = random.pick(codes);
  const headers = [
    ...(encoding === "" ? [] : [`content-encoding: ${encoding}`]),
    ...random.list(3, () => random.pick(oddHeaders)),
  ];
  const cutAt = random.chance(0.15) ? random.below(content.length + 1) : content.length;
  const sent = content.subarray(0, cutAt);
  const input = `${status} ${headers.join("; ").slice(0, 200)} ${cutAt}/${content.length} ${plain.slice(0, 200)}`;
  if (random.chance(0.02))
    return { answer: (socket) => socket.end(Buffer.from(plain.slice(0, 1000))), input: `raw ${input}` };
  if (random.chance(0.02))
    return {
      answer: endless(head(status, [...headers, "transfer-encoding: chunked"]), mebibyte),
      input: `endless ${input}`,
    };
  if (random.chance(0.01)) return { answer: endless("", "HTTP/1.1 102 Processing\r\n\r\n"), input: "endless 102" };
  if (random.chance(0.5)) {
    return {
      input: `chunked ${input}`,
      answer(socket) {
        socket.write(head(status, [...headers, "transfer-encoding: chunked"]));
        const size = random.pick([1, 7, 1000, 1e7]);
        const end = Math.min(sent.length, size * 2000);
        for (let at = 0; at < end; at += size) {
          const piece = sent.subarray(at, Math.min(end, at + size));
          socket.write(`${piece.length.toString(16)}\r\n`);
          socket.write(piece);
          socket.write("\r\n");
        }
        if (cutAt === content.length) socket.write("0\r\n\r\n");
        else socket.destroySoon();
      },
    };
  }
  return {
    input,
    answer(socket) {
      socket.write(head(status, [...headers, `content-length: ${content.length}`]));
      socket.write(sent);
      if (cutAt < content.length) socket.destroySoon();
    },
  };
}
