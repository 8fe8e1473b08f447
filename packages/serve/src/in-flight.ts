// The requests of a server whose answers are not read yet, and the bytes of their headers, bodies and answers. A body counts as it arrives, whatever
// length it declares, until its route has answered, and so do the values and shapes of its JSON; headers and the answer count until the answer was
// written or its connection ended, and the rest of a request until its route has answered as well. They count separately: what callers do not read takes
// nothing from the bodies of others.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { CapstanError } from "@capstan/kube";
import { afterTurn, ByteBudget, type ByteShare } from "./byte-budget.ts";
import { serveError } from "./errors.ts";
import { forgetHeaders, leastMemory, memoryOf, mostOfHeaders } from "./incoming-request.ts";
import type { ServerLimits } from "./limits.ts";
import { type Member, Members, removeFrom } from "./members.ts";
import type { ParsedSize } from "./parse-json.ts";
import type { Route } from "./route.ts";

/** One request whose answer is not read yet. */
export interface OpenRequest {
  /** Why a body of this declared length is not accepted now, where a connection may hold `most`. Nothing counts yet. */
  readonly fits: (bytes: number, most: number) => CapstanError | undefined;
  /** Begins its body; `cut` is called when the body must make room for others before it is complete. */
  readonly body: (cut: (error: CapstanError) => void) => ArrivingBody;
  /** Why the JSON of its body, with as many values and shapes, is not parsed now; undefined, and they count, when it may be. */
  readonly parses: (size: ParsedSize) => CapstanError | undefined;
  /** No route answers it, but a listener: it counts until its answer was read. */
  readonly passedOn: () => void;
  /**
   * It has an answer of this many bytes: what its body took is free, once what is pending has settled, and the answer counts. The connection ends when it
   * must make room.
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

/** What a request holds: the shares of its headers and its body, and what is parsed of that, then the share of its answer. */
interface Held extends Member {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  headers: ByteShare;
  parsed: ParsedSize;
  body?: ByteShare;
  answer?: ByteShare;
  /** Whether nothing works on it any more. */
  isDone: boolean;
}

interface Connection {
  /** Its requests whose answers are not read yet. */
  readonly requests: Held[];
}

/** The requests in flight of one server. */
export class InFlight {
  readonly #limits: ServerLimits;
  readonly #bodies: ByteBudget;
  readonly #answers: ByteBudget;
  readonly #headers: ByteBudget;
  /** How much all bodies may have that are parsed, and how much they have. */
  readonly #mostParsed: ParsedSize;
  #parsed: ParsedSize = nothingParsed;
  readonly #held = new Members<Held>();
  readonly #connections = new WeakMap<Socket, Connection>();

  constructor(limits: ServerLimits, routes: readonly Route[] = []) {
    this.#limits = limits;
    const largest = Math.max(limits.bodyBytes, ...routes.map((route) => route.limits?.bodyBytes ?? 0));
    this.#bodies = new ByteBudget({ ...limits, bodyBytes: largest });
    this.#answers = new ByteBudget(limits);
    this.#headers = new ByteBudget({ ...limits, bodyBytes: mostOfHeaders * limits.headerBytes });
    const most = (all: "inFlightValues" | "inFlightShapes", ofOne: "jsonValues" | "jsonShapes"): number =>
      Math.max(limits[all], limits[ofOne], ...routes.map((route) => route.limits?.[ofOne] ?? 0));
    this.#mostParsed = {
      values: most("inFlightValues", "jsonValues"),
      shapes: most("inFlightShapes", "jsonShapes"),
    };
  }

  /** The answers that are not read yet. */
  get responses(): readonly ServerResponse[] {
    return [...this.#held].map(({ response }) => response);
  }

  /** Counts a request; undefined when its connection has too many whose answers are not read, or routes still work for too many callers that have left. */
  open(request: IncomingMessage, response: ServerResponse): OpenRequest | undefined {
    const { socket } = request;
    const connection = this.#connection(socket);
    const end = (): void => void socket.destroy();
    const memory = memoryOf(request);
    const { requestsPerConnection } = this.#limits;
    if (connection.requests.length >= requestsPerConnection || this.#headers.fits(memory) !== undefined)
      return undefined;
    const headers = this.#headers.answer(memory, end);
    const held: Held = { request, response, headers, parsed: nothingParsed, isDone: false, place: -1 };
    this.#held.add(held);
    connection.requests.push(held);
    response.on("close", () => this.#end(connection, held));
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
      parses: (size) => this.#parses(held, size),
      passedOn: () => (held.isDone = true),
      answered: (bytes, pending) => {
        const { body } = held;
        const free = (): void => {
          if (body !== undefined) this.#bodies.end(body);
          this.#parsed = difference(this.#parsed, held.parsed);
          held.parsed = nothingParsed;
          held.isDone = true;
          if (!connection.requests.includes(held)) this.#headers.end(held.headers);
        };
        // Its memory is not free at once, and work on further requests would take as much again.
        if (pending === undefined) afterTurn(free);
        else void pending.then(free, free);
        if (connection.requests.includes(held)) held.answer = this.#answers.answer(bytes, end);
      },
    };
  }

  #parses(held: Held, size: ParsedSize): CapstanError | undefined {
    for (const what of ["values", "shapes"] as const) {
      const limit = this.#mostParsed[what];
      // As for bytes: large bodies leave a part to small ones, except on an idle server.
      const isLarge = size[what] > limit / 32 && this.#parsed[what] > 0;
      if (this.#parsed[what] + size[what] > (isLarge ? limit * (7 / 8) : limit))
        return serveError("serve/busy", { limit, ...named[what] });
    }
    this.#parsed = difference(this.#parsed, difference(nothingParsed, size));
    held.parsed = size;
    return undefined;
  }

  #connection(socket: Socket): Connection {
    const known = this.#connections.get(socket);
    if (known !== undefined) return known;
    const connection: Connection = { requests: [] };
    this.#connections.set(socket, connection);
    // The answer of a pipelined request that waits for an earlier one is not told that its connection closed.
    socket.once("close", () => {
      const { requests } = connection;
      for (let [held] = requests; held !== undefined; [held] = requests) this.#end(connection, held);
    });
    return connection;
  }

  #end({ requests }: Connection, held: Held): void {
    if (!removeFrom(requests, held)) return;
    this.#held.delete(held);
    this.#headers.end(held.headers);
    if (held.answer !== undefined) this.#answers.end(held.answer);
    if (held.isDone) return;
    // A route may work on the request of a caller that has closed its connection: its body, and what Node keeps, count until the route has answered.
    forgetHeaders(held.request);
    held.headers = this.#headers.keep(leastMemory);
  }
}

const nothingParsed: ParsedSize = { values: 0, shapes: 0 };

function difference(a: ParsedSize, b: ParsedSize): ParsedSize {
  return { values: a.values - b.values, shapes: a.shapes - b.shapes };
}

/** How the error names what there is too much of, and its setting. */
const named = {
  values: { what: "values in the bodies of all requests", setting: "inFlightValues" },
  shapes: { what: "different beginnings of field names in the bodies of all requests", setting: "inFlightShapes" },
} as const;

/** Why a connection has no place for this many more bytes. */
function excess({ requests }: Connection, bytes: number, most: number): CapstanError | undefined {
  let held = bytes;
  // A caller that has an answer may send its next request before this side knows that the answer has arrived.
  for (const { body, answer } of requests) if (answer === undefined) held += body?.bytes ?? 0;
  return held > most ? serveError("serve/connection-busy", { limit: most }) : undefined;
}
