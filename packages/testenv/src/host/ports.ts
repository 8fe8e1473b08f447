// Finds free TCP ports of 127.0.0.1, outside the range from which the system takes the local ports of connections: such a
// connection can live for hours, and a server whose port it has taken cannot start until then.
import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";

/** The lowest port that is tried: below are many ports of known services. */
const lowest = 10_000;

/** Where the system's own range begins if it does not tell: the range that IANA sets aside for it. */
const usualStart = 49_152;

/** How many ports are tried before the system is left to choose one. */
const attempts = 100;

/**
 * Finds `count` different ports of 127.0.0.1 that are free. They are free again when this returns, so another server can still
 * take one before it is used; a connection takes none of them.
 */
export async function freePorts(count: number): Promise<number[]> {
  const end = await connectionPortsStart();
  const servers: Server[] = [];
  // One after the other: each listens until all are found, so that all are different.
  for (let found = 0; found < count; found++) servers.push(await listenBelow(end));
  const ports = servers.map(portOf);
  await Promise.all(servers.map(close));
  return ports;
}

/** Finds one free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** Whether a server could listen on a port of 127.0.0.1 now: neither a server nor a connection has it. */
export async function isFreePort(port: number): Promise<boolean> {
  const server = await listen(port);
  if (server === undefined) return false;
  await close(server);
  return true;
}

/** The port that a listening TCP server uses. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("the server does not listen on a TCP port");
  return address.port;
}

/** The first port that the system gives to connections. */
export async function connectionPortsStart(): Promise<number> {
  const text = await readFile("/proc/sys/net/ipv4/ip_local_port_range", "utf8").catch(() => "");
  const start = Number(text.trim().split(/\s+/)[0]);
  return Number.isInteger(start) && start > 0 ? start : usualStart;
}

async function listenBelow(end: number): Promise<Server> {
  for (let attempt = 0; end > lowest && attempt < attempts; attempt++) {
    const server = await listen(randomInt(lowest, end));
    if (server !== undefined) return server;
  }
  const server = await listen(0);
  if (server === undefined)
    throw new Error("no port of 127.0.0.1 is free: stop some of the programs that listen there");
  return server;
}

/** Undefined if the port is not free. */
function listen(port: number): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(undefined);
      else reject(error);
    });
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
