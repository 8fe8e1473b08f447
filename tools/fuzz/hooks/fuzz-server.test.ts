// That the server withstands a few hostile requests, and that requests which go wrong are reported.
import { once } from "node:events";
import { createSecureServer } from "node:http2";
import { createSelfSigned } from "@capstan/serve/certificates";
import { expect, test } from "vitest";
import { shareOf } from "../part.ts";
import { fuzzServer, hookParts } from "./fuzz-server.ts";
import { tryHttp1 } from "./http1.ts";
import { tryHttp2 } from "./http2.ts";

const settings = { runs: 40, seed: 7, only: "", all: false, isOfShare: () => true };

test.each([
  { protocol: "HTTP/1.1", tryOne: tryHttp1 },
  { protocol: "HTTP/2", tryOne: tryHttp2 },
])("nothing goes wrong over $protocol, and the same seed sends the same requests", async ({ tryOne }) => {
  const [first] = await fuzzServer("a", tryOne, settings);
  expect(first).toMatchObject({ cases: 42, failures: [] });
  expect(first?.note).toMatch(/^200: /);
});

test("when no part is named, both protocols have a share of the requests", () => {
  const shares = hookParts.map((part) => [part.name, shareOf(part, { ...settings, runs: 10_000 }).runs]);
  expect(shares).toEqual([
    ["http1", 9_500],
    ["http2", 500],
    ["clusters", 10_000],
  ]);
});

test.each([
  { what: "500", answer: { ":status": 500 }, problem: "the status is 500" },
  { what: "no answer of a hook", answer: { ":status": 200 }, problem: "the answer is not an object" },
])("$what is a problem over HTTP/2", async ({ answer, problem }) => {
  const { certPem: cert, keyPem: key } = createSelfSigned({ commonName: "wrong", ipAddresses: ["127.0.0.1"] });
  const server = createSecureServer({ cert, key }).on("stream", (stream) => {
    stream.on("error", () => undefined).respond(answer);
    stream.end();
  });
  server.on("sessionError", () => undefined);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const seeds = Array.from({ length: 6 }, (_, seed) => seed);
  const tried = await Promise.all(seeds.map((seed) => tryHttp2(port, [{ path: "/a", request: { a: 1 } }], seed)));
  server.close();
  expect(tried.flatMap(({ problems }) => problems)).toContainEqual(expect.stringContaining(problem));
});

test("a request that goes wrong is reported with its number and what was done to it", async () => {
  const [outcome] = await fuzzServer(
    "a",
    async () => ({ how: ["path", "whole"], statuses: [500], problems: ["the status is 500"] }),
    { ...settings, runs: 1 },
  );
  expect(outcome?.failures).toContain("request 0 (path, whole): the status is 500");
  expect(outcome?.note).toMatch(/^500: 1; heap/);
});
