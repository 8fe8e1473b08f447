// Requests that are worked on at once.
import { isCapstanError } from "@capstan/kube";
import { afterEach, expect, test } from "vitest";
import { type RequestPlace, RequestPlaces } from "./request-places.ts";
import { type Route, textResponse } from "./route.ts";
import { startServer } from "./server.ts";
import { caller, endAll, post } from "../test/raw-callers.ts";

afterEach(endAll);

const routeOf = (path: string): Route => ({ method: "GET", path, handle: () => textResponse(200, "") });

test("one route leaves an eighth of the places to others, and all have no more than there are", () => {
  const places = new RequestPlaces(16);
  const [slow, other] = [routeOf("/slow"), routeOf("/other")];
  const takes = (place: RequestPlace): boolean => {
    try {
      place.take();
      return true;
    } catch (error) {
      if (isCapstanError(error, "serve/busy")) return false;
      throw error;
    }
  };
  const taken = Array.from({ length: 20 }, () => places.of(slow)).filter(takes);
  expect(taken).toHaveLength(14);
  expect([1, 2, 3].map(() => takes(places.of(other)))).toEqual([true, true, false]);
  for (let times = 0; times < 2; times += 1) taken[0]?.leave();
  expect([1, 2].map(() => takes(places.of(slow)))).toEqual([true, false]);
  expect(taken.slice(1).map(takes)).not.toContain(false);
});

test("a route whose requests do not end is answered with 503 soon, and another as before", async () => {
  const { promise: never, resolve } = Promise.withResolvers<void>();
  const handle = async (): Promise<ReturnType<typeof textResponse>> => (await never, textResponse(200, "late"));
  const routes = [{ ...routeOf("/slow"), handle }, routeOf("/other")];
  await using server = await startServer({ port: 0, routes, limits: { requests: 8 } });
  const statusOf = async (path: string): Promise<number> => (await fetch(`${server.url}${path}`)).status;
  const slow = Array.from({ length: 8 }, () => statusOf("/slow"));
  expect(await Promise.race(slow)).toBe(503);
  expect([await statusOf("/other"), await statusOf("/slow")]).toEqual([200, 503]);
  resolve();
  expect((await Promise.all(slow)).filter((status) => status === 200)).toHaveLength(7);
  expect(await statusOf("/slow")).toBe(200);
});

test("requests whose bodies have not come take no places", async () => {
  const handle: Route["handle"] = async (request) => textResponse(200, `${(await request.body()).length} bytes`);
  const routes: Route[] = [{ method: "POST", path: "/read", handle }];
  await using server = await startServer({ port: 0, routes, limits: { requests: 8 } });
  const head = "POST /read HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{";
  const slow = await Promise.all(Array.from({ length: 20 }, () => caller(server)));
  for (const { socket } of slow) socket.write(head);
  // They have come when one that was sent after them has.
  const last = await caller(server);
  last.socket.write(post("/read", "{}"));
  expect(await last.has("2 bytes")).toMatch(/^HTTP\/1\.1 200 /);
  for (const { socket } of slow) socket.write(" ".repeat(99));
  const answers = await Promise.all(slow.map((each) => each.has("100 bytes")));
  expect(answers.filter((answer) => answer.startsWith("HTTP/1.1 200 "))).toHaveLength(20);
});
