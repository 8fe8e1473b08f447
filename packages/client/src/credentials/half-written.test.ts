// Kubeconfigs that are read while they are written, and still are valid: the earlier identity stays in use, and they are read again soon.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCertificateAuthority } from "@capstan/serve/certificates";
import { afterEach, beforeEach, expect, test } from "vitest";
import { json, startFaultServer } from "../../test/fault-server.ts";
import { Foo, foo, key } from "../../test/foo-client.ts";
import { createClient } from "../create-client.ts";
import { systemClock } from "../transport/clock.ts";
import { loadCredentials } from "./load-credentials.ts";
import { renewalProblem } from "./renewal-problem.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "capstan-half-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const kubeconfigOf = (server: string, token: string): string => `apiVersion: v1
clusters:
- cluster:
    server: ${server}
  name: x
contexts:
- context:
    cluster: x
    user: x
  name: x
current-context: x
users:
- name: x
  user:
    token: ${token}
`;

test("a kubeconfig without the end of its user leaves the token in use, and is read again a second later (F8)", async () => {
  await using server = await startFaultServer([json(foo)]);
  const kubeconfig = join(folder, "config");
  const [one, two] = ["one", "two"].map((token) => kubeconfigOf(server.url, token));
  writeFileSync(kubeconfig, one ?? "");
  let now = 0;
  const client = createClient(await loadCredentials({ kubeconfig }), { clock: { ...systemClock, now: () => now } });
  const half = two?.slice(0, two.indexOf("    token")) ?? "";
  const seen: unknown[] = [];
  for (const [ms, content] of [
    [10_000, half],
    [10_999, two],
    [11_000, two],
    [11_000, two],
  ] as const) {
    now = ms;
    writeFileSync(kubeconfig, content ?? "");
    await client.get(Foo, key);
    // The renewal that the call has begun ends.
    await new Promise((resolve) => setTimeout(resolve, 100));
    seen.push(server.seen.at(-1)?.headers.authorization);
  }
  expect(seen).toEqual(["Bearer one", "Bearer one", "Bearer one", "Bearer two"]);
  client.close();
});

const { certPem: certData, keyPem: keyData } = createCertificateAuthority({ commonName: "a" }).issue({
  commonName: "x",
});
const server = "https://127.0.0.1:1";

test.each([
  [{ token: "a" }, {}, "have neither a token nor a client certificate"],
  [{ tokenFile: "a" }, {}, "have neither a token nor a client certificate"],
  [{ certData, keyData }, {}, "have neither a token nor a client certificate"],
  [{ certData, keyData }, { certData }, "have a client certificate without its key"],
  [{ certData, keyData }, { token: "a", keyData }, "have a key without its client certificate"],
  [{ token: "a" }, { token: "a", keyData }, "have a key without its client certificate"],
  [{ token: "a", certData }, { token: "a", keyData }, "have a key without its client certificate"],
  [{ token: "a", keyData }, { token: "b", keyData }, undefined],
  [{ token: "a", certData }, { token: "b", certData }, undefined],
  [{ certData, keyData }, { token: "a" }, undefined],
  [{ token: "a" }, { certData, keyData }, undefined],
  [{}, {}, undefined],
  [{ caData: "CA" }, {}, "verify the server less: they have no certificate authority"],
  [{}, { caData: "CA" }, undefined],
  [{}, { insecureSkipTlsVerify: true }, "verify the server less: they do not verify its certificate"],
  [{}, { server: "http://127.0.0.1:1" }, "verify the server less: they do not use TLS"],
])("renewed credentials: case %#", (before, next, want) => {
  expect(renewalProblem({ server, ...next }, { server, ...before })).toBe(want);
});
