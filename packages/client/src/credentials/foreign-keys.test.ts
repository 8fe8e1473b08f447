// Keys and certificates of kubeconfigs are checked before OpenSSL gets them; packages/kube tests which it may get. testdata has certificates that OpenSSL
// reads and that no API server has; `slow-root.crt` takes it a third of a second.
import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseKubeconfig } from "./load-credentials.ts";

function content(fields: { readonly ca?: string; readonly key?: string }): string {
  const data = (pem: string): string => Buffer.from(pem).toString("base64");
  return JSON.stringify({
    "current-context": "a",
    clusters: [
      {
        name: "a",
        cluster: {
          server: "https://x:1",
          ...(fields.ca === undefined ? {} : { "certificate-authority-data": data(fields.ca) }),
        },
      },
    ],
    users: [{ name: "a", user: fields.key === undefined ? {} : { "client-key-data": data(fields.key) } }],
    contexts: [{ name: "a", context: { cluster: "a", user: "a" } }],
  });
}

const certificates = new URL("../../testdata/certificates/", import.meta.url);
const pemOf = (name: string): string => readFileSync(new URL(name, certificates), "utf8");
const kinds = "is not RSA of up to 4096 bits, P-256, P-384, P-521 or Ed25519";

test.each(["slow-root.crt", "explicit-curve.crt", "compressed-point.crt", "sect571r1.crt", "secp256k1-authority.crt"])(
  "the key of an authority is of another kind: %s",
  async (name) => {
    await expect(parseKubeconfig(content({ ca: pemOf(name) }))).rejects.toThrow(kinds);
  },
);

test("keys of authorities that are slow to decode are not decoded", async () => {
  const start = performance.now();
  await expect(parseKubeconfig(content({ ca: pemOf("slow-root.crt").repeat(10) }))).rejects.toThrow(kinds);
  expect(performance.now() - start).toBeLessThan(1000);
});

const curve = (namedCurve: string): KeyObject => generateKeyPairSync("ec", { namedCurve }).privateKey;
const pem = (key: KeyObject, type: "pkcs8" | "sec1"): string => String(key.export({ type, format: "pem" }));

test.each([
  ["P-256", pem(curve("P-256"), "pkcs8")],
  [
    "RSA",
    String(generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs1", format: "pem" })),
  ],
  [
    "a curve before the key",
    `-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n${pem(curve("P-256"), "sec1")}`,
  ],
])("a client key that is accepted: %s", async (_, key) => {
  const { keyData = "" } = await parseKubeconfig(content({ key }));
  expect(createPrivateKey(keyData).equals(createPrivateKey(key.slice(key.lastIndexOf("-----BEGIN"))))).toBe(true);
});

test.each<[string, string]>([
  ["secp256k1", pem(curve("secp256k1"), "pkcs8")],
  ["the label of another kind", pem(curve("P-256"), "sec1").replaceAll("EC PRIVATE", "RSA PRIVATE")],
  ["no key", "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n"],
])("a client key that is rejected: %s", async (_, key) => {
  await expect(parseKubeconfig(content({ key }))).rejects.toThrow(`its client key ${kinds}`);
});

test("an authority that is no certificate is rejected", async () => {
  const ca = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
  await expect(parseKubeconfig(content({ ca }))).rejects.toThrow("cannot be read");
});
