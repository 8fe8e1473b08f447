// A cloud over HTTP that has no idempotency key: it creates a server for each request, and lists servers by a tag. It is slow, limits calls, fails before and after it has done something, loses answers,
// and its lists are old. Its record says what it ever had.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A server in the record. Times are milliseconds. */
export interface RecordedServer {
  readonly id: string;
  readonly tag: string;
  readonly createdAt: number;
  removedAt?: number;
}

/** What the cloud does, in milliseconds and in shares of the calls. */
export interface CloudBehavior {
  readonly latencyMs: number;
  /** How old a list may be. */
  readonly staleMs: number;
  /** The shares of calls that are limited (429), fail before they do something, fail after it (500), or lose their answer. */
  readonly limited: number;
  readonly failsBefore: number;
  readonly failsAfter: number;
  readonly loses: number;
  /** The share of creates whose effect comes up to `lateMs` after the connection was cut. */
  readonly late: number;
  readonly lateMs: number;
}

/** A running cloud. */
export interface OnceCloud extends AsyncDisposable {
  readonly url: string;
  readonly record: readonly RecordedServer[];
  /** The servers that exist. */
  live(): readonly RecordedServer[];
}

/** Starts a cloud. */
export async function startOnceCloud(behavior: CloudBehavior): Promise<OnceCloud> {
  const record: RecordedServer[] = [];
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  const create = (tag: string): RecordedServer => {
    const created = { id: `srv-${record.length + 1}`, tag, createdAt: performance.now() };
    record.push(created);
    return created;
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(request);
    const url = new URL(request.url ?? "/", "http://cloud");
    const work = (): unknown => act(`${request.method}`, url, body);
    if (Math.random() < behavior.limited) return reply(response, 429, {}, { "retry-after": "1" });
    if (Math.random() < behavior.failsBefore) return reply(response, 500, {});
    if (request.method === "POST" && Math.random() < behavior.late) {
      // The client knows nothing, and the cloud works on.
      response.destroy();
      await sleep(Math.random() * behavior.lateMs);
      return void work();
    }
    await sleep(Math.random() * behavior.latencyMs);
    const result = work();
    if (Math.random() < behavior.failsAfter) return reply(response, 500, {});
    if (Math.random() < behavior.loses) return void response.destroy();
    await sleep(Math.random() * behavior.latencyMs);
    reply(response, 200, result);
  }

  function act(method: string, url: URL, body: string): unknown {
    if (method === "POST") return create((JSON.parse(body) as { tag: string }).tag);
    if (method === "DELETE") {
      const found = record.find(({ id }) => id === url.pathname.split("/")[2]);
      if (found !== undefined) found.removedAt ??= performance.now();
      return {};
    }
    const asOf = performance.now() - Math.random() * behavior.staleMs;
    return record.filter(
      ({ tag, createdAt, removedAt }) =>
        tag === url.searchParams.get("tag") && createdAt <= asOf && (removedAt ?? Number.POSITIVE_INFINITY) > asOf,
    );
  }

  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    record,
    live: () => record.filter(({ removedAt }) => removedAt === undefined),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function reply(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}
