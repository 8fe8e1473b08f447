// Expired client certificates are found before a request is sent, and authorities may have any key. testdata has certificates that are valid for a
// hundred years, and one that has expired.
import { readFileSync } from "node:fs";
import { describeError } from "@capstan/kube";
import { expect, test } from "vitest";
import { json, startFaultServer } from "../../test/fault-server.ts";
import { createClient } from "../create-client.ts";
import { createAgents } from "./agents.ts";

function pem(name: string): string {
  return readFileSync(new URL(`../../testdata/certificates/${name}`, import.meta.url), "utf8");
}

function made(name: string): string {
  try {
    createAgents({ server: "https://127.0.0.1:1", certData: pem(`${name}.crt`), keyData: pem(`${name}.key`) }).retire();
    return "made";
  } catch (error) {
    return describeError(error);
  }
}

test.each([
  ["valid", "made"],
  [
    "expired",
    "the client certificate for https://127.0.0.1:1 expired at 2026-11-19T13:12:28Z\n  help: get new credentials, or correct this computer's clock",
  ],
])("a client certificate that is %s", (name, want) => {
  expect(made(name)).toBe(want);
});

test.each([
  ["counted", { handshakeBytes: 10_000 }],
  ["counted and read", { handshakeBytes: 10_000, tls13: false }],
  ["not counted", {}],
])("a server whose authority has a key on a curve without a name of NIST, %s", async (_, limits) => {
  const tls = { cert: pem("secp256k1-server.crt"), key: pem("secp256k1-server.key") };
  await using server = await startFaultServer([json({ metadata: {} })], { tls });
  const client = createClient({ server: server.url, caData: pem("secp256k1-authority.crt") }, { limits });
  expect((await client.request({ method: "GET", path: "/version" })).status).toBe(200);
  client.close();
});
