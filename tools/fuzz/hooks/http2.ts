// Hostile requests over HTTP/2: streams of a session with what HTTP/1.1 gets too, and frames that no client sends.
import { once } from "node:events";
import { type ClientHttp2Session, connect } from "node:http2";
import { connect as connectTcp } from "node:net";
import { duplexPair } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { Random } from "@capstan/repo";
import { answerProblems, type ReadAnswer } from "./check-answer.ts";
import { exchange, longestMs, within } from "./exchange.ts";
import type { Tried } from "./http1.ts";
import { hostileBody } from "./requests/bodies.ts";
import { hostileFrames } from "./requests/frames.ts";
import type { Sample } from "./requests/samples.ts";
import { requestChanges, type WireRequest } from "./requests/wire-request.ts";

/** The changes that Node's client sends: it checks headers itself. */
const changes = ["path", "query", "method"] as const;
const headers: readonly Readonly<Record<string, string>>[] = [
  {},
  { "content-type": "text/plain" },
  { "content-encoding": "gzip" },
  { "content-length": "1" },
  { "content-length": "99999999999" },
  { expect: "100-continue" },
  { "x-many": "y".repeat(8_000) },
  { cookie: "a=b; ".repeat(500) },
];
/** Codes of a reset: no error, canceled, not begun, internal. */
const resets = [0, 8, 7, 2] as const;

/** The server ends a request that has not arrived after 30 s, and on a busy computer 20 MiB take ten of them. */
const longestStreamMs = 40_000;

/** How long a reset may take to have an effect that other streams of the session notice. */
const afterResetMs = 50;

/** Sends one connection's requests, which follow from the seed. */
export async function tryHttp2(port: number, samples: readonly Sample[], seed: number): Promise<Tried> {
  const random = new Random(seed);
  return random.chance(0.4) ? await tryFrames(port, samples, random) : await tryStreams(port, samples, random);
}

async function tryFrames(port: number, samples: readonly Sample[], random: Random): Promise<Tried> {
  const bytes = hostileFrames(random, random.pick(samples).path);
  const ending = random.pick(["end", "reset", "wait"] as const);
  const { hung } = await exchange(port, { pieces: [bytes], ending }, ["h2"]);
  const problems = hung ? ["the server neither answered nor closed the connection"] : [];
  return { how: ["frames", ending], statuses: [], problems };
}

async function tryStreams(port: number, samples: readonly Sample[], random: Random): Promise<Tried> {
  // Without the memory for its largest bodies, the client itself ends its streams.
  const session = connect(`https://127.0.0.1:${port}`, { createConnection: () => secure(port), maxSessionMemory: 200 });
  const isConnected = await connected(session);
  const streams = Array.from({ length: 1 + random.below(6) }, () => tryStream(session, samples, random));
  const tried = await Promise.all(streams);
  session.destroy();
  return {
    how: tried.flatMap(({ how }) => how),
    statuses: tried.flatMap(({ statuses }) => statuses),
    problems: [
      ...(isConnected ? [] : ["there was no connection of HTTP/2"]),
      ...tried.flatMap(({ problems }) => problems),
    ],
  };
}

/** A connection whose bytes go through streams. On a socket of its own, Node's client may not see that the server has ended the connection before it has read anything, and keeps its streams open. */
function secure(port: number): TLSSocket {
  const tcp = connectTcp(port, "127.0.0.1");
  const [near, far] = duplexPair();
  tcp.on("error", () => undefined).once("close", () => near.destroy());
  near.once("close", () => tcp.destroy());
  far.pipe(tcp).pipe(far);
  return connectTls({ socket: near, rejectUnauthorized: false, ALPNProtocols: ["h2"] });
}

/** Whether a session begins. Errors after that end it without a word. */
async function connected(session: ClientHttp2Session): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  session.on("error", () => resolve(false));
  session.on("close", () => resolve(false));
  session.once("connect", () => resolve(true));
  return (await within(longestMs, promise)) ?? false;
}

function hostileRequest(
  samples: readonly Sample[],
  random: Random,
): readonly [how: readonly string[], wire: WireRequest] {
  const { path, request } = random.pick(samples);
  const [how, body] = hostileBody(random, request);
  let wire: WireRequest = { method: "POST", path, query: "", headers: [], body, framing: "none" };
  const names = random.list(2, () => random.pick(changes));
  for (const name of names) wire = { ...wire, ...requestChanges[name]?.(random, wire) };
  return [[how, ...names], wire];
}

async function tryStream(session: ClientHttp2Session, samples: readonly Sample[], random: Random): Promise<Tried> {
  const [how, { method, path, query, body }] = hostileRequest(samples, random);
  const more = random.pick(headers);
  const reset = random.chance(0.15) ? { code: random.pick(resets), afterMs: random.below(5) } : undefined;
  try {
    const stream = session.request({ ...more, ":method": method, ":path": `${path}${query}` });
    const answer: { status: number; parts: Buffer[] } = { status: 0, parts: [] };
    stream.on("response", ({ ":status": status = 0 }) => (answer.status = status));
    stream.on("data", (part: Buffer) => answer.parts.push(part));
    stream.on("error", () => undefined);
    // Node's client does not always close a stream that ends without an error while it still sends: one with its whole answer is over, and so is one
    // that this side has reset.
    const over = Promise.race([once(stream, "close"), once(stream, "end")]).catch(() => undefined);
    stream.end(body);
    if (reset !== undefined) {
      await sleep(reset.afterMs);
      stream.close(reset.code);
    }
    const isOver = await within(
      longestStreamMs,
      (reset === undefined ? over : Promise.race([over, sleep(afterResetMs)])).then(() => true),
    );
    const whole: ReadAnswer = { status: answer.status, body: Buffer.concat(answer.parts).toString("latin1") };
    // A stream that was reset may have a part of an answer, or none.
    const isAnswer = answer.status !== 0 && reset === undefined && stream.rstCode === 0;
    return {
      how: [...how, ...(reset === undefined ? [] : ["reset"])],
      statuses: isAnswer ? [answer.status] : [],
      problems: [
        ...(isOver === undefined ? ["a stream was neither answered nor closed"] : []),
        ...(isAnswer && method !== "HEAD" ? answerProblems(whole) : []),
      ],
    };
  } catch {
    // Node's client does not send it.
    return { how: [...how, "not sent"], statuses: [], problems: [] };
  }
}
