// The cloud as the controllers see it: typed calls over HTTP, and what each failure means for a pass.
import { type DurationString, retryAfterOf, TransientError } from "@capstan/controller-kit";
import { cloudEvents, type CloudEvent } from "./cloud-events.ts";

/** A server. */
export interface Server {
  readonly id: string;
  readonly state: "creating" | "running" | "stopped";
  readonly address: string;
}

/** A network. */
export interface Network {
  readonly id: string;
  readonly address: string;
}

/** What is created: the tag is the only thing by which it can be found again. */
export interface Tagged {
  readonly tag: string;
}

/** What a server is created from. */
export interface NewServer extends Tagged {
  /** The object that the events of the server name. */
  readonly owner: { readonly namespace: string; readonly name: string };
  readonly flavor: string;
  readonly image: string;
  readonly userData: string;
}

/** One sort of thing in the cloud. */
export interface Things<T, N extends Tagged> {
  /** How long after a create was sent `list` may lack what it has created. */
  readonly settle: DurationString;
  list(tag: string, signal: AbortSignal): Promise<readonly T[]>;
  create(thing: N, signal: AbortSignal): Promise<T>;
  remove(id: string, signal: AbortSignal): Promise<void>;
}

/** The cloud with the token of an account. */
export interface Account {
  readonly servers: Things<Server, NewServer>;
  readonly networks: Things<Network, Tagged>;
}

/** The cloud. */
export interface HttpCloud {
  account(token: string): Account;
  /** The flavors, with the image of each. */
  flavors(signal: AbortSignal): Promise<Readonly<Record<string, string>>>;
  events(signal: AbortSignal): AsyncIterable<CloudEvent>;
}

/** The cloud has rejected a call: it has done nothing. */
export class RejectedCall extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** The cloud limits calls: it has done nothing, and the call may be made later. */
export class LimitedCall extends TransientError {}

/** What can be set. */
export interface HttpCloudOptions {
  /** How long after a create was sent lists may lack what it has created. Default: 8s. */
  readonly settle?: DurationString;
  /** Called after each call, with the status of the answer, or 0 without one. */
  readonly onCall?: (call: { readonly method: string; readonly status: number }) => void;
}

/** The cloud at an address. It answers within 5 s, or never, and its lists are at most a second old. */
export function httpCloud(url: string, { settle = "8s", onCall = () => undefined }: HttpCloudOptions = {}): HttpCloud {
  return {
    account: (token) => ({
      servers: things({ url, token, settle, onCall }, "servers"),
      networks: things({ url, token, settle, onCall }, "networks"),
    }),
    flavors: (signal) => call(`${url}/flavors`, { signal, onCall }),
    events: (signal) => cloudEvents(`${url}/events`, signal),
  };
}

interface Access extends Required<HttpCloudOptions> {
  readonly url: string;
  readonly token: string;
}

function things<T, N extends Tagged>({ url, token, settle, onCall }: Access, path: string): Things<T, N> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const base = `${url}/${path}`;
  return {
    settle,
    list: (tag, signal) => call(`${base}?tag=${encodeURIComponent(tag)}`, { headers, signal, onCall }),
    create: (thing, signal) => call(base, { method: "POST", headers, signal, onCall, body: JSON.stringify(thing) }),
    async remove(id, signal) {
      await call(`${base}/${encodeURIComponent(id)}`, { method: "DELETE", headers, signal, onCall });
    },
  };
}

/** Longer than the cloud ever takes. */
const answersWithinMs = 5000;

interface CloudCall extends RequestInit, Required<Pick<HttpCloudOptions, "onCall">> {
  readonly signal: AbortSignal;
}

async function call<T>(url: string, { onCall, ...init }: CloudCall): Promise<T> {
  const { method = "GET" } = init;
  const what = `${method} ${new URL(url).pathname}`;
  const signal = AbortSignal.any([init.signal, AbortSignal.timeout(answersWithinMs)]);
  let status = 0;
  try {
    const response = await fetch(url, { ...init, signal });
    ({ status } = response);
    if (response.ok) return (await response.json()) as T;
    throw failureOf(what, response);
  } catch (error) {
    if (error instanceof RejectedCall || error instanceof TransientError) throw error;
    throw new TransientError(`${what}: the cloud does not answer`, { cause: error });
  } finally {
    onCall({ method, status });
  }
}

function failureOf(what: string, { status, headers }: Response): Error {
  const message = `${what}: the cloud answered ${status}`;
  const retryAfter = retryAfterOf(headers.get("retry-after"));
  if (status === 429) return new LimitedCall(message, { retryAfter: retryAfter ?? "10s" });
  if (status >= 500) return new TransientError(message, retryAfter === undefined ? {} : { retryAfter });
  return new RejectedCall(message, status);
}
