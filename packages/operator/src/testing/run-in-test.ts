// Runs a manager inside a test until it is stopped, with its webhooks served and declared.
import type { Client } from "@capstan/client";
import { errorFrom, isJsonObject } from "@capstan/kube";
import { serveWebhooks, type TestWebhooks } from "./serve-webhooks.ts";

/** What runs in a test. */
export interface TestRun {
  /** Of the manager; closed at the stop. */
  readonly client: Client;
  /** Runs the manager until the signal aborts. The promise resolves when the API server calls the webhooks, and rejects when it cannot be made to. */
  readonly run: (signal: AbortSignal, webhooksCalled: Promise<void>) => Promise<void>;
  /** The webhooks to serve, as soon as they can be. Default: none. */
  readonly webhooks?: ((signal: AbortSignal) => Promise<TestWebhooks> | TestWebhooks) | undefined;
}

/** What runs inside a test until `stop`. */
export interface RunningInTest extends AsyncDisposable {
  /** The client of its manager; closed by `stop`. Tests may use it. Its writes wait until the API server calls the author's webhooks. */
  readonly client: Client;
  /** Resolves when the API server calls the author's webhooks: for tests that write with another client. Rejects when it cannot be made to. */
  readonly webhooksCalled: Promise<void>;
  /**
   * Stops it as SIGTERM would: reconciles in progress end, then the client is closed. Rejects with the error that ended it earlier, if there is one. Safe to call twice.
   */
  stop(): Promise<void>;
}

/** Starts it in the background. */
export function runInTest({ client, run, webhooks: toServe }: TestRun): RunningInTest {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Kept as a value until `stop`: an unhandled rejection would end the test run without naming the test.
  const called = Promise.withResolvers<void>();
  const webhooksCalled = called.promise;
  // Callers that wait for it get the error.
  webhooksCalled.catch(() => undefined);
  const ended = run(signal, webhooksCalled).then(
    () => undefined,
    (error: unknown) => errorFrom(error),
  );
  const webhooks =
    toServe === undefined
      ? Promise.resolve(async () => undefined)
      : (async () => toServe(signal))().then((found) => serveWebhooks(found, { client, signal }));
  webhooks.then(() => called.resolve(), called.reject);
  async function stop(): Promise<void> {
    stopping.abort();
    const error = await ended;
    await webhooks.then(
      (stopWebhooks) => stopWebhooks(),
      () => undefined,
    );
    client.close();
    if (error !== undefined) throw error;
  }
  const own = toServe === undefined ? client : writesAfter(client, webhooksCalled);
  return { client: own, webhooksCalled, stop, [Symbol.asyncDispose]: stop };
}

const writes: ReadonlySet<string | symbol> = new Set(["apply", "create", "delete", "patch", "update", "updateStatus"]);

function isWrite(name: string | symbol, request: unknown): boolean {
  return writes.has(name) || (name === "request" && isJsonObject(request) && request["method"] !== "GET");
}

/** The client, whose writes wait for the promise, so that none comes before the webhooks. */
function writesAfter(client: Client, ready: Promise<unknown>): Client {
  return new Proxy(client, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return (...values: unknown[]): unknown => {
        const call = (): unknown => Reflect.apply(member, target, values);
        return isWrite(name, values[0]) ? ready.then(call) : call();
      };
    },
  });
}
