// What a server keeps of requests beside their bodies: trailers, the request line, and the headers of callers that have left.
import type { IncomingMessage } from "node:http";
import { afterEach, expect, test } from "vitest";
import type { ServerLimits } from "./limits.ts";
import type { ServeRequest } from "./route.ts";
import type { RunningServer } from "./server.ts";
import { answerHeld, type Caller, caller, endAll, hold, nextHeld, start } from "../test/raw-callers.ts";

afterEach(endAll);

const fields = Array.from({ length: 985 }, (_, i) => `x${i}: v${i}\r\n`).join("");
const chunked = "transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n";

test("trailers are not kept", async () => {
  const seen: unknown[] = [];
  const server = await start(
    {},
    {
      listener: (request: IncomingMessage, response) => {
        request.resume().once("end", () => {
          seen.push(request.rawTrailers, request.trailers, request.headers["x"], request.complete);
          response.end("ended");
        });
      },
    },
  );
  const one = await caller(server);
  one.socket.write(`POST /listener HTTP/1.1\r\nhost: a\r\nx: 1\r\n${chunked}${fields}\r\n`);
  await one.has("ended");
  expect(seen).toEqual([[], {}, "1", true]);
});

let requests: ServeRequest[] = [];
afterEach(() => void (requests = []));

/** A server whose only route keeps its requests, and answers when the test says so. */
function keeping(limits: Partial<ServerLimits>): Promise<RunningServer> {
  const routes = ["/held", "/echo"].map((path) => ({
    method: "POST",
    path,
    async handle(request: ServeRequest) {
      if (path === "/held") {
        await request.body();
        requests.push(request);
        await hold();
      }
      return { status: 200 };
    },
  }));
  return start(limits, { routes });
}

async function sent(server: RunningServer, head: string): Promise<Caller> {
  const arrived = nextHeld();
  const one = await caller(server);
  one.socket.write(`POST /held${head}content-length: 2\r\n\r\n{}`);
  await arrived;
  return one;
}

test("a route has the headers and the query of its caller until that leaves", async () => {
  const server = await keeping({});
  const one = await sent(server, `?timeout=10s HTTP/1.1\r\nhost: a\r\n${fields}`);
  const [request] = requests;
  expect([request?.headers["x984"], request?.query.get("timeout")]).toEqual(["v984", "10s"]);
  one.socket.destroy();
  await expect.poll(() => request?.headers).toEqual({});
  expect([[...(request?.query ?? [])], request?.path, request?.signal.aborted]).toEqual([[], "/held", true]);
});

test.each([
  { name: "a long request line", head: `?${"u".repeat(6000)} HTTP/1.1\r\nhost: a\r\n` },
  { name: "a head of many lines", head: ` HTTP/1.1\r\nhost: a\r\n${"a: b\r\n".repeat(50)}` },
])("$name counts until the caller leaves, and makes room for others", async ({ head }) => {
  // One request takes 4 KiB without it.
  const server = await keeping({ inFlightBytes: 1, bodyBytes: 1024, headerBytes: 8192 });
  const first: Caller[] = [];
  for (let i = 0; i < 40; i += 1) {
    first.push(await sent(server, head));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const open = first.filter(({ socket }) => socket.readyState === "open").length;
  // 8 KiB of headers may count as 256 KiB.
  expect(open).toBeGreaterThan(10);
  expect(open).toBeLessThan(30);
});

test("requests of callers that have left count until their routes have answered", async () => {
  const server = await keeping({ inFlightBytes: 1, bodyBytes: 1024, headerBytes: 1024 });
  // Of a budget of 32 KiB, each keeps 4 KiB.
  for (let i = 0; i < 7; i += 1) {
    const one = await sent(server, " HTTP/1.1\r\nhost: a\r\n");
    one.socket.destroy();
  }
  await expect.poll(() => requests.every(({ signal }) => signal.aborted)).toBe(true);
  const next = async (): Promise<string> => {
    const { socket, all } = await caller(server);
    socket.write("POST /echo HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
    return (await all).slice(0, 12);
  };
  expect(await next()).toBe("");
  answerHeld();
  await expect.poll(next).toBe("HTTP/1.1 200");
});
