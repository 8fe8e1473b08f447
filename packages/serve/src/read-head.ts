// Reads the head of the first request of a connection and nothing else. Node's parser goes on through all that one read has: a caller can send hundreds of requests in 16 KB, each of which costs as
// much as one that is answered.
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** What a head may be. */
export interface HeadLimits {
  /** The methods that are answered. */
  readonly methods: readonly string[];
  readonly bytes: number;
  /** How long a caller may take to send it. */
  readonly ms: number;
}

/** All that was read, once the head is whole; or why it is not read. */
export type ReadHead = { readonly read: Buffer } | { readonly status: 405 | 431 };

const headEnd = "\r\n\r\n";

/**
 * Reads from a new connection until there is a whole head, or until there can be none. The connection is paused then; one whose caller takes too long, or ends it before, is closed.
 *
 * @example
 * createServer((socket) => readHead(socket, { methods: ["CONNECT"], bytes: 16_384, ms: 5000 }, (head) => answer(socket, head)));
 */
export function readHead(socket: Socket, { methods, bytes, ms }: HeadLimits, then: (head: ReadHead) => void): void {
  const starts = methods.map((method) => `${method} `);
  let read: Buffer = Buffer.alloc(0);
  const timer = setTimeout(() => socket.destroy(), ms);
  const done = (head: ReadHead): void => {
    clearTimeout(timer);
    socket.off("data", take).off("end", end).pause();
    then(head);
  };
  const take = (data: Buffer): void => {
    read = read.length === 0 ? data : Buffer.concat([read, data]);
    if (!starts.some((start) => start.startsWith(read.toString("latin1", 0, start.length)))) done({ status: 405 });
    else if (read.subarray(0, bytes).includes(headEnd)) done({ read });
    else if (read.length >= bytes) done({ status: 431 });
  };
  const end = (): void => void socket.destroy();
  socket.on("error", end).once("end", end);
  socket.once("close", () => clearTimeout(timer));
  socket.on("data", take);
}

/** How long, and how much, a caller may still send that has its answer. */
const linger = { ms: 1000, bytes: 64 * 1024 } as const;

/** Writes the last answer of a connection. What the caller still sends is dropped: unread bytes would make the system reset the connection, and the answer be lost. */
export function endWith(socket: Duplex, answer: string): void {
  let left: number = linger.bytes;
  socket.end(answer);
  socket.on("data", (data: Buffer) => {
    left -= data.length;
    if (left < 0) socket.destroy();
  });
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), linger.ms);
  socket.once("close", () => clearTimeout(timer));
}
