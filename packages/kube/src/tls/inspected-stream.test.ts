// A connection through an InspectedStream: what passes in both directions, and how each way of ending reaches the other side.
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SharedTurns } from "../turns/shared-turns.ts";
import { InspectedStream } from "./inspected-stream.ts";

const inspected = { isEncrypted: true, inspect: () => {} };

let server: Server;
let peer: Socket;
let wire: Socket;

beforeEach(async () => {
  server = createServer({ allowHalfOpen: true }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const accepted = once(server, "connection");
  peer = connect({ port: address.port, host: "127.0.0.1", allowHalfOpen: true });
  peer.on("error", () => {});
  [wire] = (await accepted) as [Socket];
});
afterEach(() => {
  peer.destroy();
  wire.destroy();
  server.close();
});

test("all bytes are inspected until pass, and arrive in their order", async () => {
  const inspected: string[] = [];
  const stream: InspectedStream = new InspectedStream(wire, {
    isEncrypted: false,
    inspect: (bytes) => {
      inspected.push(bytes.toString());
      if (inspected.join("").length >= 2) stream.pass();
    },
  });
  const read = buffer(stream);
  peer.write("ab");
  await expect.poll(() => inspected.join("")).toBe("ab");
  peer.end("cd");
  expect([(await read).toString(), inspected.join("")]).toEqual(["abcd", "ab"]);
});

test("after pass a few bytes are passed on in the turn in which they come, as long as it has time, and more in another", async () => {
  const stream = new InspectedStream(wire, { isEncrypted: false, inspect: () => {} });
  const read: string[] = [];
  stream.on("data", (bytes: Buffer) => read.push(bytes.toString()));
  wire.emit("data", Buffer.from("a"));
  expect(read).toEqual([]);
  await expect.poll(() => read).toEqual(["a"]);
  stream.pass();
  await nextTurn();
  wire.emit("data", Buffer.from("b"));
  expect(read).toEqual(["a", "b"]);
  const more = "c".repeat(5000);
  wire.emit("data", Buffer.from(more));
  expect(read).toEqual(["a", "b"]);
  await expect.poll(() => read).toEqual(["a", "b", more]);
});

test("the end of what is written ends the connection for the peer", async () => {
  const stream = new InspectedStream(wire, inspected);
  const received = buffer(peer);
  stream.end("answer");
  expect((await received).toString()).toBe("answer");
});

test("bytes that the inspection rejects are not passed on, and both sides end", async () => {
  const stream = new InspectedStream(wire, {
    isEncrypted: true,
    inspect: () => {
      throw new Error("no certificate chain");
    },
  });
  const read: Buffer[] = [];
  stream.on("data", (bytes: Buffer) => read.push(bytes));
  const failed = once(stream, "error");
  const ended = once(peer.resume(), "end");
  peer.write("x");
  const [error] = (await failed) as [Error];
  await ended;
  expect([error.message, read, wire.destroyed]).toEqual(["no certificate chain", [], true]);
});

test("TLS that has ended gets no bytes, also of those that came before, but the end", async () => {
  const stream = new InspectedStream(wire, { isEncrypted: true });
  const secure = new PassThrough();
  stream.isReadBy(secure);
  const read: string[] = [];
  stream.on("data", (bytes: Buffer) => read.push(bytes.toString()));
  peer.write("first");
  await expect.poll(() => read).toEqual(["first"]);
  stream.pause();
  peer.write("second");
  await expect.poll(() => stream.readableLength).toBe(6);
  secure.end();
  const ended = once(stream, "end");
  stream.resume();
  peer.end("third");
  await ended;
  expect(read).toEqual(["first"]);
});

test("TLS gets bytes after a write of nothing, in their order", async () => {
  const stream = new InspectedStream(wire, { isEncrypted: true });
  const read = buffer(stream);
  for (let i = 0; i < 20; i += 1) {
    stream.write(Buffer.alloc(0));
    stream.write(Buffer.alloc(0));
    peer.write(`${i} `);
    await nextTurn();
  }
  peer.end();
  expect((await read).toString()).toBe(Array.from({ length: 20 }, (_, i) => `${i} `).join(""));
});

test("large pieces and costly connections do not hold what has turns of its own", async () => {
  const busy = new SharedTurns(() => undefined);
  busy.later(() => undefined);
  const stream = new InspectedStream(wire, {
    isEncrypted: false,
    turns: { small: new SharedTurns(), large: busy, costly: busy },
  });
  let read = 0;
  stream.on("data", (bytes: Buffer) => (read += bytes.length));
  peer.write(Buffer.alloc(4096));
  await expect.poll(() => read).toBe(4096);
  peer.write(Buffer.alloc(4097));
  await expect.poll(() => wire.isPaused()).toBe(true);
  expect(read).toBe(4096);
});

test("an error of the connection is one of the stream", async () => {
  const stream = new InspectedStream(wire, inspected);
  const failed = once(stream, "error");
  wire.destroy(new Error("reset by the network"));
  expect(((await failed) as [Error])[0].message).toBe("reset by the network");
});

test("a connection that closes without an error closes the stream", async () => {
  const stream = new InspectedStream(wire, inspected);
  const closed = once(stream, "close");
  wire.destroy();
  await closed;
  expect(stream.destroyed).toBe(true);
});

test("a connection that cannot be made fails with its reason, also when something was written before", async () => {
  const { port } = peer.address() as { port: number };
  server.close();
  peer.destroy();
  await once(peer, "close");
  const stream = new InspectedStream(connect({ port, host: "127.0.0.1" }), inspected);
  const failed = once(stream, "error");
  stream.write("hello");
  expect(await failed).toMatchObject([{ code: "ECONNREFUSED" }]);
});
