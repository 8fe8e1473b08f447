// The connections of a server. When all places are taken, a new connection gets the place of the oldest that uses its own for nothing: one
// without a whole request first, then one that is idle. So callers that only hold connections cannot keep others out.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

interface Connection {
  readonly socket: Socket;
  /** The request that is not answered yet. */
  request: IncomingMessage | undefined;
  hasServed: boolean;
}

/** Limits the connections of a server. */
export function limitConnections(server: Server, places: number): void {
  // In the order in which they were opened.
  const open = new Map<string, Connection>();
  server.on("connection", (socket: Socket) => {
    if (open.size >= places && !freePlace(open)) return void socket.destroy();
    const key = keyOf(socket);
    open.set(key, { socket, request: undefined, hasServed: false });
    socket.once("close", () => {
      if (open.get(key)?.socket === socket) open.delete(key);
    });
  });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const connection = open.get(keyOf(request.socket));
    if (connection === undefined) return;
    connection.request = request;
    response.once("close", () => {
      connection.request = undefined;
      connection.hasServed = true;
    });
  });
}

/** Closes the connection that is missed least; false when each has a whole request that is not answered yet. */
function freePlace(open: Map<string, Connection>): boolean {
  let idle: string | undefined;
  for (const [key, { request, hasServed }] of open) {
    const isUnused = request === undefined ? !hasServed : !request.complete;
    if (isUnused) return close(open, key);
    if (request === undefined) idle ??= key;
  }
  return idle !== undefined && close(open, idle);
}

/** Its place is free at once; the socket's own event comes later. */
function close(open: Map<string, Connection>, key: string): boolean {
  open.get(key)?.socket.destroy();
  return open.delete(key);
}

/** The same for a TLS connection and the TCP connection below it. */
function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
