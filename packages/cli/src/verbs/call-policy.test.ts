// `capstan call` of a handler that does not answer.
import { hookCatalog } from "@capstan/api/catalog";
import { jsonResponse, type Route, startServer, textResponse } from "@capstan/serve";
import { createSelfSigned } from "@capstan/serve/certificates";
import { expect, test } from "vitest";
import { TemporaryProject } from "../../test/temporary-project.ts";

test("a handler that does not answer is a failure, also where Cluster API ignores that", async () => {
  using at = new TemporaryProject();
  at.extension("gate", {});
  const { Discovery, GeneratePatches } = hookCatalog;
  const pair = createSelfSigned({ commonName: "localhost", ipAddresses: ["127.0.0.1"] });
  const requestHook = { apiVersion: GeneratePatches.apiVersion, hook: "GeneratePatches" };
  const found = {
    apiVersion: Discovery.apiVersion,
    kind: Discovery.responseKind,
    status: "Success",
    handlers: [{ name: "patches", requestHook, failurePolicy: "Ignore" }],
  };
  const post = (path: string, handle: Route["handle"]): Route => ({ method: "POST", path, handle });
  const server = await startServer({
    host: "127.0.0.1",
    port: 0,
    tls: pair,
    routes: [
      post(Discovery.path, () => jsonResponse(200, found)),
      post(`${GeneratePatches.path}/patches`, () => textResponse(500, "no disk\n")),
    ],
  });
  at.write({ "ca.crt": pair.certPem, "request.json": { items: [] } });
  const more = ["--url", server.url, "--ca", "ca.crt", "--request", "request.json"];
  const { code, text } = await at.capstan(["call", "GeneratePatches", ...more]);
  await server.close({ drainMs: 0 });
  expect([code, text]).toEqual([
    1,
    expect.stringContaining("the status is 500: no disk; Cluster API ignores this: the failure policy is Ignore"),
  ]);
});
