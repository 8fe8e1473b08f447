// Stops a server without losing requests: it accepts no new connections, closes idle ones, and closes the others after their answer or at
// the deadline. Node's own `close` leaves keep-alive connections open after their last answer.
import type { Server as PlainServer, ServerResponse } from "node:http";
import type { Server as TlsServer } from "node:https";
import type { Socket } from "node:net";
import type { InFlight } from "./in-flight.ts";

/** Prepares a server's stop. The function returned stops it and resolves when its last connection is closed. */
export function drain(server: PlainServer | TlsServer, inFlight: InFlight): (drainMs: number) => Promise<void> {
  let closed: Promise<void> | undefined;
  let draining = false;
  // Node closes those of HTTP itself, but not those whose TLS handshake is not complete.
  const open = new Set<Socket>();
  server.prependListener("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  server.prependListener("request", (_request, response: ServerResponse) => {
    if (draining) response.shouldKeepAlive = false;
    response.on("close", () => {
      if (draining) setImmediate(() => server.closeIdleConnections());
    });
  });
  return (drainMs) => {
    draining = true;
    for (const response of inFlight.responses) response.shouldKeepAlive = false;
    return (closed ??= closeWithin(server, open, drainMs));
  };
}

function closeWithin(server: PlainServer | TlsServer, open: ReadonlySet<Socket>, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => open.forEach((socket) => socket.destroy()), drainMs);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
}
