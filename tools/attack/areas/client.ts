// Answers of API servers that tenants own, to the client of a manager.
import { once } from "node:events";
import { createServer } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { forgedRecord, HandshakeServer } from "../../../packages/kube/test/second-handshake-server.ts";
import type { Area, Attack, Fuzz } from "../area.ts";
import { type ChainSize, hostileChain } from "../inputs/hostile-chain.ts";
import { hostileAnswer, marker, verbs } from "../inputs/hostile-answer.ts";
import type { Lab } from "../lab.ts";
import { stallLimitMs } from "../stall-limit.ts";
import { Random } from "@capstan/repo";
import { createCertificateAuthority } from "@capstan/serve/certificates";
import { endless, head, mebibyte, type RawAnswer, startRawServer, statusOf, whole } from "../raw-server.ts";
import { startVictim, type Victim } from "../victim.ts";
import type { Ended, Verb } from "../victims/client.ts";

const victimFile = new URL("../victims/client.ts", import.meta.url);
const growthLimitMiB = 256;

// What `call` of the victim returns.
const ask = async (victim: Victim<object>, verb: Verb): Promise<Ended> => (await victim.call(verb)) as Ended;

interface Shown {
  readonly name: string;
  readonly before: string;
  readonly verb: Verb;
  readonly answer: () => RawAnswer;
  readonly want: string;
}

const attackOf = ({ name, before, verb, answer, want }: Shown): Attack => ({
  name,
  before,
  async run() {
    await using server = await startRawServer();
    server.answer = answer();
    await using victim = await startVictim<object>(victimFile, { server: server.url, timeoutMs: 5000 });
    return await expectError(victim, verb, want);
  },
});

/** Makes one request; rejects unless it ends with this code, a short message, a short stall and little memory. */
async function expectError(victim: Victim<object>, verb: Verb, want: string): Promise<string> {
  const { code, message } = await ask(victim, verb);
  const { longestStallMs, growthMiB } = await victim.measure();
  const measured = `${growthMiB.toFixed(0)} MiB, stall ${longestStallMs.toFixed(0)} ms`;
  if (code !== want) throw new Error(`${code}: ${message.slice(0, 300)}`);
  if (message.length > 2000 || message.includes(marker))
    throw new Error(`the message has ${message.length} characters`);
  if (longestStallMs > stallLimitMs() || growthMiB > growthLimitMiB) throw new Error(measured);
  return `\`${code}\`, ${measured}`;
}

interface ShownChain {
  readonly name: string;
  readonly before: string;
  readonly chain: ChainSize;
  readonly want: string;
}

const chains: readonly ShownChain[] = [
  {
    // It has 88 KB; OpenSSL accepts up to 100.
    name: "certificates that take long to check",
    before: "a stall of 0.5 s for each connection",
    chain: { authorities: 3, constraints: 148, names: 2800 },
    want: "client/limit",
  },
  {
    name: "a chain of 12 authorities with keys that are slow to check",
    before: "0.4 s for each connection, with further ones in the kubeconfig",
    chain: { authorities: 12, constraints: 0, names: 0, curve: "sect571r1" },
    want: "client/untrusted-server",
  },
  {
    name: "an authority with a key on a curve that NIST has no name for",
    before: "Node 24 ended with a segmentation fault",
    chain: { authorities: 1, constraints: 0, names: 0, curve: "secp256k1" },
    want: "client/untrusted-server",
  },
];

const chainAttackOf = ({ name, before, chain, want }: ShownChain): Attack => ({
  name,
  before,
  async run({ folder }) {
    const { ca, cert, key } = hostileChain(folder, chain);
    const server = createServer({ cert, key }, (_, response) => response.end("{}")).listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const address = server.address();
      const url = `https://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
      await using victim = await startVictim<object>(victimFile, { server: url, caData: ca, timeoutMs: 5000 });
      return await expectError(victim, "version", want);
    } finally {
      server.close();
    }
  },
});

/** The client has its answer, and its connection waits. */
const secondHandshake: Attack = {
  name: "a second TLS handshake in a connection that waits, with a forged record behind it",
  before: "not tried on 0.1; later the process ended, 12 of 12 times",
  async run() {
    const authority = createCertificateAuthority({ commonName: "tenant" });
    const pair = authority.issue({ commonName: "server", ipAddresses: ["127.0.0.1"] });
    using server = new HandshakeServer({ cert: pair.certPem, key: pair.keyPem, tail: forgedRecord });
    const url = `https://127.0.0.1:${await server.listen()}`;
    const target = { server: url, caData: authority.certPem, timeoutMs: 5000 };
    await using victim = await startVictim<object>(victimFile, target);
    for (let count = 0; count < 5; count += 1) {
      const { code, message } = await ask(victim, "version");
      if (code !== "none") throw new Error(`${code}: ${message}`);
      await sleep(100);
    }
    return await expectError(victim, "get", "client/bad-answer");
  },
};

const chunked = head(200, ["content-type: application/json", "transfer-encoding: chunked"]);
// Members of gzip that follow each other are one body. Made at once, it would use up the memory of this process.
const member = gzipSync(Buffer.alloc(2 ** 20, "x"));
const bomb = (): Buffer => Buffer.concat(Array.from({ length: 400 }, () => member));
const text = (value: unknown): RawAnswer => whole(JSON.stringify(value));

const attacks: readonly Shown[] = [
  {
    name: "408 KB of gzip that become 400 MiB, not requested",
    before: "1,302 MiB",
    verb: "version",
    answer: () => whole(bomb(), ["content-encoding: gzip"]),
    want: "client/bad-answer",
  },
  {
    name: "the same for a list, which requests compression",
    before: "1,302 MiB",
    verb: "listAll",
    answer: () => whole(bomb(), ["content-encoding: gzip"]),
    want: "client/limit",
  },
  {
    name: "a page token of 2 MiB, which becomes 18 MiB in the URL of the next page",
    before: "the token was sent back",
    verb: "listAll",
    answer: () => text({ metadata: { continue: "\u20ac".repeat(2 ** 21) }, items: [] }),
    want: "client/long-request",
  },
  {
    name: "an endless body",
    before: "2,004 MiB within 5 s",
    verb: "version",
    answer: () => endless(chunked, mebibyte),
    want: "client/limit",
  },
  {
    name: "an endless body in chunks of one byte",
    before: "without limit",
    verb: "version",
    answer: () => endless(chunked, "1\r\nx\r\n".repeat(10_000)),
    want: "client/limit",
  },
  {
    name: "a watch of empty lines without an end, after its first event",
    before: "stalls of up to a second, for as long as the watch lived",
    verb: "watch",
    answer: () => (socket, request) => {
      const event = '{"type":"ADDED","object":{"metadata":{"resourceVersion":"1"}}}\n';
      const lines = "\n".repeat(60_000);
      const chunk = (content: string): string => `${content.length.toString(16)}\r\n${content}\r\n`;
      endless(`${chunked}${chunk(event)}`, chunk(lines))(socket, request);
    },
    want: "client/bad-answer",
  },
  {
    name: "an event of a watch without an end",
    before: "958 MiB within 4 s",
    verb: "watch",
    answer: () => endless(chunked, mebibyte),
    want: "client/limit",
  },
  {
    name: "a body that comes byte by byte",
    before: "ended by the deadline of one attempt",
    verb: "version",
    answer: () => (socket) => {
      socket.write(chunked);
      const timer = setInterval(() => socket.write("1\r\nx\r\n"), 50);
      socket.on("close", () => clearInterval(timer));
    },
    want: "client/timeout",
  },
  {
    name: "a list whose pages do not end",
    before: "without limit",
    verb: "listAll",
    answer: () => {
      const items = Array.from({ length: 2000 }, () => ({ metadata: { name: "x".repeat(300) } }));
      return text({ metadata: { continue: "more" }, items });
    },
    want: "client/limit",
  },
  {
    name: "a list whose pages do not end, each 400 bytes of gzip with 14,500 empty objects",
    before: "944 MiB",
    verb: "listAll",
    answer: () => {
      const items = Array.from({ length: 50 }, () => ({ metadata: {}, a: Array.from({ length: 290 }, () => ({})) }));
      const page = gzipSync(JSON.stringify({ metadata: { continue: "more" }, items }));
      return whole(page, ["content-encoding: gzip"]);
    },
    want: "client/limit",
  },
  {
    name: "a Status with a message of 3 MB",
    before: "a message of 3,000,021 characters",
    verb: "get",
    answer: () => whole(statusOf({ reason: "NotFound", code: 404, message: marker.repeat(430_000) }), [], 404),
    want: "client/not-found",
  },
  {
    name: "headers without an end",
    before: 'ended by Node\'s own limit, as "does not answer with HTTP"',
    verb: "get",
    answer: () => endless("HTTP/1.1 200 X\r\n", `x-${marker}: ${"y".repeat(100)}\r\n`),
    want: "client/limit",
  },
  {
    name: "an answer 101, which switches to another protocol",
    before: "the call never ended; ten of them held a controller for ever",
    verb: "get",
    answer: () => (socket) => socket.write(head(101, ["connection: upgrade", "upgrade: x"])),
    want: "client/unreachable",
  },
  {
    name: "answers 1xx without an end, and never the real one",
    before: "a stall of 118 ms, and no end before the deadline",
    verb: "get",
    answer: () => endless("", head(103, [`link: <${marker}>`]).repeat(1000)),
    want: "client/unreachable",
  },
  {
    name: "20 MiB of `[]`",
    before: "a stall of 2.1 s",
    verb: "version",
    answer: () => whole(`[${"[],".repeat(7_000_000)}0]`),
    want: "client/limit",
  },
  {
    name: "8 MB of objects with ever new field names",
    before: "a stall of 0.5 s",
    verb: "version",
    answer: () => whole(`[${Array.from({ length: 500_000 }, (_, i) => `{"k${i}":1}`).join()}]`),
    want: "client/limit",
  },
  {
    name: "an answer nested 100,000 deep",
    before: "accepted; a RangeError in whatever walks it",
    verb: "get",
    answer: () => whole(`{"metadata":{},"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`),
    want: "client/limit",
  },
];

const answers: Fuzz = {
  name: "answers of API servers: sizes, compression, chunks, endless, cut, nested, of other types, wrong HTTP",
  growthLimitMiB,
  async run(lab, inputs) {
    // Most inputs wait for a deadline.
    const lanes = Array.from({ length: lanesAtOnce }, () => new Random(lab.random.below(2 ** 32)));
    await Promise.all(lanes.map((random) => runLane(lab, { random, inputs: Math.ceil(inputs / lanesAtOnce) })));
  },
};

const lanesAtOnce = 8;

/** Sends answers to a client of their own. */
async function runLane(lab: Lab, { random, inputs }: { random: Random; inputs: number }): Promise<void> {
  await using server = await startRawServer();
  await using victim = await startVictim<object>(victimFile, { server: server.url, timeoutMs: 200 });
  for (let i = 0; i < inputs; i += 1) {
    const verb = random.pick(verbs);
    const { answer, input } = hostileAnswer(random);
    server.answer = answer;
    const sent = `${verb} ${input}`;
    try {
      const { code, message } = await ask(victim, verb);
      if (code !== "none" && !code.startsWith("client/")) lab.fault("wrong", `${code}: ${message}`, sent);
      if (message.includes(marker)) lab.fault("wrong", `a message quotes it: ${message}`, sent);
      if (message.length > 2000) lab.fault("wrong", "a long message", sent);
      lab.stall((await victim.measure()).longestStallMs, sent);
    } catch (error) {
      lab.fault("crashed", String(error), sent);
      if (victim.exit !== undefined) return;
    }
  }
  lab.growth((await victim.measure()).growthMiB);
}

export const client: Area = {
  name: "client",
  attacks: [...attacks.map(attackOf), ...chains.map(chainAttackOf), secondHandshake],
  fuzzes: [answers],
};
