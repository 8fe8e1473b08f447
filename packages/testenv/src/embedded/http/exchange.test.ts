// Requests and responses without a server: URLs, media types, bodies and headers.
import { failureStatus } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { exchangeFor } from "../../../test/http.ts";
import {
  acceptedForm,
  addWarnings,
  contentType,
  readRequestBody,
  readPatch,
  sendStatus,
  sendText,
} from "./exchange.ts";

test.each([
  { url: "/api/v1/pods?watch=true&limit=1", path: "/api/v1/pods", query: "watch=true&limit=1" },
  { url: "/api/v1/pods?a=b?c", path: "/api/v1/pods", query: "a=b%3Fc" },
  { url: "/api/v1/pods?", path: "/api/v1/pods", query: "" },
  { url: "/api/v1/pods", path: "/api/v1/pods", query: "" },
  { url: "?a=b", path: "", query: "a=b" },
  { url: undefined, path: "/", query: "" },
])("$url is the path $path and the query $query", ({ url, path, query }) => {
  const { exchange: parsed } = exchangeFor(url === undefined ? {} : { url });
  expect([parsed.path, String(parsed.query), parsed.method]).toEqual([path, query, "GET"]);
});

test("the method is that of the request", () => {
  expect(exchangeFor({ method: "PUT" }).exchange.method).toBe("PUT");
});

test.each([
  { given: undefined, want: "application/json" },
  { given: "application/json", want: "application/json" },
  { given: "Application/YAML ; charset=utf-8", want: "application/yaml" },
  { given: "", want: "" },
])("the content type of $given is $want", ({ given, want }) => {
  const headers = given === undefined ? {} : { "content-type": given };
  expect(contentType(exchangeFor({ headers }).exchange)).toBe(want);
});

const table = "application/json;as=Table;v=v1;g=meta.k8s.io";
const metadata = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";

describe("the form of a response", () => {
  const formOf = (accept: string | undefined): string =>
    acceptedForm(exchangeFor({ headers: accept === undefined ? {} : { accept } }).exchange.request, false);

  test.each([
    { accept: undefined, want: "object" },
    { accept: "", want: "object" },
    { accept: "application/json", want: "object" },
    { accept: "application/*", want: "object" },
    { accept: "*/*", want: "object" },
    { accept: "application/json;q=0.9", want: "object" },
    { accept: `${table}, application/json`, want: "object" },
    { accept: "application/vnd.kubernetes.protobuf, */*;q=0.8", want: "object" },
    { accept: metadata, want: "metadata" },
    { accept: "application/json; v=v1 ; as=PartialObjectMetadataList", want: "metadata" },
    { accept: `${metadata},application/json`, want: "metadata" },
    { accept: "application/json;as=PartialObjectMetadata;v=v1beta1,application/json", want: "object" },
  ])("$accept is $want", ({ accept, want }) => expect(formOf(accept)).toBe(want));

  test.each([
    table,
    "text/html",
    "application/vnd.kubernetes.protobuf",
    "text/html;as=PartialObjectMetadata;v=v1",
    "application/json;as=PartialObjectMetadata",
    "application/json;as=Other;v=v1",
  ])("%s is not acceptable", (accept) => {
    expect(() => formOf(accept)).toThrow(
      expect.objectContaining({
        message: "only the following media types are accepted: application/json",
        status: expect.objectContaining({ code: 406 }),
      }),
    );
  });
});

describe("a body", () => {
  const yaml = { "content-type": "application/yaml" };
  const limit = 3 * 1024 * 1024;

  test.each([
    { name: "JSON", given: { body: '{"a":1}' }, want: { a: 1 } },
    { name: "JSON in pieces", given: { body: ['{"a', '":1}'] }, want: { a: 1 } },
    { name: "JSON without a content type", given: { body: "[]", headers: { "content-type": "" } }, want: [] },
    { name: "YAML", given: { body: "a: [1]\n", headers: yaml }, want: { a: [1] } },
    { name: "YAML without a document", given: { body: "# nothing\n", headers: yaml }, want: undefined },
    { name: "nothing", given: {}, want: undefined },
    { name: "nothing, of any type", given: { headers: { "content-type": "text/html" } }, want: undefined },
    { name: "as much as allowed", given: { body: `"${"x".repeat(limit - 2)}"` }, want: "x".repeat(limit - 2) },
  ])("$name is read", async ({ given, want }) => {
    expect(await readRequestBody(exchangeFor(given).exchange)).toEqual(want);
  });

  test.each([
    {
      name: "of another type",
      given: { body: "{}", headers: { "content-type": "text/html" } },
      code: 415,
      message:
        "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml",
    },
    {
      name: "of the type that kubectl sends",
      given: { body: "k8s", headers: { "content-type": "application/vnd.kubernetes.protobuf" } },
      code: 415,
      message:
        /include: application\/json, application\/yaml; .*--dry-run=client -o yaml \| kubectl apply --validate=false -f -$/,
    },
    {
      name: "that is not JSON",
      given: { body: "{" },
      code: 400,
      message: /^couldn't get version\/kind; json parse error: .+/,
    },
    {
      name: "that is not YAML",
      given: { body: "a: 1\nb: [\n", headers: yaml },
      code: 400,
      message: /^yaml: line \d+: .+/,
    },
    {
      name: "that is too large",
      given: { body: ["x", "x".repeat(limit)] },
      code: 413,
      message: "Request entity too large: limit is 3145728",
    },
  ])("$name is rejected", async ({ given, code, message }) => {
    const error: unknown = await readRequestBody(exchangeFor(given).exchange).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ status: { code, message: expect.stringMatching(message) } });
  });

  test("of a patch is read with its source", async () => {
    const patch = "application/merge-patch+json";
    expect(await readPatch(exchangeFor({ body: ' {"a":1}', headers: { "content-type": patch } }).exchange)).toEqual({
      text: ' {"a":1}',
      patch: { a: 1 },
    });
  });
});

describe("a response", () => {
  const status = failureStatus("TooManyRequests", "später", { retryAfterSeconds: 2 });

  test("with a Status", () => {
    const { exchange: given, sent } = exchangeFor();
    sendStatus(given, status);
    expect(sent).toEqual({
      code: 429,
      end: "ended",
      text: JSON.stringify(status),
      headers: {
        "retry-after": "2",
        "content-type": "application/json",
        "content-length": Buffer.byteLength(JSON.stringify(status)),
        "cache-control": "no-cache, private",
      },
    });
  });

  test("to a request that is not read to its end closes the connection", () => {
    const { exchange: given, sent } = exchangeFor({ complete: false });
    sendStatus(given, failureStatus("BadRequest", "no"));
    expect(sent.headers).toMatchObject({ connection: "close" });
    expect(sent.headers).not.toHaveProperty("retry-after");
  });

  test("as plain text", () => {
    const { exchange: given, sent } = exchangeFor();
    sendText(given, 404, "404 ü\n");
    expect(sent).toEqual({
      code: 404,
      end: "ended",
      text: "404 ü\n",
      headers: {
        "content-type": "text/plain; charset=utf-8",
        "content-length": 7,
        "x-content-type-options": "nosniff",
      },
    });
  });

  test.each([
    { warnings: [], want: {} },
    { warnings: ["a", "b", "a"], want: { warning: ['299 - "a"', '299 - "b"'] } },
    { warnings: ['say "ü"\n ~'], want: { warning: ['299 - "say \\"?\\"? ~"'] } },
  ])("with the warnings $warnings", ({ warnings, want }) => {
    const { exchange: given, sent } = exchangeFor();
    addWarnings(given, warnings);
    expect(sent.headers).toEqual(want);
  });
});
