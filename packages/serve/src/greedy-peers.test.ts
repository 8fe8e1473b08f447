// One address that has most of the places, with requests that are worked on.
import { request } from "node:http";
import { afterEach, expect, test } from "vitest";
import { jsonResponse, type Route } from "./route.ts";
import { type RunningServer, startServer } from "./server.ts";

const running: RunningServer[] = [];
afterEach(() => Promise.all(running.splice(0).map((server) => server.close({ drainMs: 0 }))));

const held = Promise.withResolvers<void>();
let entered = 0;
const routes: readonly Route[] = [
  {
    method: "GET",
    path: "/held",
    async handle() {
      entered += 1;
      await held.promise;
      return jsonResponse(200, "held");
    },
  },
  { method: "GET", path: "/", handle: async () => jsonResponse(200, "answered") },
];

/** The body of an answer, or how the connection ended. */
function call(url: string, localAddress: string): Promise<string> {
  return new Promise((resolve) => {
    const caller = request(url, { localAddress, agent: false }, (answer) => {
      let body = "";
      answer.on("data", (chunk: Buffer) => (body += chunk.toString()));
      answer.on("end", () => resolve(body));
    });
    caller.on("error", () => resolve("closed"));
    caller.end();
  });
}

test("gives a place to callers from other addresses, and to no more of its own", async () => {
  const server = await startServer({ host: "0.0.0.0", port: 0, routes, limits: { connections: 4 } });
  running.push(server);
  const { port } = new URL(server.url);
  const url = `http://127.0.0.1:${port}`;
  const greedy = Array.from({ length: 4 }, () => call(`${url}/held`, "127.0.0.1"));
  let closed = 0;
  for (const each of greedy) void each.then((answer) => (closed += answer === "closed" ? 1 : 0));
  await expect.poll(() => entered).toBe(4);
  expect(await call(url, "127.0.0.1")).toBe("closed");
  expect(closed).toBe(0);
  expect(await call(url, "127.0.0.2")).toBe('"answered"');
  expect(closed).toBe(1);
  held.resolve();
  expect((await Promise.all(greedy)).toSorted()).toEqual(['"held"', '"held"', '"held"', "closed"]);
});
