// Many reviews at the same moment: their work together is done in turns of the event loop, and those who write in one namespace do not keep others waiting.
import type { Converter } from "@capstan/contract/codegen/v1";
import type { KubeObject } from "@capstan/kube";
import type { Route, ServeRequest } from "@capstan/serve";
import { expect, test } from "vitest";
import { conversionRoute } from "./conversion-webhook.ts";
import { convertibleRoute } from "./convertible.ts";
import { admissionRoute } from "../webhooks/reviews.ts";

const pieceMs = 2;
/** The milliseconds of work in this turn of the event loop, and in the longest. */
let inThisTurn = 0;
let longest = 0;

function work(): void {
  const until = performance.now() + pieceMs;
  while (performance.now() < until);
  inThisTurn += pieceMs;
  longest = Math.max(longest, inThisTurn);
}

/** The names of the objects in the order in which they were converted. */
const converted: string[] = [];
const foo: Converter = {
  group: "example.org",
  kind: "Foo",
  hub: "example.org/v2",
  versions: ["example.org/v1", "example.org/v2"],
  convert(object: KubeObject, apiVersion: string) {
    if (object.metadata.name !== "quick") work();
    converted.push(object.metadata.name ?? "");
    return { ...object, apiVersion };
  },
};

/** Calls a route with many bodies at once, and counts the turns of the event loop meanwhile. */
async function callAll(
  route: Route,
  bodies: readonly object[],
  signalOf: (body: object) => AbortSignal = () => new AbortController().signal,
): Promise<readonly PromiseSettledResult<unknown>[]> {
  [inThisTurn, longest] = [0, 0];
  converted.length = 0;
  let isRunning = true;
  const turn = (): void => {
    inThisTurn = 0;
    if (isRunning) setImmediate(turn);
  };
  setImmediate(turn);
  const answers = bodies.map(async (body) => {
    const text = JSON.stringify(body);
    // The routes read nothing else of a request.
    const request = {
      body: async () => Buffer.from(text),
      json: async (read: (text: string) => unknown) => read(text),
      signal: signalOf(body),
    } as unknown as ServeRequest;
    return route.handle(request);
  });
  const results = await Promise.allSettled(answers);
  isRunning = false;
  return results;
}

const object = (namespace: string, name: string): object => ({
  apiVersion: "example.org/v1",
  kind: "Foo",
  metadata: { namespace, name },
});
const conversion = (...objects: readonly object[]): object => ({
  kind: "ConversionReview",
  apiVersion: "apiextensions.k8s.io/v1",
  request: { uid: "1", desiredAPIVersion: "example.org/v2", objects },
});
const admission = (namespace: string, name: string): object => ({
  kind: "AdmissionReview",
  apiVersion: "admission.k8s.io/v1",
  request: {
    uid: "1",
    kind: { group: "example.org", version: "v1", kind: "Foo" },
    namespace,
    object: object(namespace, name),
  },
});
function rejectNothing(): undefined {
  work();
}
const numbers = [...Array(60).keys()];

// Two slices of five milliseconds, when work begins in the middle of a turn, and a piece beyond each.
const most = 2 * (5 + pieceMs);

test.each([
  {
    name: "conversions",
    route: conversionRoute([foo]),
    bodies: numbers.map((index) => conversion(object("a", `${index}`))),
  },
  {
    name: "checks of writes",
    route: convertibleRoute([foo]),
    bodies: numbers.map((index) => admission("a", `${index}`)),
  },
  {
    name: "other checks",
    route: admissionRoute("/check", rejectNothing),
    bodies: numbers.map((index) => admission("a", `${index}`)),
  },
])("60 $name at once leave turns of the event loop to others", async ({ route, bodies }) => {
  const results = await callAll(route, bodies);
  expect(results.map(({ status }) => status)).toEqual(Array(60).fill("fulfilled"));
  expect(longest).toBeGreaterThan(0);
  expect(longest).toBeLessThanOrEqual(most);
});

test.each([
  { name: "checks of writes", route: convertibleRoute([foo]), body: admission },
  {
    name: "conversions",
    route: conversionRoute([foo]),
    body: (ns: string, name: string) => conversion(object(ns, name)),
  },
])("$name in one namespace do not wait for those in another", async ({ route, body }) => {
  await callAll(route, [...numbers.map((index) => body("many", `${index}`)), body("other", "last")]);
  const at = converted.indexOf("last");
  expect(at).toBeGreaterThan(-1);
  expect(at).toBeLessThan(10);
});

const spec = { list: Array.from({ length: 50_000 }, () => "v") };
const data = { "cluster.x-k8s.io/conversion-data": '{"status":{"a":1}}' };
const invalid = { apiVersion: "example.org/v9", kind: "Foo" };

test.each([
  {
    name: "writes, which are rejected when they have been read",
    route: convertibleRoute([foo]),
    bodyOf: (namespace: string) => ({
      ...admission(namespace, "a"),
      request: {
        uid: "1",
        kind: { group: "example.org", version: "v1", kind: "Foo" },
        namespace,
        object: { ...object(namespace, "a"), metadata: { namespace, name: "a", annotations: data }, spec },
      },
    }),
  },
  {
    name: "lists, which fail when they have been split",
    route: conversionRoute([foo]),
    bodyOf: (namespace: string) => conversion({ ...invalid, metadata: { namespace }, spec }),
  },
])("large $name, in one namespace do not keep those of another waiting", async ({ route, bodyOf }) => {
  const answered: string[] = [];
  const answers = [...numbers.map(() => "many"), "other"].map(async (namespace) => {
    const text = Buffer.from(JSON.stringify(bodyOf(namespace)));
    // The routes read nothing else of a request.
    const request = { body: async () => text, signal: new AbortController().signal } as unknown as ServeRequest;
    await route.handle(request);
    answered.push(namespace);
  });
  await Promise.all(answers);
  // One after the other, it would be the last of 61.
  expect(answered.indexOf("other")).toBeLessThan(25);
});

test("a list of many objects takes its part of the time of their namespace, whatever those of other calls take", async () => {
  const list = (length: number, name: string): object => conversion(...Array.from({ length }, () => object("a", name)));
  await callAll(conversionRoute([foo]), [...Array.from({ length: 8 }, () => list(100, "slow")), list(100, "quick")]);
  const before = converted.slice(0, converted.lastIndexOf("quick")).filter((name) => name === "slow");
  // A turn of each other call for each object would be 800.
  expect(before.length).toBeLessThan(300);
});

test("the work for a caller that has left is not done", async () => {
  const left = new AbortController();
  const one = conversion(...numbers.map((index) => object("a", `left ${index}`)));
  const other = conversion(object("b", "other"));
  const all = callAll(
    conversionRoute([foo]),
    [one, other],
    (body) => (body === one ? left : new AbortController()).signal,
  );
  setImmediate(() => left.abort());
  const [first, second] = await all;
  expect(first).toMatchObject({ status: "rejected", reason: left.signal.reason });
  expect(second).toMatchObject({ status: "fulfilled" });
  expect(converted).toContain("other");
  expect(converted.length).toBeLessThan(20);
});
