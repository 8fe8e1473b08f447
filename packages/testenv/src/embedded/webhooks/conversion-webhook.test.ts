// What a conversion webhook is sent, and which of its responses are rejected.
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { widgetCrd } from "../../../test/server.ts";
import { startWebhook, type TestWebhook } from "../../../test/webhook.ts";
import type { ApiObject } from "../kinds/api-kind.ts";
import { convertByWebhook } from "./conversion-webhook.ts";

interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: { readonly uid: string; readonly desiredAPIVersion: string; readonly objects: ApiObject[] };
}

let hook: TestWebhook;
let answer: (review: Review) => unknown;
const reviews = (): Review[] => hook.seen.map(({ body }) => body as Review);

beforeAll(async () => {
  hook = await startWebhook();
});
afterAll(() => hook.close());
beforeEach(() => {
  hook.seen.length = 0;
  hook.respond = ({ body }) => ({ text: JSON.stringify(answer(body as Review)) });
});

const older = (name: string): ApiObject => ({
  apiVersion: "example.com/v1beta1",
  kind: "Widget",
  metadata: { name, namespace: "n", uid: "u", resourceVersion: "7", labels: { a: "b" }, annotations: { c: "d" } },
  a: 1,
});
const newer = (object: ApiObject): ApiObject => ({ ...object, apiVersion: "example.com/v1" });
const success = (objects: readonly unknown[], { request: { uid } }: Review): object => ({
  response: { uid, result: { status: "Success" }, convertedObjects: objects },
});

function convert(object: ApiObject, { reviewVersions = ["v1"] } = {}): Promise<ApiObject> {
  const crd = widgetCrd();
  const clientConfig = { url: `${hook.url}/convert`, caBundle: hook.caBundle };
  const conversion = { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: reviewVersions } };
  const definition = { ...crd, spec: { ...crd.spec, conversion } } as CustomResourceDefinition;
  return convertByWebhook(definition, object, { apiVersion: "example.com/v1", services: new Map() });
}

test.each([
  { reviewVersions: ["v1beta1", "v1"], want: "apiextensions.k8s.io/v1" },
  { reviewVersions: ["v1beta1"], want: "apiextensions.k8s.io/v1beta1" },
])("a webhook of $reviewVersions is sent a review of $want", async ({ reviewVersions, want }) => {
  answer = (review) => success(review.request.objects.map(newer), review);
  expect(await convert(older("a"), { reviewVersions })).toEqual(newer(older("a")));
  expect(reviews()).toEqual([
    {
      apiVersion: want,
      kind: "ConversionReview",
      request: {
        uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        desiredAPIVersion: "example.com/v1",
        objects: [older("a")],
      },
    },
  ]);
});

test.each([
  {
    name: "labels and annotations",
    metadata: {
      name: "a",
      namespace: "n",
      uid: "u",
      labels: { x: "" },
      annotations: {},
      resourceVersion: "9",
      generation: 4,
    },
    want: { name: "a", namespace: "n", uid: "u", resourceVersion: "7", labels: { x: "" }, annotations: {} },
  },
  {
    name: "no labels and annotations",
    metadata: { name: "a", namespace: "n", uid: "u" },
    want: { name: "a", namespace: "n", uid: "u", resourceVersion: "7" },
  },
])("of the metadata only labels and annotations are converted: $name", async ({ metadata, want }) => {
  answer = (review) => success([{ ...newer(older("a")), metadata }], review);
  expect((await convert(older("a"))).metadata).toStrictEqual(want);
});

const converted = newer(older("a"));
const changed = (metadata: object): object => ({ ...converted, metadata: { ...converted.metadata, ...metadata } });

test.each<{ name: string; answers: (review: Review) => unknown; why: string | RegExp }>([
  { name: "a body that is not an object", answers: () => [], why: "failed: no response provided" },
  { name: "no response", answers: () => ({}), why: "failed: no response provided" },
  {
    name: "another uid",
    answers: () => ({ response: { uid: "x" } }),
    why: /expected response\.uid="[0-9a-f-]{36}", got "x"$/,
  },
  {
    name: "no result",
    answers: ({ request: { uid } }) => ({ response: { uid } }),
    why: "failed: response.result.status was '', not 'Success'",
  },
  {
    name: "a failure",
    answers: ({ request: { uid } }) => ({ response: { uid, result: { status: "Failure", message: "no way" } } }),
    why: "failed: no way",
  },
  {
    name: "no objects",
    answers: ({ request: { uid } }) => ({ response: { uid, result: { status: "Success" } } }),
    why: "returned 0 objects, expected 1",
  },
  {
    name: "too many objects",
    answers: (review) => success([converted, converted], review),
    why: "returned 2 objects, expected 1",
  },
  {
    name: "what is not an object",
    answers: (review) => success([1], review),
    why: "returned invalid object at index 0: it is not an object",
  },
  {
    name: "another version",
    answers: (review) => success([older("a")], review),
    why: "returned invalid object at index 0: invalid groupVersion (expected example.com/v1, received example.com/v1beta1)",
  },
  {
    name: "another kind",
    answers: (review) => success([{ ...converted, kind: "X" }], review),
    why: "returned invalid object at index 0: invalid kind (expected Widget, received X)",
  },
  {
    name: "no metadata",
    answers: (review) => success([{ ...converted, metadata: null }], review),
    why: "returned invalid metadata: missing metadata in converted object",
  },
  {
    name: "another name",
    answers: (review) => success([changed({ name: "b" })], review),
    why: "returned invalid object: must have the same name: a != b",
  },
  {
    name: "another namespace",
    answers: (review) => success([changed({ namespace: "m" })], review),
    why: "returned invalid object: must have the same namespace: n != m",
  },
  {
    name: "another uid of the object",
    answers: (review) => success([changed({ uid: "v" })], review),
    why: "returned invalid object: must have the same UID: u != v",
  },
])("$name is rejected", async ({ answers, why }) => {
  answer = answers;
  const error: unknown = await convert(older("a")).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ status: { code: 500 } });
  const start = "conversion webhook for example.com/v1beta1, Kind=Widget ";
  expect((error as Error).message).toMatch(typeof why === "string" ? `${start}${why}` : why);
});

test("a definition without a webhook is an error", async () => {
  const services = new Map<string, string>();
  await expect(convertByWebhook(widgetCrd(), older("a"), { apiVersion: "example.com/v1", services })).rejects.toThrow(
    "the definition has no webhook",
  );
});
