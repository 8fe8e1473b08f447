// A cloud over HTTP for tests and for trying the provider: accounts by token, lists by tag, an event stream, faults, and no idempotency key.
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { faultOf, type Faults, noFaults } from "./faults.ts";
import { CloudThings, type Thing } from "./things.ts";

/** How the cloud runs. */
export interface FakeCloudOptions {
  /** Default: any free port. */
  readonly port?: number;
  readonly faults?: Partial<Faults>;
}

/** A running cloud. */
export interface FakeCloud extends AsyncDisposable {
  readonly url: string;
  readonly things: CloudThings;
  /** The tokens that it accepts. */
  readonly tokens: Set<string>;
  /** Changes how bad it is from the next call on. */
  setFaults(faults: Partial<Faults>): void;
}

const flavors = { small: "debian-13", large: "debian-13-large" };

/** Starts the cloud. */
export async function startFakeCloud({ port = 0, faults }: FakeCloudOptions = {}): Promise<FakeCloud> {
  const bad: Faults = { ...noFaults, ...faults };
  const [things, tokens] = [new CloudThings(bad.bootMs), new Set(["secret"])];
  const cloud: State = { bad, things, tokens };
  const server = createServer((request, response) => {
    answer(cloud, request, response).catch(() => response.destroy());
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const setFaults = (changed: Partial<Faults>): void => void (cloud.bad = { ...cloud.bad, ...changed });
  return { url, things, tokens, setFaults, [Symbol.asyncDispose]: () => close(server) };
}

interface State {
  bad: Faults;
  readonly things: CloudThings;
  readonly tokens: ReadonlySet<string>;
}

async function answer(cloud: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://cloud");
  const [, sort = "", id = ""] = pathname.split("/");
  if (sort === "events") return stream(cloud, response);
  if (sort === "record") return json(response, 200, cloud.things.record);
  if (sort === "flavors") return json(response, 200, flavors);
  if (!cloud.tokens.has(request.headers.authorization?.slice("Bearer ".length) ?? "")) return json(response, 401, {});
  if (sort !== "servers" && sort !== "networks") return json(response, 404, {});
  const body = await read(request);
  await withFaults(cloud.bad, response, () => {
    if (request.method === "DELETE") return cloud.things.remove(id);
    if (request.method === "POST") return cloud.things.create(sort, JSON.parse(body) as Thing);
    return cloud.things.list(sort, searchParams.get("tag") ?? "", Math.random() * cloud.bad.staleMs);
  });
}

/** What was begun is done, also when the caller is not there any more. */
async function withFaults(bad: Faults, response: ServerResponse, work: () => unknown): Promise<void> {
  const fault = faultOf(bad, Math.random());
  response.setHeader("retry-after", "1");
  if (fault === "limited") return json(response, 429, {});
  if (fault === "failsBefore") return json(response, 500, {});
  await sleep(Math.random() * bad.latencyMs);
  const result = work();
  if (fault === "failsAfter") return json(response, 500, {});
  if (fault === "lost") return void response.destroy();
  await sleep(Math.random() * bad.latencyMs);
  json(response, 200, result ?? {});
}

function stream({ things }: State, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
  const send = (event: unknown): void => void response.write(`data: ${JSON.stringify(event)}\n\n`);
  things.changes.on("change", send);
  response.on("close", () => things.changes.off("change", send));
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
