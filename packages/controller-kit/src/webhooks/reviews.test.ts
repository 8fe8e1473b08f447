// What the admission webhooks answer to bodies that no API server sends.
import { resourceOf } from "@capstan/kube";
import { type RunningServer, startServer } from "@capstan/serve";
import { afterAll, beforeAll, expect, test } from "vitest";
import { admissionRoute, usedOf } from "@capstan/operator/webhooks";
import { templateRejection } from "./rejections.ts";

const template = resourceOf("infrastructure.cluster.x-k8s.io/v1beta1", "FooMachineTemplate");

const quoting = admissionRoute("/quoting", (request) => {
  throw new Error(`what is ${JSON.stringify(request)}?`);
});

const naming = admissionRoute("/naming", ({ operation }) => `${operation} is rejected`);

const path = "/validate";
const validating = admissionRoute(path, (request) => templateRejection(template, request));

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ host: "127.0.0.1", port: 0, routes: [validating, quoting, naming] });
});
afterAll(() => server.close());

async function send(body: string, to = path): Promise<readonly [number, unknown]> {
  const response = await fetch(`${server.url}${to}`, { method: "POST", body });
  return [response.status, await response.json()];
}

test("of a review that is kept, nothing else than strings and flags is left", () => {
  const kind = { group: "g", version: 1, kind: "Foo", more: [{}] };
  const request = { uid: "1", namespace: ["a"], dryRun: true, options: [{ a: {} }], userInfo: {}, kind };
  expect(usedOf({ apiVersion: {}, kind: "AdmissionReview", request })).toEqual({
    apiVersion: undefined,
    kind: "AdmissionReview",
    request: { uid: "1", dryRun: true, kind: { group: "g", kind: "Foo" } },
  });
});

test.each(["null", "1", "[]", "{}", '{"kind":"AdmissionReview"}', '{"kind":"AdmissionReview","request":null}'])(
  "%s is rejected",
  async (body) => {
    expect(await send(body)).toEqual([400, { error: "the body is not an AdmissionReview with a request" }]);
  },
);

test("objects of other types are rejected", async () => {
  const request = { uid: "1", operation: "UPDATE", object: { spec: "x" }, oldObject: { spec: { template: {} } } };
  expect(await send(JSON.stringify({ kind: "AdmissionReview", request }))).toEqual([
    400,
    { error: expect.stringMatching(/^the request of the AdmissionReview cannot be read: /) },
  ]);
});

test("the text of an error does not grow with the review", async () => {
  const name = "a".repeat(1_000_000);
  const [status, answer] = await send(JSON.stringify({ kind: "AdmissionReview", request: { name } }), "/quoting");
  expect([status, JSON.stringify(answer).length < 2000]).toEqual([400, true]);
  expect(answer).toEqual({ error: expect.stringContaining('cannot be read: what is {"name":"aaa') as string });
});

test("a review is answered", async () => {
  const request = { uid: "1", operation: "DELETE" };
  const review = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview" };
  expect(await send(JSON.stringify({ ...review, request }))).toEqual([
    200,
    { ...review, response: { uid: "1", allowed: true } },
  ]);
});

test("a rejection says why, as the API server shows it", async () => {
  const [object, oldObject] = ["l", "s"].map((size) => ({
    apiVersion: template.apiVersion,
    kind: template.kind,
    metadata: { name: "a" },
    spec: { template: { spec: { size } } },
  }));
  const request = { uid: "1", operation: "UPDATE", object, oldObject };
  const review = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview" };
  const message = "FooMachineTemplate spec.template is immutable: create a new FooMachineTemplate and refer to it";
  expect(await send(JSON.stringify({ ...review, request }))).toEqual([
    200,
    {
      ...review,
      response: {
        uid: "1",
        allowed: false,
        status: { status: "Failure", reason: "Invalid", code: 422, message },
      },
    },
  ]);
});

test("a change in a number with more digits than JavaScript keeps is a change", async () => {
  const template = (size: string): string =>
    `{"apiVersion":"a/v1","kind":"Foo","metadata":{},"spec":{"template":{"size":${size}}}}`;
  const [object, oldObject] = [template("9007199254740993"), template("9007199254740992")];
  const body = `{"kind":"AdmissionReview","request":{"uid":"1","operation":"UPDATE","object":${object},"oldObject":${oldObject}}}`;
  expect(await send(body)).toMatchObject([200, { response: { allowed: false } }]);
});

test("no answer shows how numbers with many digits are kept, and a string is never equal to one", async () => {
  const long = "12345678901234567890";
  const kept = /\\u0000|\d+-\d+-/;
  const answers = [
    await send(`{"kind":"AdmissionReview","request":{"uid":${long}}}`),
    await send(`{"apiVersion":${long},"kind":"AdmissionReview","request":{"uid":"1"}}`),
    await send(`{"kind":"AdmissionReview","request":{"uid":"1","operation":"DELETE","name":${long}}}`, "/quoting"),
    await send(`{"kind":"AdmissionReview","request":{"uid":"1","operation":${long}}}`, "/naming"),
  ];
  expect(answers.map(([status]) => status)).toEqual([400, 400, 400, 200]);
  expect(answers[0]).toEqual([400, { error: "the body is not an AdmissionReview with a request" }]);
  for (const [, answer] of answers) expect(JSON.stringify(answer)).not.toMatch(kept);
  const template = (size: string): string => `{"apiVersion":"a/v1","kind":"Foo","spec":{"template":{"size":${size}}}}`;
  const update = (size: string, old: string): string =>
    `{"kind":"AdmissionReview","request":{"uid":"1","operation":"UPDATE","object":${template(size)},"oldObject":${template(old)}}}`;
  expect(await send(update(long, long))).toMatchObject([200, { response: { allowed: true } }]);
  expect(await send(update(`"${long}"`, long))).toMatchObject([200, { response: { allowed: false } }]);
});

test("reviews of another kind are rejected", async () => {
  expect(await send('{"kind":"ConversionReview","request":{"uid":"1","operation":"DELETE"}}')).toEqual([
    400,
    { error: "the body is not an AdmissionReview with a request" },
  ]);
});
