// The requests of a server that are not answered yet, and the bytes of their bodies. A body counts as it arrives, whatever length it declares,
// until its answer was written or its connection ended.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { CapstanError } from "@capstan/kube";
import { serveError } from "./errors.ts";
import type { ServerLimits } from "./limits.ts";

/** One request that is not answered yet. */
export interface OpenRequest {
  /** Why this many more bytes of a body are not accepted now; undefined, and they count, when they are. */
  readonly take: (bytes: number) => CapstanError | undefined;
  /** Why a body of this declared length is not accepted now. Nothing counts yet. */
  readonly fits: (bytes: number) => CapstanError | undefined;
}

interface Connection {
  /** What ends the count of each request. */
  readonly requests: Map<ServerResponse, () => void>;
  bytes: number;
}

/** The requests in flight of one server. */
export class InFlight {
  readonly #limits: ServerLimits;
  readonly #serverBytes: number;
  readonly #responses = new Set<ServerResponse>();
  readonly #connections = new WeakMap<Socket, Connection>();
  #bytes = 0;

  constructor(limits: ServerLimits) {
    this.#limits = limits;
    // One largest body always fits into an idle server.
    this.#serverBytes = Math.max(limits.inFlightBytes, limits.bodyBytes);
  }

  /** The answers that are not written yet. */
  get responses(): Iterable<ServerResponse> {
    return this.#responses;
  }

  /** Counts a request; undefined when its connection has too many that are not answered. */
  open({ socket }: IncomingMessage, response: ServerResponse): OpenRequest | undefined {
    const connection = this.#connection(socket);
    if (connection.requests.size >= this.#limits.requestsPerConnection) return undefined;
    const held = { bytes: 0 };
    this.#responses.add(response);
    const end = (): void => {
      if (!connection.requests.delete(response)) return;
      this.#responses.delete(response);
      connection.bytes -= held.bytes;
      this.#bytes -= held.bytes;
    };
    connection.requests.set(response, end);
    response.once("close", end);
    return {
      fits: (bytes) => this.#excess(connection, bytes),
      take: (bytes) => {
        const excess = this.#excess(connection, bytes);
        if (excess === undefined) {
          held.bytes += bytes;
          connection.bytes += bytes;
          this.#bytes += bytes;
        }
        return excess;
      },
    };
  }

  #connection(socket: Socket): Connection {
    const known = this.#connections.get(socket);
    if (known !== undefined) return known;
    const connection: Connection = { requests: new Map(), bytes: 0 };
    this.#connections.set(socket, connection);
    // The answer of a pipelined request that waits for an earlier one is not told that its connection closed.
    socket.once("close", () => {
      for (const end of connection.requests.values()) end();
    });
    return connection;
  }

  #excess(connection: Connection, bytes: number): CapstanError | undefined {
    if (connection.bytes + bytes > this.#limits.bodyBytes)
      return serveError("serve/connection-busy", { limit: this.#limits.bodyBytes });
    if (this.#bytes + bytes > this.#serverBytes) return serveError("serve/busy", { limit: this.#serverBytes });
    return undefined;
  }
}
