// Sends requests to one API server over kept-alive HTTP/1.1 connections, with credentials and retries. It knows nothing of kinds.
// docs/decisions/0012-our-own-client.md has the reasons for a transport over node:https. HTTP/2 is left out: API servers end the sessions
// of anonymous and rejected callers (GOAWAY), and a pool of HTTP/1.1 connections has no such failure.
import type { IncomingMessage } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type CapstanError, errorFrom, excerpt, isCapstanError } from "@capstan/kube";
import { attempt, type HttpAnswer, limitWire, wireLimit } from "@capstan/kube/http";
import { inTurn } from "@capstan/kube/turns";
import { type Agents, createAgents, type Pool } from "./agents.ts";
import { ApiError } from "../api-error.ts";
import { sleep } from "./clock.ts";
import { memoryOfHeaders, memoryOfSent, mostMemoryOf, withShare } from "./answer-memory.ts";
import type { RequestObserver } from "../client.ts";
import { type Attempt, type CalledServer, connectionCode, connectionError, serverPlace } from "./connection-error.ts";
import { CredentialKeeper, type RejectedPart, type RenewableCredentials } from "../credentials/credential-keeper.ts";
import { clientError } from "../errors.ts";
import { type Failed, finalError, stalePart } from "./failed-attempt.ts";
import { countJson, LimitExcess, limitError, limitOf } from "./answer-limits.ts";
import type { PartsRequest, RawRequest, SizedResponse, StreamResponse } from "./raw-request.ts";
import { badAnswer, readBody, statusOf } from "./read-answer.ts";
import { baseOf, lengthOfTarget, writeTarget } from "./request-url.ts";
import { parseRetryAfter, retryDelay, SendCheck } from "./retry-policy.ts";
import type { Answered, Attempted, Called, TransportOptions } from "./transport-types.ts";

/** A larger body is counted, decoded and parsed in turns with other long work. A smaller one, such as that of a Lease, does not wait for any. */
export const oneTurnBytes: number = 256 * 1024;

/** A Status has some KB. Of a larger rejection only the beginning is read: it would be parsed at once, not in turns. */
const statusBytes = 1024 * 1024;

function atOnce<T>(work: () => T): T {
  return work();
}

/** Sends requests. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #keeper: CredentialKeeper;
  readonly #observers = new Set<RequestObserver>();
  #agents: Agents;
  #base: URL;
  #closed = false;

  constructor(credentials: RenewableCredentials, options: TransportOptions) {
    this.#options = options;
    this.#base = baseOf(credentials.server);
    const { handshakeBytes, tls13 } = options.limits;
    const agentOptions = { name: options.foreign, handshakeBytes, tls13 };
    this.#agents = createAgents(credentials, agentOptions);
    this.#keeper = new CredentialKeeper(credentials, options.clock, (next) => {
      const before = this.#agents;
      const base = baseOf(next.server);
      this.#agents = createAgents(next, agentOptions);
      this.#base = base;
      before.retire();
    });
  }

  /** The server that is called now, for messages: a renewal can change it. */
  get server(): CalledServer {
    return this.#serverAt(this.#base);
  }

  /** Sends a request and reads its whole answer. */
  async send(request: PartsRequest): Promise<SizedResponse> {
    return this.#withinBudget(this.#about(request), () => this.sendPart(request));
  }

  /** Sends one of the requests of `sendParts`. */
  async sendPart(request: PartsRequest): Promise<SizedResponse> {
    return this.withinDeadline(request, (bounded) => this.#send(bounded));
  }

  /** Runs the requests of one call within its deadline and the budget of slow calls: many quick answers may take as long as a slow one. */
  async sendParts<R extends Pick<RawRequest, "signal"> & { readonly doing: string }, T>(
    request: R,
    work: (bounded: R) => Promise<T>,
  ): Promise<T> {
    return this.#withinBudget({ ...this.server, ...request }, () => this.withinDeadline(request, work));
  }

  async #withinBudget<T>({ doing, ...server }: Attempt, call: () => Promise<T>): Promise<T> {
    const { budget } = this.#options;
    if (budget === undefined) return call();
    if (budget.isSpent()) {
      // A loop over thousands of objects, each of whose calls fails, must not be one turn of the event loop.
      await nextTurn();
      throw clientError("client/slow-server", { doing, place: serverPlace(server) });
    }
    return budget.spend(call);
  }

  /** Runs work that must end before the deadline of a call; it gets the signal that ends it. */
  async withinDeadline<R extends Pick<RawRequest, "signal">, T>(
    request: R & { readonly doing?: string },
    work: (bounded: R) => Promise<T>,
  ): Promise<T> {
    const { callMs } = this.#options.limits;
    if (callMs === Number.POSITIVE_INFINITY) return work(request);
    const end = new AbortController();
    const place = serverPlace(this.server);
    const values = { doing: request.doing ?? "complete the call", place, seconds: callMs / 1000 };
    const timer = setTimeout(() => end.abort(clientError("client/call-too-long", values)), callMs);
    const forward = (): void => end.abort(request.signal?.reason);
    request.signal?.addEventListener("abort", forward);
    if (request.signal?.aborted === true) forward();
    try {
      return await work({ ...request, signal: end.signal });
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener("abort", forward);
    }
  }

  #send(request: PartsRequest): Promise<SizedResponse> {
    const { memory } = this.#options;
    if (memory === undefined || request.share !== undefined) return this.#receive(request);
    return withShare(memory, (share) => this.#receive({ ...request, share }));
  }

  async #receive(request: PartsRequest): Promise<SizedResponse> {
    const sent = request.body === undefined ? undefined : JSON.stringify(request.body);
    if (sent !== undefined && request.share?.add(memoryOfSent(sent)) === false) throw this.#noMemory(request);
    const answer = await this.#open(request, poolOf(request), sent);
    const called = { ...request, base: answer.base };
    const body = await this.#read(called, answer);
    const inParts = body.length > oneTurnBytes ? inTurn : atOnce;
    const { values, excess } = await inParts(() => countJson(body, this.#options.limits));
    if (request.share?.add(mostMemoryOf({ bytes: body.length, values })) === false) throw this.#noMemory(called);
    let decoded: string | undefined;
    const text = (): string => (decoded ??= body.toString("utf8"));
    // What parses it goes on in the same turn.
    if (request.inParts !== true) await inParts(text);
    const jsonBytes = (): Uint8Array => {
      if (excess !== undefined) throw limitError(this.#about(called), excess, this.#options.limits);
      return body;
    };
    const json = (): unknown => {
      jsonBytes();
      return this.#parse(called, text());
    };
    const { statusCode: status = 0, headers, rawHeaders } = answer.response;
    if (request.withHeaders === true && request.share?.add(memoryOfHeaders(rawHeaders)) === false)
      throw this.#noMemory(called);
    return {
      status,
      headers,
      get text() {
        return text();
      },
      json,
      jsonBytes,
      bytes: body.length,
      values,
      from: this.#serverAt(answer.base),
    };
  }

  /** Sends a request and returns its answer as a stream, which fails when the signal aborts or no byte arrives for `idleMs`. */
  async stream(request: RawRequest, idleMs: number): Promise<StreamResponse> {
    const { response, settle, base } = await this.#open(request, "watches");
    const called = { ...request, base };
    settle();
    const { signal } = request;
    const abort = (): unknown => response.destroy(errorFrom(signal?.reason));
    signal?.addEventListener("abort", abort);
    response.once("close", () => signal?.removeEventListener("abort", abort));
    if (signal?.aborted === true) abort();
    response.setTimeout(idleMs, () =>
      response.destroy(clientError("client/watch-silent", { ...this.#placed(called), seconds: idleMs / 1000 })),
    );
    const onBytes = this.#limited(called, response);
    return { status: response.statusCode ?? 0, body: response, onBytes, from: this.#serverAt(base) };
  }

  /** Ends a watch of a server of somebody else when far more comes on the wire than is read of it; returns what counts that. */
  #limited(request: Called, response: IncomingMessage): StreamResponse["onBytes"] {
    const { foreign, limits } = this.#options;
    if (foreign === undefined) return undefined;
    let received = 0;
    const most = (): number => 2 * received + wireLimit(limits.watchLineBytes);
    limitWire(response, most, () => limitError(this.#about(request), "watchLineBytes", limits));
    return (bytes) => (received += bytes);
  }

  /** Reports every attempt from now on, until the function returned is called. */
  observe(observer: RequestObserver): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** Closes idle connections and rejects further requests. */
  close(): void {
    this.#closed = true;
    this.#agents.retire();
  }

  /** The first 2xx answer, after the retries that the policy allows. */
  async #open(request: RawRequest, pool: Pool, body?: string): Promise<Answered> {
    this.#checkLength(request);
    const refreshed = new Set<RejectedPart>();
    for (let tries = 0; ;) {
      if (this.#closed) throw clientError("client/closed", { doing: this.#about(request).doing });
      request.signal?.throwIfAborted();
      request.beforeAttempt?.();
      const { outcome, shown } = await this.#attempt(request, pool, body);
      if ("response" in outcome) return outcome;
      const { error, failure } = outcome;
      if (failure === undefined) throw error;
      const part = stalePart(failure);
      const waitMs = this.#timeoutOf(request);
      // Once for each: both may be rotated together.
      if (
        part !== undefined &&
        !refreshed.has(part) &&
        (await this.#keeper.refresh({ shown, part, waitMs, signal: request.signal }))
      ) {
        refreshed.add(part);
        continue;
      }
      // Watches have longer waits of their own, and must learn at once that their version is not served. An urgent call has no time to wait
      // as long as the server says.
      const delay =
        (pool === "watches" && request.beforeWatch !== true) || (pool === "urgent" && failure.kind === "status")
          ? undefined
          : retryDelay(request, failure, { attempt: tries++, random: this.#options.clock.random() });
      if (delay === undefined)
        throw finalError(outcome, this.#options.foreign === undefined ? this.#keeper : undefined);
      await sleep(this.#options.clock, delay, request.signal);
    }
  }

  #checkLength(request: RawRequest): void {
    const { requestCharacters: limit } = this.#options.limits;
    if (limit === Number.POSITIVE_INFINITY || this.#base.pathname.length + lengthOfTarget(request) <= limit) return;
    const doing = excerpt(this.#about(request).doing, 1024);
    throw clientError("client/long-request", { doing, limit: limit.toLocaleString("en") });
  }

  async #attempt(request: RawRequest, pool: Pool, body: string | undefined): Promise<Attempted> {
    await this.#keeper.ready({ waitMs: this.#timeoutOf(request), signal: request.signal });
    // In one turn, so that no server gets the token of another.
    const { shown } = this.#keeper;
    const headers = this.#headers(request, shown.authorization);
    const sent = { base: this.#base, body, agent: this.#agents[pool], headers };
    return { outcome: await this.#sent({ ...request, base: sent.base }, sent), shown };
  }

  async #sent(
    request: Called & { readonly base: URL },
    sent: Pick<Parameters<typeof attempt>[0], "base" | "agent" | "headers" | "body">,
  ): Promise<Answered | Failed> {
    const started = performance.now();
    const check = new SendCheck(request.beforeAttempt);
    try {
      const answer = await attempt({
        ...sent,
        method: request.method,
        path: writeTarget(request),
        headerBytes: this.#options.limits.headerBytes,
        timeoutMs: this.#timeoutOf(request),
        timeoutError: () => this.#timeout(request),
        signal: request.signal,
        beforeSend: () => check.run(),
      });
      this.#report(request, String(answer.response.statusCode), started);
      return isSuccess(answer.response) ? { ...answer, base: request.base } : await this.#rejection(request, answer);
    } catch (error) {
      this.#report(request, "<error>", started);
      // An abort or a deadline of this side is never repeated.
      if (isCapstanError(error) || request.signal?.aborted === true || check.hasThrown)
        return { error, failure: undefined };
      const code = connectionCode(error);
      const limit = limitOf(error);
      const failed =
        limit === undefined
          ? connectionError(error, this.#about(request))
          : limitError(this.#about(request), limit, this.#options.limits);
      return { error: failed, failure: { kind: "connection", code } };
    }
  }

  async #rejection(request: Called, answer: HttpAnswer): Promise<Failed> {
    const { statusCode = 0, headers } = answer.response;
    const { limits, foreign } = this.#options;
    const bytes = await this.#read(request, answer);
    // Cut, it is not JSON, and the beginning is quoted.
    const body = this.#isReadable(request, bytes) ? bytes : bytes.subarray(0, limits.statusMessageCharacters);
    const status = statusOf({ code: statusCode, location: headers.location, body: body.toString("utf8") });
    const retryAfterMs = parseRetryAfter(headers["retry-after"], this.#options.clock.date());
    const rejected = {
      doing: this.#about(request).doing,
      status,
      retryAfterMs,
      foreign: foreign !== undefined,
      messageCharacters: limits.statusMessageCharacters,
      path: request.path,
    };
    return {
      error: new ApiError(rejected),
      rejected,
      failure: { kind: "status", status: statusCode, retryAfterMs },
    };
  }

  /** Whether the body of a rejection is parsed. */
  #isReadable({ share }: PartsRequest, bytes: Buffer): boolean {
    if (bytes.length > statusBytes) return false;
    const { values, excess } = countJson(bytes, this.#options.limits);
    return excess === undefined && share?.add(mostMemoryOf({ bytes: bytes.length, values })) !== false;
  }

  async #read(request: Called, { response, settle, reason }: HttpAnswer): Promise<Buffer> {
    const { answerBytes, share } = request;
    const limits = { ...this.#options.limits, ...(answerBytes === undefined ? {} : { answerBytes }) };
    // Before it is parsed, it is kept as it comes.
    if (share !== undefined)
      response.on("data", (chunk: Buffer) => {
        if (!share.add(chunk.length)) response.destroy(this.#noMemory(request));
      });
    try {
      return await readBody(response, { limits, compress: request.compress === true });
    } catch (error) {
      if (isCapstanError(error)) throw error;
      if (error instanceof LimitExcess) throw limitError(this.#about(request), error.limit, limits);
      throw reason() ?? connectionError(error, this.#about(request));
    } finally {
      settle();
    }
  }

  #parse(request: Called, text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw badAnswer(this.#about(request), text, "JSON");
    }
  }

  #headers(request: RawRequest, authorization: string | undefined): Record<string, string> {
    const headers: Record<string, string> = {
      accept: request.accept ?? "application/json",
      "user-agent": this.#options.userAgent,
    };
    if (request.body !== undefined) headers["content-type"] = request.contentType ?? "application/json";
    // Without the header a server may choose any compression.
    headers["accept-encoding"] = request.compress === true ? "gzip" : "identity";
    if (authorization !== undefined) headers["authorization"] = authorization;
    return headers;
  }

  #noMemory(request: Called): CapstanError {
    return clientError("client/no-memory", this.#placed(request));
  }

  #timeout(request: Called): CapstanError {
    return clientError("client/timeout", {
      ...this.#placed(request),
      seconds: this.#timeoutOf(request) / 1000,
    });
  }

  #timeoutOf({ timeoutMs = this.#options.timeoutMs }: RawRequest): number {
    return timeoutMs;
  }

  #about(request: Called): Attempt {
    return {
      doing: request.doing ?? `${request.method} ${request.path}`,
      ...this.#serverAt(request.base ?? this.#base),
    };
  }

  #placed(request: Called): { doing: string; place: string } {
    const { doing, ...server } = this.#about(request);
    return { doing, place: serverPlace(server) };
  }

  #serverAt(base: URL): CalledServer {
    return { server: base.href.replace(/\/$/, ""), foreign: this.#options.foreign };
  }

  #report({ method, base }: Called & { readonly base: URL }, code: string, started: number): void {
    if (this.#observers.size === 0) return;
    const outcome = { method, host: base.host, code, durationMs: performance.now() - started };
    for (const observer of this.#observers) observer(outcome);
  }
}

function poolOf({ urgent, beforeWatch }: RawRequest): Pool {
  if (urgent === true) return "urgent";
  return beforeWatch === true ? "watches" : "calls";
}

function isSuccess({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode < 300;
}
