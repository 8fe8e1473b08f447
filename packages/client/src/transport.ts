// Sends requests to one API server over kept-alive HTTP/1.1 connections: credentials, retries, and answers that are refusals.
// Used by create-client.ts; knows nothing of kinds.
// Written over node:https because the common client for Node (@kubernetes/client-node 2.0.1) opens a connection for each call when
// any TLS option is set, which in a cluster is always: 10,000 status patches took it 34 to 37 s, 747 MB and 10,002 connections,
// where a shared agent took 12 to 14 s and 11 connections. HTTP/2 is left out: API servers end the sessions of
// anonymous and refused callers (GOAWAY), and a pool of HTTP/1.1 connections has no such failure.
import type { IncomingMessage } from "node:http";
import { type CapstanError, errorFrom, isCapstanError } from "@capstan/kube";
import { type Agents, makeAgents } from "./agents.ts";
import { ApiError } from "./api-error.ts";
import { type Clock, sleep } from "./clock.ts";
import type { RequestObserver } from "./client.ts";
import { type Attempt, connectionCode, connectionError, isDistrust } from "./connection-error.ts";
import { CredentialKeeper, type RenewableCredentials } from "./credential-keeper.ts";
import { clientError } from "./errors.ts";
import { type Answer, attempt } from "./http-attempt.ts";
import { parserReason } from "./parser-reason.ts";
import type { RawRequest, RawResponse, StreamResponse } from "./raw-request.ts";
import { readText, statusOf } from "./read-answer.ts";
import { type Failure, parseRetryAfter, retryDelay } from "./retry-policy.ts";

/** How a transport behaves. */
export interface TransportOptions {
  /** How long one attempt of a call may take when the call does not say. */
  readonly timeoutMs: number;
  readonly userAgent: string;
  readonly clock: Clock;
}

type Pool = "calls" | "watches";

/** A failed attempt: what to throw, and what the retry policy needs to know of it. */
interface Failed {
  readonly error: unknown;
  readonly failure: Failure | undefined;
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
    this.#agents = makeAgents(credentials);
    this.#keeper = new CredentialKeeper(credentials, options.clock, (next) => {
      const before = this.#agents;
      this.#agents = makeAgents(next);
      this.#base = baseOf(next.server);
      before.retire();
    });
  }

  /** Sends a request and reads its whole answer. */
  async send(request: RawRequest): Promise<RawResponse> {
    const answer = await this.#open(request, "calls");
    const text = await this.#read(request, answer);
    const { statusCode = 0, headers } = answer.response;
    return { status: statusCode, headers, text, json: () => this.#parse(request, text) };
  }

  /** Sends a request and hands its answer over as it comes, until the signal aborts or no byte came for `idleMs`. */
  async stream(request: RawRequest, idleMs: number): Promise<StreamResponse> {
    const { response, settle } = await this.#open(request, "watches");
    settle();
    const { signal } = request;
    const abort = (): unknown => response.destroy(errorFrom(signal?.reason));
    signal?.addEventListener("abort", abort);
    response.once("close", () => signal?.removeEventListener("abort", abort));
    if (signal?.aborted === true) abort();
    response.setTimeout(idleMs, () =>
      response.destroy(clientError("client/watch-silent", { ...this.#about(request), seconds: idleMs / 1000 })),
    );
    return { status: response.statusCode ?? 0, body: response };
  }

  /** Tells of every attempt from now on. */
  observe(observer: RequestObserver): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** Closes idle connections and refuses further requests. */
  close(): void {
    this.#closed = true;
    this.#agents.retire();
  }

  /** The first 2xx answer, after whatever retries the policy allows. */
  async #open(request: RawRequest, pool: Pool): Promise<Answer> {
    let refreshed = false;
    for (let tries = 0; ;) {
      if (this.#closed) throw clientError("client/closed", { doing: this.#about(request).doing });
      request.signal?.throwIfAborted();
      const outcome = await this.#attempt(request, pool);
      if ("response" in outcome) return outcome;
      const { error, failure } = outcome;
      if (failure === undefined) throw error;
      if (isStale(failure) && !refreshed && (await this.#keeper.refresh())) {
        refreshed = true;
        continue;
      }
      // Who watches has waits of its own, longer ones, and must hear at once when its version is not served.
      const delay =
        pool === "watches"
          ? undefined
          : retryDelay(request, failure, { attempt: tries++, random: this.#options.clock.random() });
      if (delay === undefined) throw error;
      await sleep(this.#options.clock, delay, request.signal);
    }
  }

  async #attempt(request: RawRequest, pool: Pool): Promise<Answer | Failed> {
    const authorization = await this.#keeper.authorization();
    const started = performance.now();
    try {
      const answer = await attempt({
        base: this.#base,
        agent: this.#agents[pool],
        method: request.method,
        path: `${request.path}${formatQuery(request.query)}`,
        headers: this.#headers(request, authorization),
        body: request.body === undefined ? undefined : JSON.stringify(request.body),
        timeoutMs: request.timeoutMs ?? this.#options.timeoutMs,
        timeoutError: () => this.#timeout(request),
        signal: request.signal,
      });
      this.#report(request, String(answer.response.statusCode), started);
      return isSuccess(answer.response) ? answer : await this.#refusal(request, answer);
    } catch (error) {
      this.#report(request, "<error>", started);
      // An abort and a deadline are this side's doing: never repeated, and told as they are.
      if (isCapstanError(error) || request.signal?.aborted === true) return { error, failure: undefined };
      return {
        error: connectionError(error, this.#about(request)),
        failure: { kind: "connection", code: connectionCode(error) },
      };
    }
  }

  async #refusal(request: RawRequest, answer: Answer): Promise<Failed> {
    const { statusCode = 0, headers } = answer.response;
    const status = statusOf(statusCode, await this.#read(request, answer));
    const retryAfterMs = parseRetryAfter(headers["retry-after"], this.#options.clock.date());
    return {
      error: new ApiError({ doing: this.#about(request).doing, status, retryAfterMs }),
      failure: { kind: "status", status: statusCode, retryAfterMs },
    };
  }

  async #read(request: RawRequest, { response, settle, reason }: Answer): Promise<string> {
    try {
      return await readText(response);
    } catch (error) {
      throw reason() ?? connectionError(error, this.#about(request));
    } finally {
      settle();
    }
  }

  #parse(request: RawRequest, text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw clientError("client/bad-answer", { ...this.#about(request), reason: parserReason(error) });
    }
  }

  #headers(request: RawRequest, authorization: string | undefined): Record<string, string> {
    const headers: Record<string, string> = {
      accept: request.accept ?? "application/json",
      "user-agent": this.#options.userAgent,
    };
    if (request.body !== undefined) headers["content-type"] = request.contentType ?? "application/json";
    if (request.compress === true) headers["accept-encoding"] = "gzip";
    if (authorization !== undefined) headers["authorization"] = authorization;
    return headers;
  }

  #timeout(request: RawRequest): CapstanError {
    return clientError("client/timeout", {
      ...this.#about(request),
      seconds: (request.timeoutMs ?? this.#options.timeoutMs) / 1000,
    });
  }

  #about(request: RawRequest): { doing: string; server: string } & Attempt {
    return { doing: request.doing ?? `${request.method} ${request.path}`, server: this.#base.href.replace(/\/$/, "") };
  }

  #report(request: RawRequest, code: string, started: number): void {
    if (this.#observers.size === 0) return;
    const outcome = { method: request.method, host: this.#base.host, code, durationMs: performance.now() - started };
    for (const observer of this.#observers) observer(outcome);
  }
}

/** Whether a failure may come from credentials that have been replaced: our own, or the server's authority. */
function isStale(failure: Failure): boolean {
  return failure.kind === "status" ? failure.status === 401 : isDistrust(failure.code);
}

function baseOf(server: string): URL {
  try {
    return new URL(server);
  } catch {
    throw clientError("client/bad-credentials", { server, reason: "the server's address is not a URL" });
  }
}

function formatQuery(query: RawRequest["query"] = {}): string {
  const pairs = Object.entries(query).filter(
    (pair): pair is [string, string | number | boolean] => pair[1] !== undefined,
  );
  return pairs.length === 0 ? "" : `?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
}

function isSuccess({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode < 300;
}
