// Limits of one route, where they differ from those of its server.
import { expect, test } from "vitest";
import { type Route, type ServeRequest, type ServeResponse, textResponse } from "./route.ts";
import { startServer } from "./server.ts";

test("a route has limits of its own, and others keep those of the server", async () => {
  const length = async (request: ServeRequest): Promise<ServeResponse> =>
    textResponse(200, `${(await request.body()).length} bytes`);
  const routes: readonly Route[] = [
    { method: "POST", path: "/large", limits: { bodyBytes: 4000 }, handle: length },
    { method: "POST", path: "/small", handle: length },
  ];
  const server = await startServer({
    host: "127.0.0.1",
    port: 0,
    routes,
    limits: { bodyBytes: 1000, inFlightBytes: 1000 },
  });
  const send = async (path: string, bytes: number): Promise<number> =>
    (await fetch(`${server.url}${path}`, { method: "POST", body: "x".repeat(bytes) })).status;
  expect([await send("/large", 4000), await send("/large", 4001), await send("/small", 1001)]).toEqual([200, 413, 413]);
  expect(await send("/small", 1000)).toBe(200);
  await server.close({ drainMs: 0 });
});

test("a route for all other paths has their paths and queries, limits of its own, and its method alone", async () => {
  const paths = async (request: ServeRequest): Promise<ServeResponse> =>
    textResponse(200, `${request.path} ${request.query.get("a")} ${(await request.body()).length}`);
  const server = await startServer({
    host: "127.0.0.1",
    port: 0,
    routes: [{ method: "POST", path: "/own", handle: () => textResponse(200, "own") }],
    otherwise: { method: "POST", limits: { bodyBytes: 10 }, handle: paths },
    limits: { bodyBytes: 5 },
  });
  const send = async (path: string, init: RequestInit = { method: "POST", body: "0123456789" }): Promise<string> => {
    const response = await fetch(`${server.url}${path}`, init);
    return `${response.status} ${await response.text()}`;
  };
  expect(await send("/own", { method: "POST" })).toBe("200 own");
  expect(await send("/x/y?a=b")).toBe("200 /x/y b 10");
  expect(await send("/x", { method: "POST", body: "01234567890" })).toMatch(/^413 /);
  expect([await send("/x", { method: "GET" }), await send("/own", { method: "GET" })]).toEqual(
    Array(2).fill("405 only POST is served here\n"),
  );
  await server.close({ drainMs: 0 });
});
