// Which requests a fault applies to, how often, and what it does.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConnectionCut, type FaultMatch, Faults, type FaultyState, type OpenWatch } from "./faults.ts";

const request: Required<FaultMatch> = {
  verb: "patch",
  plural: "machines",
  group: "cluster.x-k8s.io",
  namespace: "n",
  name: "m",
  subresource: "status",
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const none = (): undefined => undefined;
const untouched: FaultyState = { forgetHistory: none, keep: () => none };
const ended = (faults: Faults): Promise<unknown> => faults.apply(request).then(none, (error: unknown) => error);
const conflict = { status: { reason: "Conflict", code: 409, message: "injected fault: Conflict" } };

test.each<{ match: FaultMatch; hit: boolean }>([
  { match: {}, hit: true },
  { match: request, hit: true },
  { match: { verb: "patch" }, hit: true },
  { match: { verb: "update" }, hit: false },
  { match: { verb: "patch", plural: "pods" }, hit: false },
  { match: { subresource: "" }, hit: false },
])("a fault of $match applies: $hit", async ({ match, hit }) => {
  const faults = new Faults(untouched);
  faults.inject(match, { reason: "Conflict" });
  expect([await ended(faults)]).toMatchObject([hit ? conflict : undefined]);
});

test("a fault applies as often as set, otherwise always", async () => {
  const faults = new Faults(untouched);
  faults.inject({}, { reason: "Conflict", times: 2 });
  const ends = [await ended(faults), await ended(faults), await ended(faults)];
  expect(ends).toMatchObject([conflict, conflict, undefined]);
  faults.inject({}, { reason: "Conflict" });
  expect([await ended(faults), await ended(faults), await ended(faults)]).toMatchObject([conflict, conflict, conflict]);
  faults.clear();
  expect(await ended(faults)).toBeUndefined();
});

test.each([
  { retryAfterSeconds: undefined, details: undefined },
  { retryAfterSeconds: 3, details: { retryAfterSeconds: 3 } },
])("a failure has Retry-After $retryAfterSeconds", async ({ retryAfterSeconds, details }) => {
  const faults = new Faults(untouched);
  faults.inject({}, { reason: "TooManyRequests", ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) });
  const error = (await ended(faults)) as { status: { details?: object } };
  expect(error.status.details).toEqual(details);
});

test("several faults apply in their order: a delay, then a cut", async () => {
  const faults = new Faults(untouched);
  faults.inject({}, { delayMs: 100 });
  faults.inject({}, { cut: true, reason: "Conflict" });
  let end: unknown = "waiting";
  void ended(faults).then((error) => void (end = error));
  await vi.advanceTimersByTimeAsync(99);
  expect(end).toBe("waiting");
  await vi.advanceTimersByTimeAsync(1);
  expect(end).toBeInstanceOf(ConnectionCut);
});

test("a delay alone lets the request succeed", async () => {
  const faults = new Faults(untouched);
  faults.inject({}, { delayMs: 10, cut: false });
  const end = ended(faults);
  await vi.advanceTimersByTimeAsync(10);
  expect(await end).toBeUndefined();
});

test.each([
  { match: undefined, want: ["pods", "machines"] },
  { match: { plural: "pods" }, want: ["pods"] },
  { match: { group: "cluster.x-k8s.io" }, want: ["machines"] },
  { match: { plural: "nodes" }, want: [] },
])("watches of $match are dropped: $want", ({ match, want }) => {
  const faults = new Faults(untouched);
  const dropped: string[] = [];
  const open = (name: string): OpenWatch => ({ cut: () => dropped.push(name), stall: none, garble: none });
  faults.watching({ group: "", plural: "pods" }, open("pods"));
  faults.watching({ group: "cluster.x-k8s.io", plural: "machines" }, open("machines"));
  faults.watching({ group: "", plural: "nodes" }, open("nodes"))();
  expect(faults.dropWatches(match)).toBe(want.length);
  expect(dropped).toEqual(want);
});

test("history is forgotten on request", () => {
  let count = 0;
  new Faults({ ...untouched, forgetHistory: () => (count += 1) }).expireHistory();
  expect(count).toBe(1);
});
