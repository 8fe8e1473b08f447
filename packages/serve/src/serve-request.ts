// A route's view of one HTTP request. The query, the signal and the caller's identity are created when they are used, because most routes need
// none of them. Nothing here keeps headers or the URL, which the server forgets when the caller leaves.
import type { IncomingMessage, ServerResponse } from "node:http";
import { TLSSocket } from "node:tls";
import { inTurn } from "@capstan/kube/turns";
import type { OpenRequest } from "./in-flight.ts";
import type { ServerLimits } from "./limits.ts";
import { checkSize, parseJson, smallBytes } from "./parse-json.ts";
import { collectBody } from "./read-body.ts";
import type { ClientIdentity, ServeRequest } from "./route.ts";

/** The server's part of a request: its limits, its share of the bytes in flight, and the path of its route. */
export interface RequestContext {
  readonly limits: ServerLimits;
  readonly open: OpenRequest;
  readonly path: string;
  /** Takes a place among the requests that are worked on, once; throws `serve/busy` when there is none. */
  readonly enter: () => void;
}

/** Adapts Node's request and response to `ServeRequest`. */
export class NodeServeRequest implements ServeRequest {
  readonly method: string;
  readonly path: string;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #context: RequestContext;
  #controller: AbortController | undefined;
  #body: Promise<Uint8Array> | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, context: RequestContext) {
    this.method = request.method ?? "GET";
    this.path = context.path;
    this.#request = request;
    this.#response = response;
    this.#context = context;
  }

  get headers(): ServeRequest["headers"] {
    return this.#request.headers;
  }

  get remoteAddress(): string {
    return this.#request.socket.remoteAddress ?? "";
  }

  get query(): URLSearchParams {
    return new URLSearchParams(splitUrl(this.#request).search);
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      // The listener has no reference to this request, whose body is free before its answer was read.
      const response = this.#response;
      // "close" is emitted after an answer and after a connection that ended without one; only the second is an abort.
      if (response.destroyed) controller.abort();
      response.on("close", () => {
        if (!response.writableFinished) controller.abort();
      });
    }
    return this.#controller.signal;
  }

  get client(): ClientIdentity | undefined {
    const { socket } = this.#request;
    if (!(socket instanceof TLSSocket) || !socket.authorized) return undefined;
    const subject = socket.getPeerCertificate().subject;
    return { commonName: values(subject?.CN)[0] ?? "", organizations: values(subject?.O) };
  }

  /** Takes its place among the requests that are worked on. One with a body does so when that is complete: before, it waits for its caller. */
  enter(): void {
    this.#context.enter();
  }

  body(): Promise<Uint8Array> {
    return (this.#body ??= this.#collect());
  }

  async #collect(): Promise<Uint8Array> {
    const body = await collectBody(this.#request, this.#context);
    this.enter();
    return body;
  }

  async json(read?: (text: string) => unknown, owner?: (body: Uint8Array) => string): Promise<unknown> {
    const { limits, open } = this.#context;
    const body = await this.body();
    const whose = owner === undefined ? {} : { owner: () => owner(body) };
    const turn = body.length <= smallBytes ? undefined : { ...whose, signal: this.signal };
    const busy = open.parses(await checkSize(body, limits, turn));
    if (busy !== undefined) throw busy;
    const parse = (): unknown => parseJson(body, read);
    return turn === undefined ? parse() : inTurn(parse, turn);
  }
}

/** The path and the query of a request. */
export function splitUrl({ url = "" }: IncomingMessage): { path: string; search: string } {
  const mark = url.indexOf("?");
  return mark < 0 ? { path: url, search: "" } : { path: url.slice(0, mark), search: url.slice(mark + 1) };
}

/** The values of an attribute of a name, which Node gives as none, one or several. */
function values(value: string | string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === "string" ? [value] : value;
}
