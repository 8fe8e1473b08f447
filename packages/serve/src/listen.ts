// Lets a server listen, and says in plain words why it cannot.
import type { Server } from "node:net";
import { serveError } from "./errors.ts";
import { formatListenAddress } from "./listen-address.ts";

/** Where to listen; the empty host is every address of this computer. */
export interface ListenPlace {
  readonly host?: string;
  readonly port: number;
  /** Whether others may listen there, too. */
  readonly reusePort?: boolean;
  /** How many connections the system keeps that are not accepted yet. Default: 511. */
  readonly backlog?: number;
}

/** Resolves when the server listens. Rejects with `serve/port-in-use` or `serve/cannot-listen`. */
export function listen(
  server: Server,
  { host = "127.0.0.1", port, reusePort = false, backlog = 511 }: ListenPlace,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, { host, port })));
    server.listen({ port, backlog, reusePort, ...(host === "" ? {} : { host }) }, () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
}

function listenError(error: NodeJS.ErrnoException, at: { readonly host: string; readonly port: number }): Error {
  const address = formatListenAddress(at);
  if (error.code === "EADDRINUSE") return serveError("serve/port-in-use", { address, port: at.port }, error);
  return serveError("serve/cannot-listen", { address, reason: error.message }, error);
}
