// Free ports: what is found, and what counts as taken.
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { connectionPortsStart, freePort, freePorts, isFreePort, portOf } from "./ports.ts";

test("different ports, none of which the system gives to a connection", async () => {
  const ports = await freePorts(20);
  expect(new Set(ports).size).toBe(20);
  expect(Math.max(...ports)).toBeLessThan(await connectionPortsStart());
  expect(await Promise.all(ports.map(isFreePort))).toEqual(ports.map(() => true));
});

test("a port is not free while a server listens there, and is afterwards", async () => {
  const port = await freePort();
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  expect(await isFreePort(port)).toBe(false);
  server.close();
  await once(server, "close");
  expect(await isFreePort(port)).toBe(true);
});

test("a port is not free while the system gives it to a connection", async () => {
  const server = createServer((socket) => void socket.resume()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const connection = connect({ host: "127.0.0.1", port: portOf(server) });
  await once(connection, "connect");
  expect(await isFreePort(connection.localPort ?? 0)).toBe(false);
  connection.destroy();
  server.close();
  await once(server, "close");
});
