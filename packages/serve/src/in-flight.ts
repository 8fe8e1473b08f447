// The requests of a server whose answers are not read yet, and the bytes of their headers, bodies and answers. A body counts as it arrives, whatever
// length it declares, until its route has answered, and so do the values of its JSON; headers and the answer count until the answer was written or its
// connection ended. They count separately: what callers do not read takes nothing from the bodies of others.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { CapstanError } from "@capstan/kube";
import { afterTurn, ByteBudget, type ByteShare } from "./byte-budget.ts";
import { serveError } from "./errors.ts";
import type { ServerLimits } from "./limits.ts";
import type { Route } from "./route.ts";

/** One request whose answer is not read yet. */
export interface OpenRequest {
  /** Why a body of this declared length is not accepted now, where a connection may hold `most`. Nothing counts yet. */
  readonly fits: (bytes: number, most: number) => CapstanError | undefined;
  /** Begins its body; `cut` is called when the body must make place for others before it is complete. */
  readonly body: (cut: (error: CapstanError) => void) => ArrivingBody;
  /** Why the JSON of its body, with this many values, is not parsed now; undefined, and they count, when it may be. */
  readonly parses: (values: number) => CapstanError | undefined;
  /**
   * It has an answer of this many bytes: what its body took is free, once what is pending has settled, and the answer counts. The connection ends when it
   * must make place.
   */
  readonly answered: (bytes: number, pending?: Promise<unknown>) => void;
}

/** The body of a request while it arrives. */
export interface ArrivingBody {
  /** Why this many more bytes are not accepted now; undefined, and they count, when they are. */
  readonly take: (bytes: number, most: number) => CapstanError | undefined;
  /** It is complete; what it took counts until its route has answered. */
  readonly complete: () => void;
  /** It is not kept, and what it took is free. */
  readonly drop: () => void;
}

/** What a request holds: the shares of its headers and its body, and the values in that, then the share of its answer. */
interface Held {
  readonly headers: ByteShare;
  values: number;
  body?: ByteShare;
  answer?: ByteShare;
}

interface Connection {
  readonly requests: Map<ServerResponse, Held>;
}

/** The requests in flight of one server. */
export class InFlight {
  readonly #limits: ServerLimits;
  readonly #bodies: ByteBudget;
  readonly #answers: ByteBudget;
  readonly #headers: ByteBudget;
  readonly #mostValues: number;
  #values = 0;
  readonly #responses = new Set<ServerResponse>();
  readonly #connections = new WeakMap<Socket, Connection>();

  constructor(limits: ServerLimits, routes: readonly Route[] = []) {
    this.#limits = limits;
    const largest = Math.max(limits.bodyBytes, ...routes.map((route) => route.limits?.bodyBytes ?? 0));
    this.#bodies = new ByteBudget({ ...limits, bodyBytes: largest });
    this.#answers = new ByteBudget(limits);
    this.#headers = new ByteBudget({ ...limits, bodyBytes: mostOfHeaders * limits.headerBytes });
    const largestJson = Math.max(limits.jsonValues, ...routes.map((route) => route.limits?.jsonValues ?? 0));
    this.#mostValues = Math.max(limits.inFlightValues, largestJson);
  }

  /** The answers that are not read yet. */
  get responses(): Iterable<ServerResponse> {
    return this.#responses;
  }

  /** Counts a request; undefined when its connection has too many whose answers are not read. */
  open({ socket, rawHeaders }: IncomingMessage, response: ServerResponse): OpenRequest | undefined {
    const connection = this.#connection(socket);
    const end = (): void => void socket.destroy();
    if (connection.requests.size >= this.#limits.requestsPerConnection) return undefined;
    this.#responses.add(response);
    const held: Held = { headers: this.#headers.answer(memoryOf(rawHeaders), end), values: 0 };
    connection.requests.set(response, held);
    response.once("close", () => this.#end(connection, response));
    return {
      fits: (bytes, most) => excess(connection, bytes, most) ?? this.#bodies.fits(bytes),
      body: (cut) => {
        const share = this.#bodies.begin(cut);
        held.body = share;
        return {
          take: (bytes, most) => excess(connection, bytes, most) ?? this.#bodies.take(share, bytes),
          complete: () => this.#bodies.complete(share),
          drop: () => this.#bodies.end(share),
        };
      },
      parses: (values) => this.#parses(held, values),
      answered: (bytes, pending) => {
        const { body } = held;
        const free = (): void => {
          if (body !== undefined) this.#bodies.end(body);
          this.#free(held);
        };
        // Its memory is not free at once, and work on further requests would take as much again.
        if (pending === undefined) afterTurn(free);
        else void pending.then(free, free);
        if (connection.requests.has(response)) held.answer = this.#answers.answer(bytes, end);
      },
    };
  }

  #parses(held: Held, values: number): CapstanError | undefined {
    const limit = this.#mostValues;
    // As for bytes: large bodies leave a part to small ones, except on an idle server.
    const isLarge = values > limit / 32 && this.#values > 0;
    if (this.#values + values > (isLarge ? limit * (7 / 8) : limit))
      return serveError("serve/busy", { limit, what: "values", setting: "inFlightValues" });
    this.#values += values;
    held.values += values;
    return undefined;
  }

  #free(held: Held): void {
    this.#values -= held.values;
    held.values = 0;
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
    // A route may work on the body of a caller that has closed its connection: it counts until the route has answered.
    const { headers, answer } = requests.get(response) ?? {};
    if (headers !== undefined) this.#headers.end(headers);
    if (answer !== undefined) this.#answers.end(answer);
    requests.delete(response);
    this.#responses.delete(response);
  }
}

/** What Node needs for a request until its answer was read, beside its body: for each name and value of its headers more than their length. */
function memoryOf(rawHeaders: readonly string[]): number {
  return rawHeaders.reduce((sum, header) => sum + header.length + bytesOfHeader, bytesOfRequest);
}

/** For each byte of headers, when they are as short as they can be. */
const mostOfHeaders = 32;
const bytesOfRequest = 4096;
const bytesOfHeader = 64;

/** Why a connection has no place for this many more bytes. */
function excess({ requests }: Connection, bytes: number, most: number): CapstanError | undefined {
  let held = bytes;
  // A caller that has an answer may send its next request before this side knows that the answer has arrived.
  for (const { body, answer } of requests.values()) if (answer === undefined) held += body?.bytes ?? 0;
  return held > most ? serveError("serve/connection-busy", { limit: most }) : undefined;
}
