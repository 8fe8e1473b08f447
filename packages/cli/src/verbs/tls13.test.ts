// `capstan call` and `capstan record` of an extension that accepts TLS 1.3 only.
import { hookCatalog } from "@capstan/api/catalog";
import { jsonResponse, type RunningServer, startServer } from "@capstan/serve";
import { createSelfSigned } from "@capstan/serve/certificates";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TemporaryProject } from "../../test/temporary-project.ts";

const { Discovery, BeforeClusterDelete } = hookCatalog;
const pair = createSelfSigned({ commonName: "localhost", ipAddresses: ["127.0.0.1"] });
const requestHook = { apiVersion: BeforeClusterDelete.apiVersion, hook: "BeforeClusterDelete" };
const found = {
  apiVersion: Discovery.apiVersion,
  kind: Discovery.responseKind,
  status: "Success",
  handlers: [{ name: "deletion", requestHook }],
};

let at: TemporaryProject;
let server: RunningServer;
beforeEach(async () => {
  at = new TemporaryProject();
  at.extension("gate", { "ca.crt": pair.certPem, "certs/tls.crt": pair.certPem, "certs/tls.key": pair.keyPem });
  server = await startServer({
    host: "127.0.0.1",
    port: 0,
    tls: pair,
    tlsLimits: { minVersion: "TLSv1.3" },
    routes: [{ method: "POST", path: Discovery.path, handle: () => jsonResponse(200, found) }],
  });
});
afterEach(async () => {
  at[Symbol.dispose]();
  await server.close({ drainMs: 0 });
});

const hint = "it does not accept TLS 1.2; if you trust it, set tls13 of connectExtension, or --tls13 of the command";

test("call needs --tls13, and says so", async () => {
  const address = ["--url", server.url, "--ca", "ca.crt"];
  expect((await at.capstan(["call", "BeforeClusterCreate", ...address])).text).toContain(hint);
  const { text } = await at.capstan(["call", "BeforeClusterCreate", "--tls13", ...address]);
  expect(text).toContain("has no handler of BeforeClusterCreate");
  const { text: own } = await at.capstan(["call", "BeforeClusterCreate", "--tls13"]);
  expect(own).toContain("--tls13 is for a running extension: name its address with --url");
});

test("record needs --tls13, and says so", async () => {
  const files = ["--ca", "ca.crt", "--cert-dir", "certs", "--tape", "calls.tape", "--listen", "127.0.0.1:0"];
  expect((await at.capstan(["record", "--target", server.url, ...files])).text).toContain(hint);
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 300);
  const { code, text } = await at.capstan(["record", "--tls13", "--target", server.url, ...files], { stop });
  expect([code, text]).toEqual([0, expect.stringContaining("stopped recording calls of")]);
});
