// Sends bytes over TLS, and waits for an answer or for the end of the connection.
import { connect as connectTcp } from "node:net";
import { connect } from "node:tls";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sending } from "./requests/wire-request.ts";

/** What came back. */
export interface Exchanged {
  /** Everything that was sent, a character for each byte. */
  readonly all: string;
  /** Whether the server did not answer, and did not end the connection. */
  readonly hung: boolean;
}

/** How long a server may take to answer or to close, once this side has ended. It reads the rest of a body for 10 s before it closes. */
export const longestMs = 20_000;
/** How long this side waits for an answer before it ends: one that does not come may be an answer to half a request. */
const patienceMs = 400;

/** Sends what is to be sent, and reads until the connection is over. The protocols are those of ALPN. */
export async function exchange(
  port: number,
  { pieces, ending }: Sending,
  protocols: readonly string[] = [],
): Promise<Exchanged> {
  const tcp = connectTcp(port, "127.0.0.1");
  const socket = connect({ socket: tcp, rejectUnauthorized: false, ALPNProtocols: [...protocols] });
  const { promise: closed, resolve: close } = Promise.withResolvers<true>();
  const { promise: answered, resolve: answer } = Promise.withResolvers<true>();
  const parts: Buffer[] = [];
  socket.on("data", (part: Buffer) => {
    parts.push(part);
    answer(true);
  });
  // A server may close under what is still sent.
  for (const each of [tcp, socket]) each.on("error", () => close(true));
  socket.on("close", () => close(true));
  for (const piece of pieces) {
    if (!socket.destroyed) socket.write(piece);
    if (pieces.length > 1) await sleep(1);
  }
  if (ending === "reset") {
    await Promise.race([sleep(5), closed]);
    tcp.resetAndDestroy();
  } else {
    if (ending === "wait") await within(patienceMs, Promise.race([answered, closed]));
    socket.end();
  }
  const isOver = await within(longestMs, closed);
  socket.destroy();
  return { all: Buffer.concat(parts).toString("latin1"), hung: isOver === undefined };
}

/** What a promise resolves with; undefined when it takes longer. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  const timer = new AbortController();
  try {
    return await Promise.race([promise, sleep(ms, undefined, { signal: timer.signal }).catch(() => undefined)]);
  } finally {
    timer.abort();
  }
}
