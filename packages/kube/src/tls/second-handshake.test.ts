// A server that requests a second handshake in a connection that waits for its next request.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:https";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { forgedRecord, HandshakeServer } from "../../test/second-handshake-server.ts";
import { clientTls, LimitedAgent } from "./limited-agent.ts";

const file = (name: string): Buffer => readFileSync(new URL(`../../testdata/certificates/${name}`, import.meta.url));
const pair = { cert: file("server.crt"), key: file("server.key") };

test.each([
  { behind: "nothing", tail: Buffer.alloc(0) },
  { behind: "a forged record", tail: forgedRecord },
])("ends the connection and nothing else, with $behind behind it", async ({ tail }) => {
  using server = new HandshakeServer({ ...pair, tail });
  const port = await server.listen();
  for (const tls13 of [false, true]) {
    const limits = { tls13, handshakeBytes: 10_240 };
    const agent = new LimitedAgent({ keepAlive: true, ca: pair.cert, ...clientTls(tls13) }, limits);
    const sent = request({ host: "127.0.0.1", port, agent }).end();
    const [response] = await once(sent, "response");
    const { socket } = sent;
    expect((await buffer(response)).toString()).toBe("{}");
    await expect.poll(() => socket?.destroyed, { timeout: 5000 }).toBe(true);
    // What nobody listens for, also in the next turns, fails this file.
    for (let times = 0; times < 2; times += 1) socket?.emit("error", new Error("failed"));
    await sleep(20);
    agent.destroy();
  }
});
