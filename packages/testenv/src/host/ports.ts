// Finds free TCP ports of 127.0.0.1.
import { createServer, type Server } from "node:net";

/**
 * Finds `count` different ports of 127.0.0.1 that are free. They are free again when this returns, so another process can still
 * take one before it is used.
 */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listen));
  const ports = servers.map(portOf);
  await Promise.all(servers.map(close));
  return ports;
}

/** Finds one free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** The port that a listening TCP server uses. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("the server does not listen on a TCP port");
  return address.port;
}

function listen(): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
