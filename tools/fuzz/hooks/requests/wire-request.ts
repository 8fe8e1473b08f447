// A request as it goes over the wire of HTTP/1.1, and what can be wrong with it.
import type { Random } from "@capstan/repo";

/** A request before it becomes bytes. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
  /** How the end of the body is known. */
  readonly framing: "length" | "chunked" | "none";
}

/** How a sender behaves. */
export interface Sending {
  /** The bytes, in the pieces in which they are sent. */
  readonly pieces: readonly Buffer[];
  /** What follows: nothing, an end of this side, or a reset of the connection. */
  readonly ending: "wait" | "end" | "reset";
}

type Change = (random: Random, request: WireRequest) => Partial<WireRequest>;

const timeouts = [
  "1ns",
  "0",
  "-1s",
  "1s",
  "30s",
  "1h1m1s",
  "1e9s",
  "NaN",
  "soon",
  "",
  `${"9".repeat(400)}s`,
  "%00",
  "%F0%9F%92%A9",
  "1s&timeout=2s",
  "1s&a=" + "b".repeat(2_000),
  "%ZZ",
  "%27%22%3C",
];
const headers = [
  "Content-Type: text/plain",
  "Content-Type: application/json; charset=utf-7",
  "Content-Encoding: gzip",
  "Accept: text/html",
  "Expect: 100-continue",
  "Expect: 200-ok",
  "Connection: keep-alive, upgrade",
  "Upgrade: h2c",
  "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
  "Host: other",
  "Host:",
  "Content-Length: 0",
  "Content-Length: 99999999999999999999",
  "Content-Length: -1",
  "Content-Length: 1, 2",
  "Transfer-Encoding: gzip, chunked",
  "Transfer-Encoding: identity",
  "Transfer-Encoding : chunked",
  "X-Forwarded-For: 127.0.0.1",
  "Cookie: " + "a=b; ".repeat(200),
  "__proto__: x",
  "constructor: x",
  "\u0000: x",
  "no colon",
  " folded: x",
  "x: a\u0007b",
  "x: é",
  "Range: bytes=0-1",
  "If-None-Match: *",
];
const methods = ["GET", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "PATCH", "CONNECT", "PRI", "post", "POST\u0000"];

const pathChanges: readonly ((random: Random, path: string) => string)[] = [
  (_, path) => path.toUpperCase(),
  (_, path) => path.replace("/before", "/Before"),
  (_, path) => `${path}/`,
  (_, path) => `/${path}`,
  (_, path) => path.replace("/v1", "/../v1"),
  (_, path) => path.replace("/v1", "/%2e%2e/v1"),
  (_, path) => path.replace("a", "%61"),
  (_, path) => `${path}%00`,
  (_, path) => `${path}#x`,
  (_, path) => `https://other${path}`,
  (random, path) => path.replace(/[^/]*$/, random.pick(["__proto__", "constructor", "toString", ".", "%", "", "é"])),
  (random) => random.pick(["*", "/", "", "//", "/healthz", "/metrics", "/..;/", "?", "http://", "/\\"]),
  (random, path) => `${path}/${"a".repeat(random.below(20_000))}`,
];

/** The ways to change a request that are not about its body, by name. */
export const requestChanges: Readonly<Record<string, Change>> = {
  path: (random, { path }) => ({ path: random.pick(pathChanges)(random, path) }),
  query: (random) => ({ query: `?timeout=${random.pick(timeouts)}` }),
  method: (random) => ({ method: random.pick(methods) }),
  headers: (random, { headers: before }) => ({
    headers: [...before, ...random.list(3, () => random.pick(headers)), random.pick(headers)],
  }),
  "many headers": (random, { headers: before }) => ({
    headers: [
      ...before,
      ...Array.from({ length: random.below(400) }, (_, i) => `X-${i}: ${"y".repeat(random.below(60))}`),
    ],
  }),
  chunked: () => ({ framing: "chunked" }),
  "no length": () => ({ framing: "none" }),
};

/** The bytes of a request. */
export function bytesOf(random: Random, { method, path, query, headers: given, body, framing }: WireRequest): Buffer {
  const lines = [`${method} ${path}${query} HTTP/1.1`, ...given];
  if (framing === "length") lines.push(`Content-Length: ${body.length}`);
  if (framing === "chunked") lines.push("Transfer-Encoding: chunked");
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`);
  return Buffer.concat([head, framing === "chunked" ? chunks(random, body) : body]);
}

function chunks(random: Random, body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length;) {
    const size = Math.min(body.length - at, 1 + random.below(random.chance(0.3) ? 3 : 5_000));
    const length = random.chance(0.02) ? random.pick(["-1", "FFFFFFFFFFFFFFFFF", "zz", "", "1e3"]) : size.toString(16);
    const extension = random.chance(0.05) ? `;a=${"b".repeat(random.below(300))}` : "";
    parts.push(Buffer.from(`${length}${extension}\r\n`), body.subarray(at, at + size), Buffer.from("\r\n"));
    at += size;
    // Thousands of chunks of one byte say no more than hundreds.
    if (parts.length > 1_500) {
      const rest = body.subarray(at);
      if (rest.length > 0) parts.push(Buffer.from(`${rest.length.toString(16)}\r\n`), rest, Buffer.from("\r\n"));
      break;
    }
  }
  if (!random.chance(0.03)) parts.push(Buffer.from("0\r\n\r\n"));
  return Buffer.concat(parts);
}

const endings: readonly Sending["ending"][] = ["end", "reset", "wait"];

type Send = (random: Random, bytes: Buffer) => Sending;

function inTwo(random: Random, bytes: Buffer): readonly [Buffer, Buffer] {
  const cut = random.below(bytes.length + 1);
  return [bytes.subarray(0, cut), bytes.subarray(cut)];
}

function noise(random: Random): Buffer {
  return Buffer.from(Array.from({ length: 1 + random.below(200) }, () => random.below(256)));
}

/** The ways to send bytes, by name, beside sending them whole. */
const sendings: Readonly<Record<string, Send>> = {
  cut: (random, bytes) => ({ pieces: inTwo(random, bytes).slice(0, 1), ending: random.pick(endings) }),
  "in pieces": (random, bytes) => ({ pieces: inTwo(random, bytes), ending: "wait" }),
  several: (random, bytes) => ({
    pieces: Array(2 + random.below(bytes.length > 1e6 ? 2 : 8)).fill(bytes),
    ending: random.pick(endings),
  }),
  "after noise": (random, bytes) => ({ pieces: [noise(random), bytes], ending: random.pick(endings) }),
  "before noise": (random, bytes) => ({ pieces: [bytes, noise(random)], ending: random.pick(endings) }),
  "then ended": (_, bytes) => ({ pieces: [bytes], ending: "end" }),
  "then reset": (_, bytes) => ({ pieces: [bytes], ending: "reset" }),
};

/** How bytes are sent: half of all whole, the others cut, in pieces, several times, or with noise around. */
export function sendingOf(random: Random, bytes: Buffer): readonly [how: string, sending: Sending] {
  if (random.chance(0.5)) return ["whole", { pieces: [bytes], ending: "wait" }];
  const [how, send] = random.pick(Object.entries(sendings));
  return [how, send(random, bytes)];
}
