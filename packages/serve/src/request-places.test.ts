// Requests that are worked on at once.
import { expect, test } from "vitest";
import { RequestPlaces } from "./request-places.ts";
import { type Route, textResponse } from "./route.ts";
import { startServer } from "./server.ts";

const routeOf = (path: string): Route => ({ method: "GET", path, handle: () => textResponse(200, "") });

test("one route leaves an eighth of the places to others, and all have no more than there are", () => {
  const places = new RequestPlaces(16);
  const [slow, other] = [routeOf("/slow"), routeOf("/other")];
  const taken = Array.from({ length: 20 }, () => places.take(slow)).filter((leave) => leave !== undefined);
  expect(taken).toHaveLength(14);
  expect([1, 2, 3].map(() => places.take(other) !== undefined)).toEqual([true, true, false]);
  taken[0]?.();
  expect([places.take(slow) !== undefined, places.take(slow)]).toEqual([true, undefined]);
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
