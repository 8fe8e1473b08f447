// How a server with TLS reads its connections: in turns of the event loop, whatever its callers send.
import { once } from "node:events";
import { connect } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { endAll, start } from "../test/raw-callers.ts";
import { keyUpdates } from "../test/key-updates.ts";
import { createSelfSigned } from "./certificates/index.ts";

afterEach(endAll);

const tls = createSelfSigned({ commonName: "server", ipAddresses: ["127.0.0.1"] });

test("a server without an authority for clients prefers TLS 1.3", async () => {
  const { port } = await start({}, { tls });
  const socket = connect({ port, host: "127.0.0.1", ca: tls.certPem });
  await once(socket, "secureConnect");
  expect(socket.getProtocol()).toBe("TLSv1.3");
  socket.destroy();
});

/** The longest turn of the event loop while something is done, in milliseconds of processor time. */
async function longestTurnMs(doing: () => Promise<void>): Promise<number> {
  let longest = 0;
  let last = process.threadCpuUsage();
  let timer: NodeJS.Timeout;
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
    timer = setTimeout(turn, 0);
  };
  timer = setTimeout(turn, 0);
  await doing();
  clearTimeout(timer);
  return longest;
}

test("callers that change their keys all the time do not hold the event loop", async () => {
  // Making their records takes some seconds.
  const server = await start({ headersMs: 60_000, requestMs: 60_000 }, { tls });
  // The first connections are read without turns.
  const first = Array.from({ length: 8 }, () => connect({ port: server.port, host: "127.0.0.1", ca: tls.certPem }));
  await Promise.all(first.map((socket) => once(socket, "secureConnect")));
  const flood = await Promise.all(Array.from({ length: 12 }, () => keyUpdates(server.port, 2400)));
  const longest = await longestTurnMs(async () => {
    for (const { wire, records } of flood) wire.write(records);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  });
  // None was rejected.
  expect(new Set(flood.map(({ wire }) => wire.readyState))).toEqual(new Set(["open"]));
  for (const socket of first) socket.destroy();
  for (const { wire } of flood) wire.destroy();
  // All of them are read in one turn without it.
  expect(longest).toBeLessThan(100);
}, 60_000);
