// That the server withstands a few hostile requests, and that requests which go wrong are reported.
import { expect, test } from "vitest";
import { fuzzServer } from "./fuzz-server.ts";
import { tryHttp1 } from "./http1.ts";

const settings = { runs: 40, seed: 7, only: "", all: false };

test("nothing goes wrong over HTTP/1.1, and the same seed sends the same requests", async () => {
  const [first] = await fuzzServer("a", tryHttp1, settings);
  expect(first).toMatchObject({ cases: 42, failures: [] });
  expect(first?.note).toMatch(/^200: /);
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
