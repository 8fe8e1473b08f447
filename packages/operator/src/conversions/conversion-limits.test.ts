// What a review may have, and what becomes of one that has more. The route is called without a server.
import type { Converter } from "@capstan/contract/codegen/v1";
import { CapstanError, type UnstructuredObject } from "@capstan/kube";
import type { Route, ServeRequest } from "@capstan/serve";
import { expect, test } from "vitest";
import {
  conversionLimits,
  type ConversionProblem,
  conversionRoute,
  type ConversionRouteOptions,
} from "./conversion-webhook.ts";

const foo: Converter = {
  group: "example.org",
  kind: "Foo",
  hub: "example.org/v2",
  versions: ["example.org/v2", "example.org/v1"],
  convert(object, apiVersion, context) {
    const { metadata, ...rest } = object as UnstructuredObject;
    const size = Number(metadata.annotations?.["grow"] ?? 0);
    const annotations = { filler: "x".repeat(size), looks: String(context !== undefined && "apiVersionOf" in context) };
    return { ...rest, apiVersion, metadata: { name: metadata.name ?? "", annotations } };
  },
};

interface Answer {
  readonly result: { readonly status: string; readonly message?: string };
  readonly convertedObjects: readonly { readonly metadata: { readonly annotations: Record<string, string> } }[];
}

/** Of a caller that stays. */
const { signal } = new AbortController();

const object = (more = ""): string => `{"apiVersion":"example.org/v1","kind":"Foo","metadata":{"name":"a"}${more}}`;
const growing = (bytes: number): string =>
  `{"apiVersion":"example.org/v1","kind":"Foo","metadata":{"annotations":{"grow":"${bytes}"}}}`;

function bodyOf(objects: readonly string[], uid = '"7"'): Uint8Array {
  const start = `{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":{"uid":${uid},"desiredAPIVersion":"example.org/v2","objects":[`;
  return Buffer.concat([Buffer.from(start), Buffer.from(objects.join(",")), Buffer.from("]}}")]);
}

async function call(route: Route, body: () => Promise<Uint8Array>): Promise<Answer> {
  // The route reads nothing else of a request.
  const response = await route.handle({ body, signal } as unknown as ServeRequest);
  return (JSON.parse(Buffer.from(response.body as Uint8Array).toString()) as { response: Answer }).response;
}

async function review(objects: readonly string[], options?: ConversionRouteOptions): Promise<Answer> {
  return call(conversionRoute([foo], options), async () => bodyOf(objects));
}

/** The answer, and what is reported. */
async function reported(objects: readonly string[]): Promise<readonly [Answer, readonly ConversionProblem[]]> {
  const problems: ConversionProblem[] = [];
  return [await review(objects, { report: (problem) => void problems.push(problem) }), problems];
}

test("a review is posted to /convert and has 64 MiB at most", () => {
  const { method, path, limits } = conversionRoute([foo]);
  expect([method, path, limits?.bodyBytes]).toEqual(["POST", "/convert", 67_108_864]);
  expect(conversionLimits.bodyBytes).toBe(67_108_864);
  expect(conversionRoute([foo], { limits: { bodyBytes: 1 } }).limits).toEqual({ ...conversionLimits, bodyBytes: 1 });
});

test("limits of the caller's own count for each object", async () => {
  const nested = object(',"spec":{"a":{"b":{}}}');
  expect((await review([nested], { limits: { jsonDepth: 4 } })).result).toEqual({ status: "Success" });
  expect((await review([nested], { limits: { jsonDepth: 3 } })).result.message).toContain("serve/json-too-deep");
});

test("a review of more than 100,000 objects fails and is reported", async () => {
  const [{ result }, problems] = await reported(Array<string>(100_001).fill("{}"));
  const message = "the review has more than 100000 objects";
  expect(result).toEqual({ status: "Failure", message: `conversion/too-many-objects: ${message}` });
  expect(problems).toEqual([{ code: "conversion/too-many-objects", message, times: 1 }]);
});

test("the answer to a review that is too large to read has the newest version, and no uid", async () => {
  const tooLarge = new CapstanError("serve/body-too-large", "too large");
  const response = await conversionRoute([foo]).handle({
    body: () => Promise.reject(tooLarge),
    signal,
  } as unknown as ServeRequest);
  expect(JSON.parse(Buffer.from(response.body as Uint8Array).toString())).toMatchObject({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "ConversionReview",
    response: { uid: "", convertedObjects: [] },
  });
});

const beside = (more: string): string => Buffer.from(bodyOf([])).toString().replace('"objects"', `${more},"objects"`);
const deep = (levels: number): string => `"x":${"[".repeat(levels)}${"]".repeat(levels)}`;

test.each([
  { what: "1000 values", body: beside(`"x":[${"1,".repeat(1000)}1]`) },
  { what: "500 objects and lists inside each other", body: beside(deep(500)) },
  { what: "65536 bytes", body: beside(`"x":"${"x".repeat(65_536)}"`) },
  { what: "65536 bytes", body: bodyOf([], `"7","x":"${"x".repeat(65_536)}"`) },
])("a review with more than $what beside its objects fails and is reported", async ({ what, body }) => {
  const problems: ConversionProblem[] = [];
  const route = conversionRoute([foo], { report: (problem) => void problems.push(problem) });
  const message = `the review has more than ${what} beside its objects`;
  expect(await call(route, async () => Buffer.from(body))).toEqual({
    uid: "7",
    result: { status: "Failure", message: `conversion/envelope-too-large: ${message}` },
    convertedObjects: [],
  });
  expect(problems).toEqual([{ code: "conversion/envelope-too-large", message, times: 1 }]);
});

test("a review is answered with 498 levels beside its objects", async () => {
  const answer = await call(conversionRoute([foo]), async () => Buffer.from(beside(deep(498))));
  expect(answer.result).toEqual({ status: "Success" });
});

test.each([
  { name: "after a value that is too deep", uid: "7", start: `${deep(600)},"uid":"7"` },
  { name: "that is no string", uid: "", start: `"uid":7,${deep(600)}` },
  { name: "that is longer than any", uid: "", start: `"uid":"${"7".repeat(2000)}",${deep(600)}` },
])("of a failed review the answer has a uid $name", async ({ uid, start }) => {
  const body = `{"request":{${start},"objects":[]}}`;
  expect(await call(conversionRoute([foo]), async () => Buffer.from(body))).toMatchObject({ uid });
});

test.each([
  { body: "[]", code: "conversion/not-a-review", reason: /^the body is not a ConversionReview with a request$/ },
  {
    body: beside('"x":1').replace("k8s.io/v1", "k8s.io/v2"),
    code: "conversion/not-a-review",
    reason: /^the ConversionReview has the apiVersion "apiextensions\.k8s\.io\/v2"; send one of/,
  },
  { body: beside('"x":7x'), code: "serve/body-not-json", reason: /^the request body is not JSON/ },
])("a body that is no review is answered with 400 and reported (%#)", async ({ body, code, reason }) => {
  const problems: ConversionProblem[] = [];
  const route = conversionRoute([foo], { report: (problem) => void problems.push(problem) });
  const request = { body: async () => Buffer.from(body), signal };
  expect((await route.handle(request as unknown as ServeRequest)).status).toBe(400);
  expect(problems).toEqual([{ code, message: expect.stringMatching(reason) as string, times: 1 }]);
});

test("an object has 8 MiB at most", async () => {
  const most = 8 * 1024 * 1024;
  const one = (bytes: number): string => object(`,"text":"${"x".repeat(bytes - object(',"text":""').length)}"`);
  expect((await review([one(most)])).result).toEqual({ status: "Success" });
  expect((await review([one(most + 1)])).result).toEqual({
    status: "Failure",
    message: `conversion/object-too-large: Foo/a: an object of the review has more than ${most} bytes`,
  });
});

test("converted objects may have twice the bytes of the review, 1 MiB each and 8 MiB together", async () => {
  const answer = await review([growing(0), growing(8_000_000)]);
  expect(answer.result).toEqual({ status: "Success" });
  expect(answer.convertedObjects.map(({ metadata }) => metadata.annotations["filler"]?.length)).toEqual([0, 8_000_000]);
  const objects = [growing(5_000_000), growing(5_500_000)];
  const most = 2 * bodyOf(objects).length + 2 * 1_048_576 + 8_388_608;
  const [failed, problems] = await reported(objects);
  const message = `the converted objects of the review have more than ${most} bytes together`;
  expect(failed).toEqual({
    uid: "7",
    result: { status: "Failure", message: `conversion/answer-too-large: Foo: ${message}` },
    convertedObjects: [],
  });
  expect(problems).toEqual([{ code: "conversion/answer-too-large", message, object: "Foo", times: 1 }]);
});

test("beside its objects a review has 64 KiB at most", async () => {
  const least = bodyOf([], '""').length;
  const answer = async (bytes: number): Promise<string> => {
    const body = async (): Promise<Uint8Array> => bodyOf([], `"${"7".repeat(bytes - least)}"`);
    return (await call(conversionRoute([foo]), body)).result.status;
  };
  expect([await answer(65_536), await answer(65_537)]).toEqual(["Success", "Failure"]);
});

test("an error that is not about the size of a review is the server's to answer", async () => {
  const failing = (error: unknown) => call(conversionRoute([foo]), () => Promise.reject(error as Error));
  const gone = new Error("the caller disconnected");
  await expect(failing(gone)).rejects.toBe(gone);
});

test("without a look-up of the provider, converters have none", async () => {
  const looks = async (options?: ConversionRouteOptions): Promise<unknown> =>
    (await review([object()], options)).convertedObjects[0]?.metadata.annotations["looks"];
  expect(await looks()).toBe("false");
  expect(await looks({ apiVersionOf: () => undefined })).toBe("true");
});

test("converters read and write numbers digit by digit", async () => {
  const number = "9007199254740993";
  const reading: Converter = {
    ...foo,
    convert: (object, apiVersion, context) => ({
      ...(object as UnstructuredObject),
      apiVersion,
      metadata: { annotations: { number: context?.json?.stringify(context.json.parse(number)) ?? "" } },
    }),
  };
  const { convertedObjects } = await call(conversionRoute([reading]), async () => bodyOf([object()]));
  expect(convertedObjects[0]?.metadata.annotations).toEqual({ number });
});

test("nobody has to listen to problems", async () => {
  expect((await review(["{}"])).result.status).toBe("Failure");
});
