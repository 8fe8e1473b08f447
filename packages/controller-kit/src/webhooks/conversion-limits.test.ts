// What a review may have, and what becomes of one that has more. The route is called without a server.
import type { Converter } from "@capstan/api/codegen/v1";
import type { UnstructuredObject } from "@capstan/kube";
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

test("an answer to a review that is too large to read has the newest version, and no uid", async () => {
  const body = async (): Promise<Uint8Array> => bodyOf(Array<string>(100_001).fill("{}"));
  const response = await conversionRoute([foo]).handle({ body, signal } as unknown as ServeRequest);
  expect(JSON.parse(Buffer.from(response.body as Uint8Array).toString())).toMatchObject({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "ConversionReview",
    response: { uid: "", convertedObjects: [] },
  });
});

test("beside its objects a review has 1,000 values at most", async () => {
  const body = async (): Promise<Uint8Array> =>
    Buffer.from(
      Buffer.from(bodyOf([]))
        .toString()
        .replace('"uid"', `"x":[${"1,".repeat(1000)}1],"uid"`),
    );
  const answer = conversionRoute([foo]).handle({ body, signal } as unknown as ServeRequest);
  await expect(answer).rejects.toMatchObject({ code: "serve/json-too-many-values" });
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
  const route = conversionRoute([foo]);
  const beside = bodyOf([], '""').length;
  const answer = async (bytes: number): Promise<number> => {
    const body = async (): Promise<Uint8Array> => bodyOf([], `"${"7".repeat(bytes - beside)}"`);
    return (await route.handle({ body, signal } as unknown as ServeRequest)).status;
  };
  expect([await answer(65_536), await answer(65_537)]).toEqual([200, 400]);
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
