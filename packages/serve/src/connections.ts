// The open connections of a server. When all places are taken, a new one takes the place of the one that is needed least, on which nothing
// is worked on: one that has not read an answer yet, the oldest first, or one that has, the one used longest ago first. While all are worked on, the
// oldest of the address that has more than half of the places. None takes the place of one that is kept, such as a tunnel of a proxy.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server, Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { removeFrom } from "./members.ts";

/** A response that may know when its body is complete here. */
interface Response extends ServerResponse {
  readonly isComplete?: boolean;
}

interface Connection {
  readonly socket: Socket;
  /** The address of the caller, without its port. */
  readonly peer: string;
  /** The requests whose answers are not read yet. */
  readonly requests: Response[];
}

/** The connections of one server. */
class Connections {
  readonly #places: number;
  /** Those that have not read an answer yet, the oldest first. */
  readonly #untried = new Set<Connection>();
  /** Those that have, the one used longest ago first. */
  readonly #proven = new Set<Connection>();
  /** Those that keep their places until they end. */
  readonly #kept = new Set<Connection>();
  /** How many each address has. */
  readonly #ofPeer = new Map<string, number>();

  constructor(places: number) {
    this.#places = places;
  }

  /** Adds a connection; if there is no place for it, another one is closed, or itself when all others are being answered. */
  add(socket: Socket): Connection {
    const connection: Connection = { socket, peer: socket.remoteAddress ?? "", requests: [] };
    if (this.#untried.size + this.#proven.size + this.#kept.size >= this.#places)
      this.#close(this.#leastNeeded() ?? this.#ofGreedyPeer(connection) ?? connection);
    if (socket.destroyed) return connection;
    this.#untried.add(connection);
    this.#ofPeer.set(connection.peer, (this.#ofPeer.get(connection.peer) ?? 0) + 1);
    socket.once("close", () => this.#remove(connection));
    return connection;
  }

  request(connection: Connection, response: Response): void {
    connection.requests.push(response);
    response.on("close", () => {
      removeFrom(connection.requests, response);
      if (connection.socket.destroyed || !response.writableFinished) return;
      this.#untried.delete(connection);
      // To the end: it was used last.
      this.#proven.delete(connection);
      this.#proven.add(connection);
    });
  }

  keep(connection: Connection): void {
    if (this.#untried.delete(connection) || this.#proven.delete(connection)) this.#kept.add(connection);
  }

  /** Each kind keeps half of the places, so that neither callers that only connect nor those that had an answer can take them all. */
  #leastNeeded(): Connection | undefined {
    const [untried, proven] = [firstUnused(this.#untried), firstUnused(this.#proven)];
    return this.#proven.size > this.#places / 2 ? (proven ?? untried) : (untried ?? proven);
  }

  /** The oldest connection of another address that has more than half of the places. */
  #ofGreedyPeer({ peer }: Connection): Connection | undefined {
    const [greedy] = [...this.#ofPeer].find(([, count]) => count > this.#places / 2) ?? [];
    if (greedy === undefined || greedy === peer) return undefined;
    return [...this.#untried, ...this.#proven].find((connection) => connection.peer === greedy);
  }

  #close(connection: Connection): void {
    this.#remove(connection);
    connection.socket.destroy();
  }

  #remove(connection: Connection): void {
    if (![this.#untried, this.#proven, this.#kept].some((each) => each.delete(connection))) return;
    const left = (this.#ofPeer.get(connection.peer) ?? 0) - 1;
    if (left > 0) this.#ofPeer.set(connection.peer, left);
    else this.#ofPeer.delete(connection.peer);
  }
}

/** The first connection that waits for its caller: it has no complete request that has no answer. */
function firstUnused(connections: Iterable<Connection>): Connection | undefined {
  for (const connection of connections) {
    const { requests } = connection;
    if (!requests.some((response) => response.req.complete && !isAnswered(response))) return connection;
  }
  return undefined;
}

/** The limited connections of a server. */
export interface LimitedConnections {
  /** Lets the connection of a request have its place until it ends. */
  keep(request: IncomingMessage): void;
}

/**
 * Limits the connections of a server that Node created: when all places are taken, a new connection takes the place of the one that is needed
 * least, on which nothing is worked on, or is closed itself. Call it before the server listens. `startServer` does so for its own servers.
 *
 * @example
 * const connections = limitConnections(proxy, 1024);
 * proxy.on("connect", (request, client) => {
 *   if (!mayConnect(request)) return client.destroy();
 *   connections.keep(request);
 * });
 */
export function limitConnections(server: Server, places: number): LimitedConnections {
  const connections = new Connections(places);
  const bySocket = new WeakMap<Socket, Connection>();
  /** What requests come on is not the connection itself, but a stream over it, which has the same addresses. */
  const byAddress = new Map<string, Connection>();
  server.prependListener("connection", (socket: Socket) => {
    const connection = connections.add(socket);
    bySocket.set(socket, connection);
    const address = addressOf(socket);
    byAddress.set(address, connection);
    socket.once("close", () => byAddress.delete(address));
  });
  // A TLS socket does not say on which connection it is; both have the same addresses.
  server.prependListener("secureConnection", (socket: TLSSocket) => {
    const connection = byAddress.get(addressOf(socket));
    if (connection !== undefined) bySocket.set(socket, connection);
  });
  const connectionOf = ({ socket }: IncomingMessage): Connection | undefined =>
    bySocket.get(socket) ?? byAddress.get(addressOf(socket));
  server.prependListener("request", (request: IncomingMessage, response: Response) => {
    const connection = connectionOf(request);
    if (connection !== undefined) connections.request(connection, response);
  });
  return {
    keep(request) {
      const connection = connectionOf(request);
      if (connection !== undefined) connections.keep(connection);
    },
  };
}

function addressOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`;
}

/** Whether a response has its whole answer, which its caller may not have read yet. */
function isAnswered({ writableEnded, isComplete = false }: Response): boolean {
  return writableEnded || isComplete;
}
