// The requests of a server that are not answered yet, and the bytes of their bodies. A body counts as it arrives, whatever length it declares,
// until its answer was written or its connection ended.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { CapstanError } from "@capstan/kube";
import { BodyBudget, type BodyShare } from "./body-budget.ts";
import { serveError } from "./errors.ts";
import type { ServerLimits } from "./limits.ts";
import type { Route } from "./route.ts";

/** One request that is not answered yet. */
export interface OpenRequest {
  /** Why a body of this declared length is not accepted now, where a connection may hold `most`. Nothing counts yet. */
  readonly fits: (bytes: number, most: number) => CapstanError | undefined;
  /** Begins its body; `cut` is called when the body must make place for others before it is complete. */
  readonly body: (cut: (error: CapstanError) => void) => ArrivingBody;
}

/** The body of a request while it arrives. */
export interface ArrivingBody {
  /** Why this many more bytes are not accepted now; undefined, and they count, when they are. */
  readonly take: (bytes: number, most: number) => CapstanError | undefined;
  /** It is complete; what it took counts until the request is answered. */
  readonly complete: () => void;
  /** It is not kept, and what it took is free. */
  readonly drop: () => void;
}

interface Connection {
  /** The bodies of each unanswered request, at most one. */
  readonly requests: Map<ServerResponse, BodyShare | undefined>;
}

/** The requests in flight of one server. */
export class InFlight {
  readonly #limits: ServerLimits;
  readonly #budget: BodyBudget;
  readonly #responses = new Set<ServerResponse>();
  readonly #connections = new WeakMap<Socket, Connection>();

  constructor(limits: ServerLimits, routes: readonly Route[] = []) {
    this.#limits = limits;
    const largest = Math.max(limits.bodyBytes, ...routes.map((route) => route.limits?.bodyBytes ?? 0));
    this.#budget = new BodyBudget({ ...limits, bodyBytes: largest });
  }

  /** The answers that are not written yet. */
  get responses(): Iterable<ServerResponse> {
    return this.#responses;
  }

  /** Counts a request; undefined when its connection has too many that are not answered. */
  open({ socket }: IncomingMessage, response: ServerResponse): OpenRequest | undefined {
    const connection = this.#connection(socket);
    if (connection.requests.size >= this.#limits.requestsPerConnection) return undefined;
    this.#responses.add(response);
    connection.requests.set(response, undefined);
    response.once("close", () => this.#end(connection, response));
    return {
      fits: (bytes, most) => excess(connection, bytes, most) ?? this.#budget.fits(bytes),
      body: (cut) => {
        const share = this.#budget.begin(cut);
        connection.requests.set(response, share);
        return {
          take: (bytes, most) => excess(connection, bytes, most) ?? this.#budget.take(share, bytes),
          complete: () => this.#budget.complete(share),
          drop: () => this.#budget.end(share),
        };
      },
    };
  }

  #connection(socket: Socket): Connection {
    const known = this.#connections.get(socket);
    if (known !== undefined) return known;
    const connection: Connection = { requests: new Map() };
    this.#connections.set(socket, connection);
    // The answer of a pipelined request that waits for an earlier one is not told that its connection closed.
    socket.once("close", () => {
      for (const response of connection.requests.keys()) this.#end(connection, response);
    });
    return connection;
  }

  #end({ requests }: Connection, response: ServerResponse): void {
    const share = requests.get(response);
    if (share !== undefined) this.#budget.end(share);
    requests.delete(response);
    this.#responses.delete(response);
  }
}

/** Why a connection has no place for this many more bytes. */
function excess({ requests }: Connection, bytes: number, most: number): CapstanError | undefined {
  let held = bytes;
  // A caller that has an answer may send its next request before this side knows that the answer has arrived.
  for (const [response, share] of requests) if (!response.writableEnded) held += share?.bytes ?? 0;
  return held > most ? serveError("serve/connection-busy", { limit: most }) : undefined;
}
