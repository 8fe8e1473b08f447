// Ports nobody listens on: the system gives them out, they are free again when this returns.
// Called by dev-environment.ts. Another process may still take them first; the one that is started then says so.
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";

/** `count` different free ports on this computer's own address. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}
