// What JSON callers can make a server parse: values and shapes of one request, and of all together.
import { afterEach, expect, test } from "vitest";
import type { ServerLimits } from "./limits.ts";
import { jsonResponse, type Route } from "./route.ts";
import { type RunningServer, startServer } from "./server.ts";

const running: RunningServer[] = [];
afterEach(() => Promise.all(running.splice(0).map((server) => server.close({ drainMs: 0 }))));

interface Started {
  /** Posts a body; the status and the body of the answer. */
  readonly send: (path: string, body: string, signal?: AbortSignal) => Promise<readonly [number, string]>;
  /** Lets the route that waits answer. */
  readonly gate: PromiseWithResolvers<void>;
}

/** A server with a route that answers at once and one that waits for `gate`. */
async function start(limits: Partial<ServerLimits>): Promise<Started> {
  const gate = Promise.withResolvers<void>();
  const echo: Route = { method: "POST", path: "/echo", handle: async (call) => jsonResponse(200, await call.json()) };
  const held: Route = {
    method: "POST",
    path: "/held",
    async handle(call) {
      await call.json();
      await gate.promise;
      return jsonResponse(200, "held");
    },
  };
  const server = await startServer({ port: 0, routes: [echo, held], limits });
  running.push(server);
  return {
    gate,
    async send(path, body, signal) {
      const more = signal === undefined ? {} : { signal };
      const response = await fetch(server.url + path, { method: "POST", body, ...more });
      return [response.status, await response.text()];
    },
  };
}

const busy =
  "the server has no room for more than 15 values in the bodies of all requests (limits.inFlightValues); send the request again\n";

test("the values of all requests together have a budget, until their routes have answered", async () => {
  const { send, gate } = await start({ jsonValues: 10, inFlightValues: 15 });
  const caller = new AbortController();
  const first = send("/held", "[1,2,3,4,5,6,7,8,9]", caller.signal).catch(() => "left");
  await expect.poll(() => send("/echo", "[1,2,3,4,5,6]")).toEqual([503, busy]);
  expect(await send("/echo", "[1,2]")).toEqual([200, "[1,2]"]);
  caller.abort();
  expect(await first).toBe("left");
  expect(await send("/echo", "[1,2,3,4,5,6]")).toEqual([503, busy]);
  gate.resolve();
  await expect.poll(() => send("/echo", "[1,2,3,4,5,6]")).toEqual([200, "[1,2,3,4,5,6]"]);
});

test("the shapes of all requests together have a budget, until their routes have answered", async () => {
  const { send, gate } = await start({ jsonShapes: 10, inFlightShapes: 15 });
  const first = send("/held", '[{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1}]');
  const next = '{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1}';
  await expect
    .poll(() => send("/echo", next))
    .toEqual([503, busy.replace("values", "different beginnings of field names").replace("Values", "Shapes")]);
  expect(await send("/echo", '{"a":1,"b":1}')).toEqual([200, '{"a":1,"b":1}']);
  gate.resolve();
  await first;
  await expect.poll(() => send("/echo", next)).toEqual([200, next]);
});

test("the values of a request count until what its route still does has settled", async () => {
  const rest = Promise.withResolvers<void>();
  const route: Route = {
    method: "POST",
    path: "/early",
    handle: async (call) => ({ ...jsonResponse(200, await call.json()), pending: rest.promise }),
  };
  const server = await startServer({ port: 0, routes: [route], limits: { jsonValues: 10, inFlightValues: 15 } });
  running.push(server);
  const send = async (): Promise<number> =>
    (await fetch(`${server.url}/early`, { method: "POST", body: "[1,2,3,4,5,6,7,8,9]" })).status;
  expect([await send(), await send()]).toEqual([200, 503]);
  rest.reject(new Error("it failed in the end"));
  await expect.poll(send).toBe(200);
});

test("shapes of objects have a limit, those that repeat have none", async () => {
  const { send } = await start({ jsonShapes: 5 });
  const names = (different: number): string =>
    JSON.stringify(Array.from({ length: 100 }, (_, i) => ({ [`name ${i % different}`]: "a: b" })));
  expect((await send("/echo", names(5)))[0]).toBe(200);
  expect((await send("/echo", names(6)))[0]).toBe(413);
});

test("a body of more than 1 MiB is parsed as others are", async () => {
  const { send } = await start({});
  const body = JSON.stringify({ a: "x".repeat(1_500_000) });
  expect(await send("/echo", body)).toEqual([200, body]);
});
