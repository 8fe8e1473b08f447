// Answers to ConversionReviews.
import { startServer, type RunningServer } from "@capstan/serve";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Converter } from "@capstan/contract/codegen/v1";
import type { KubeObject, UnstructuredObject } from "@capstan/kube";
import { type ConversionProblem, conversionRoute } from "./conversion-webhook.ts";

const foo: Converter = {
  group: "example.org",
  kind: "Foo",
  hub: "example.org/v2",
  versions: ["example.org/v2", "example.org/v1"],
  convert(object, apiVersion, context) {
    const { apiVersion: from, metadata, ...rest } = object as UnstructuredObject;
    if (metadata.name === "odd") throw new Error("spec.size is not a number");
    if (from !== "example.org/v1") throw new Error(`${from} is not a version of Foo`);
    if (metadata.name === "forged")
      context?.report?.({ code: "conversion/data-unreadable", severity: "warning", message: "no JSON", help: "" });
    if (metadata.name === "slow") {
      const until = performance.now() + 1;
      while (performance.now() < until);
      slowTurns.add(turn);
    }
    if (metadata.name === "refers")
      return { ...rest, metadata, apiVersion, spec: { ref: context?.apiVersionOf?.("example.org", "Bar") } };
    return { ...rest, metadata, apiVersion };
  },
};

/** The turns of the event loop in which objects named "slow" were converted. */
const slowTurns = new Set<number>();
let turn = 0;

const problems: ConversionProblem[] = [];
afterEach(() => void problems.splice(0));

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({
    host: "127.0.0.1",
    port: 0,
    routes: [
      conversionRoute([foo], {
        report: (problem) => void problems.push(problem),
        apiVersionOf: (group, kind) => (kind === "Bar" ? `${group}/v7` : undefined),
      }),
    ],
  });
});
afterAll(() => server.close());

const object = (apiVersion: string, name: string, kind = "Foo"): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name },
});

async function review(objects: readonly unknown[]): Promise<unknown> {
  const request = { uid: "7", desiredAPIVersion: "example.org/v2", objects };
  const body = JSON.stringify({ apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview", request });
  const response = await fetch(`${server.url}/convert`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  });
  return ((await response.json()) as { response: unknown }).response;
}

test("converts the objects that are not in the desired version, in order", async () => {
  expect(await review([object("example.org/v1", "a"), object("example.org/v2", "b")])).toEqual({
    uid: "7",
    result: { status: "Success" },
    convertedObjects: [object("example.org/v2", "a"), object("example.org/v2", "b")],
  });
});

test("conversions look up the apiVersion of a kind where the provider says", async () => {
  expect(await review([object("example.org/v1", "refers")])).toMatchObject({
    convertedObjects: [{ spec: { ref: "example.org/v7" } }],
  });
});

test.each([
  {
    name: "a conversion that throws",
    objects: [object("example.org/v1", "odd")],
    want: "conversion/failed: Foo/odd: the conversion failed: spec.size is not a number",
  },
  {
    name: "an unknown kind",
    objects: [object("example.org/v1", "a", "Bar")],
    want: "conversion/no-converter: Bar/a: Bar of example.org/v1 has no conversion here",
  },
])("$name fails the review with the name of the object", async ({ objects, want }) => {
  expect(await review(objects)).toEqual({
    uid: "7",
    result: { status: "Failure", message: want },
    convertedObjects: [],
  });
});

test("the text of a failure does not grow with the review", async () => {
  const long = "a".repeat(1_000_000);
  const cut = `${"a".repeat(200)}... (cut, it has 1000000 characters)`;
  expect(await review([object("example.org/v1", "a", long)])).toMatchObject({
    result: { message: `conversion/no-converter: a: ${cut} of example.org/v1 has no conversion here` },
  });
  expect(await review([object(`example.org/${long}`, "a")])).toMatchObject({
    result: { message: expect.stringMatching(/^.{1024}\.\.\. \(cut, it has \d+ characters\)$/) },
  });
});

test("what fails and what is ignored is reported with its code and its object", async () => {
  await review([object("example.org/v1", "forged"), object("example.org/v1", "b")]);
  await review([object("example.org/v1", "a"), object("example.org/v1", "odd")]);
  await post(reviewOf(`${"[".repeat(600)}${"]".repeat(600)}`));
  expect(problems).toEqual([
    { code: "conversion/data-unreadable", message: "no JSON", object: "Foo/forged", times: 1 },
    {
      code: "conversion/failed",
      message: "the conversion failed: spec.size is not a number",
      object: "Foo/odd",
      times: 1,
    },
    { code: "serve/json-too-deep", message: expect.stringContaining("more than 500 objects"), times: 1 },
  ]);
});

test("what cannot be parsed is not reported as the object before it", async () => {
  const good = JSON.stringify(object("example.org/v1", "a"));
  await post(reviewOf(`[${good},${"[".repeat(600)}${"]".repeat(600)}]`));
  expect(problems).toEqual([{ code: "serve/json-too-deep", message: expect.any(String) as string, times: 1 }]);
});

test.each([
  [{ kind: "Foo", metadata: { namespace: "n", name: "a" } }, "Foo/n/a"],
  [{ kind: "Foo", metadata: { name: "a" } }, "Foo/a"],
  [{ kind: "Foo" }, "Foo"],
  [{ kind: "Foo", metadata: "x" }, "Foo"],
  [{ metadata: { name: "a" } }, "a"],
  [{ kind: 7, metadata: { namespace: null, name: "a" } }, "a"],
  [
    { kind: "Foo", metadata: { name: "x".repeat(1000) } },
    expect.stringMatching(/^Foo\/x{196}\.\.\. \(cut, /) as string,
  ],
])("an object is named by what it has: %j", async (one, name) => {
  await review([one]);
  expect(problems).toMatchObject([{ code: "conversion/not-an-object", object: name, times: 1 }]);
});

test.each([{ metadata: {} }, [], 1])("an object without a kind and a name is not named: %j", async (one) => {
  await review([one]);
  expect(problems.map((problem) => Object.keys(problem))).toEqual([["code", "message", "times"]]);
});

test("a problem of many objects is reported once, with how many have it", async () => {
  await review(Array.from({ length: 500 }, () => object("example.org/v1", "forged")));
  expect(problems).toEqual([
    { code: "conversion/data-unreadable", message: "no JSON", object: "Foo/forged", times: 500 },
  ]);
});

test("a review of many objects leaves turns of the event loop to others", async () => {
  let isRunning = true;
  const count = (): void => {
    turn += 1;
    if (isRunning) setImmediate(count);
  };
  count();
  await review(Array.from({ length: 50 }, () => object("example.org/v1", "slow")));
  isRunning = false;
  // 50 ms in turns of 5 ms and the object that exceeds them.
  expect(slowTurns.size).toBeGreaterThan(5);
});

const notAReview = { error: "the body is not a ConversionReview with a request" };

test.each([
  { name: "an empty object", body: "{}" },
  { name: "null", body: "null" },
  { name: "a request that is null", body: '{"kind":"ConversionReview","request":null}' },
  { name: "objects that are no list", body: '{"kind":"ConversionReview","request":{"desiredAPIVersion":"a/v1"}}' },
  {
    name: "a desired version that is no string",
    body: '{"kind":"ConversionReview","request":{"desiredAPIVersion":7,"objects":[]}}',
  },
  { name: "no desired version", body: '{"kind":"ConversionReview","request":{"objects":[]}}' },
])("$name is rejected", async ({ body }) => {
  const response = await fetch(`${server.url}/convert`, { method: "POST", body });
  expect([response.status, await response.json()]).toEqual([400, notAReview]);
});

test("an envelope that is no JSON is rejected", async () => {
  const [status] = await post(
    '{"kind":"ConversionReview","uid":7x,"request":{"desiredAPIVersion":"a/v1","objects":[]}}',
  );
  expect(status).toBe(400);
});

test("the answer has the version of the review, and says that it is JSON", async () => {
  const response = await fetch(`${server.url}/convert`, { method: "POST", body: reviewOf("[]") });
  expect([response.status, response.headers.get("content-type"), await response.json()]).toEqual([
    200,
    "application/json",
    {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "ConversionReview",
      response: { uid: "7", result: { status: "Success" }, convertedObjects: [] },
    },
  ]);
});

test.each([
  ['"apiextensions.k8s.io/v1beta1"', 'the apiVersion "apiextensions.k8s.io/v1beta1"'],
  ['"apiextensions.k8s.io/v9"', 'the apiVersion "apiextensions.k8s.io/v9"'],
  ['"v1"', 'the apiVersion "v1"'],
  ["7", "no apiVersion"],
])("a review of the version %s is rejected", async (version, found) => {
  const error = `the ConversionReview has ${found}; send one of apiextensions.k8s.io/v1`;
  const body = reviewOf("[]").replace('"apiextensions.k8s.io/v1"', version);
  expect(await post(body)).toEqual([400, JSON.stringify({ error })]);
});

const post = async (body: string | Uint8Array<ArrayBuffer>): Promise<readonly [number, string]> => {
  const response = await fetch(`${server.url}/convert`, { method: "POST", body });
  return [response.status, await response.text()];
};
const reviewOf = (objects: string): string =>
  `{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":{"uid":"7","desiredAPIVersion":"example.org/v2","objects":${objects}}}`;
const failed = (uid: string, message: string): readonly [number, string] => [
  200,
  JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "ConversionReview",
    response: { uid, result: { status: "Failure", message }, convertedObjects: [] },
  }),
];

test("a review with an object nested 10,000 deep fails before it is parsed, and names it", async () => {
  const spec = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
  const metadata = '{"labels":{"name":"no","namespace":"no"},"namespace":"n","name":"deep"}';
  expect(await post(reviewOf(`[{"spec":${spec},"metadata":${metadata},"kind":"Foo"}]`))).toEqual(
    failed(
      "7",
      "serve/json-too-deep: Foo/n/deep: the request body has more than 500 objects and lists inside each other (limits.jsonDepth)",
    ),
  );
});

test("no message shows how long numbers are kept", async () => {
  const [status, text] = await post(reviewOf('[{"apiVersion":"a/v1","kind":12345678901234567890,"metadata":{}}]'));
  expect([status, text]).toEqual(failed("7", "conversion/not-an-object: the object has no apiVersion or no kind"));
});

test("whole numbers beyond 2^53 pass untouched", async () => {
  const spec = '"spec":{"a":9007199254740993,"b":[-9223372036854775808],"c":"9007199254740993"}';
  const one = `{"apiVersion":"example.org/v1","kind":"Foo","metadata":{"name":"a"},${spec}}`;
  const [status, text] = await post(reviewOf(`[${one}]`));
  expect([status, text.includes(spec)]).toEqual([200, true]);
});

test.each([
  { object: null, name: "" },
  { object: "x", name: "" },
  { object: { kind: "Foo" }, name: "Foo: " },
  { object: { apiVersion: 1, kind: "Foo" }, name: "Foo: " },
])("a review of $object fails", async ({ object, name }) => {
  const message = `conversion/not-an-object: ${name}the object has no apiVersion or no kind`;
  const result = { status: "Failure", message };
  expect(await review([object])).toEqual({ uid: "7", result, convertedObjects: [] });
});
