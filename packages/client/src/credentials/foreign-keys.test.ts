// Which keys and certificates of others reach OpenSSL, compared with what Node reads in the same keys. testdata has certificates that OpenSSL
// reads and that no API server has; `slow-root.crt` takes it a third of a second.
import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { rootCertificates } from "node:tls";
import { certificateFault } from "@capstan/kube/tls";
import { createCertificateAuthority } from "@capstan/serve/certificates";
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

test("every root that Node trusts is read, but those with larger keys or name constraints", () => {
  const faults = rootCertificates.map((pem) => {
    const { raw, publicKey } = new X509Certificate(pem);
    const { modulusLength = 0 } = publicKey.asymmetricKeyDetails ?? {};
    return { isFault: certificateFault(raw) !== undefined, isExpected: modulusLength > 4096 };
  });
  expect(faults.filter(({ isFault, isExpected }) => isFault !== isExpected)).toEqual([]);
  expect(faults.length).toBeGreaterThan(100);
});

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

const usual = new X509Certificate(createCertificateAuthority({ commonName: "a" }).certPem).raw;
/** The certificate with the id of its extension "basic constraints", 2.5.29.19, replaced by that of name constraints. */
const constrained = Buffer.from(usual.toString("latin1").replace("\x55\x1d\x13", "\x55\x1d\x1e"), "latin1");

test.each([
  ["name constraints", constrained, "is larger than 16 KB or has name constraints"],
  ["bytes after its end", Buffer.concat([usual, Buffer.of(0)]), "cannot be read"],
  ["a part missing", usual.subarray(0, -1), "cannot be read"],
  // 30 82 01 xx becomes 30 83 00 01 xx.
  [
    "a length that is not in its shortest form",
    Buffer.concat([Buffer.of(0x30, 0x83, 0), usual.subarray(2)]),
    "cannot be read",
  ],
  [
    "an indefinite length",
    Buffer.concat([Buffer.of(0x30, 0x80), usual.subarray(4), Buffer.of(0, 0)]),
    "cannot be read",
  ],
  ["no content", Buffer.alloc(0), "cannot be read"],
  ["levels without an end", nested(3000), "cannot be read"],
])("a certificate with %s", async (_, der, want) => {
  expect(certificateFault(usual)).toBeUndefined();
  const ca = `-----BEGIN CERTIFICATE-----\n${der.toString("base64")}\n-----END CERTIFICATE-----\n`;
  await expect(parseKubeconfig(content({ ca }))).rejects.toThrow(want);
});

/** Writes an element of DER. */
function tlv(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...size), body]);
}

function nested(levels: number): Buffer {
  let der: Buffer = Buffer.alloc(0);
  for (let i = 0; i < levels; i++) der = tlv(0x30, der);
  return der;
}

const rsa = (modulusLength: number, publicExponent = 0x10001): KeyObject =>
  generateKeyPairSync("rsa", { modulusLength, publicExponent }).privateKey;
const numberNames = ["n", "e", "d", "p", "q", "dp", "dq", "qi"] as const;
const integer = (bytes: Buffer): Buffer =>
  tlv(2, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
const longNumber = Buffer.alloc(300, 0x7f).toString("base64url");

/** A key of PKCS#1 whose numbers are replaced, with further elements at its end. */
function rsaWith(numbers: Readonly<Record<string, string>>, ...others: readonly Buffer[]): string {
  const jwk: Readonly<Record<string, unknown>> = { ...rsa(2048).export({ format: "jwk" }), ...numbers };
  const integers = numberNames.map((name) => integer(Buffer.from(String(jwk[name]), "base64url")));
  const der = tlv(0x30, integer(Buffer.of(0)), ...integers, ...others);
  return `-----BEGIN RSA PRIVATE KEY-----\n${der.toString("base64")}\n-----END RSA PRIVATE KEY-----\n`;
}
const curve = (namedCurve: string, paramEncoding: "named" | "explicit" = "named"): KeyObject =>
  generateKeyPairSync("ec", { namedCurve, paramEncoding }).privateKey;
const pem = (key: KeyObject, type: "pkcs1" | "pkcs8" | "sec1"): string => String(key.export({ type, format: "pem" }));

test.each([
  ["RSA of 2048 bits, PKCS#1", pem(rsa(2048), "pkcs1")],
  ["RSA of 4096 bits", pem(rsa(4096), "pkcs8")],
  ["RSA in numbers", rsaWith({})],
  ["RSA with the exponent 3", pem(rsa(2048, 3), "pkcs8")],
  ["P-256, SEC1", pem(curve("P-256"), "sec1")],
  ["P-256", pem(curve("P-256"), "pkcs8")],
  ["P-384, SEC1", pem(curve("P-384"), "sec1")],
  ["P-521", pem(curve("P-521"), "pkcs8")],
  ["P-521, SEC1", pem(curve("P-521"), "sec1")],
  ["Ed25519", pem(generateKeyPairSync("ed25519").privateKey, "pkcs8")],
  [
    "a curve before the key",
    `-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n${pem(curve("P-256"), "sec1")}`,
  ],
])("a client key that is accepted: %s", async (_, key) => {
  const { keyData = "" } = await parseKubeconfig(content({ key }));
  expect(createPrivateKey(keyData).equals(createPrivateKey(key.slice(key.lastIndexOf("-----BEGIN"))))).toBe(true);
});

const encrypted = rsa(2048).export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" });

test.each<[string, string]>([
  ["RSA of 4104 bits", pem(rsa(4104), "pkcs8")],
  ["RSA with an exponent of 33 bits", rsaWith({ e: "AQAAAAE" })],
  ["RSA with a long secret exponent", rsaWith({ d: longNumber })],
  ...["p", "q", "dp", "dq", "qi"].map((part): [string, string] => [
    `RSA with a long ${part}`,
    rsaWith({ [part]: longNumber }),
  ]),
  ["RSA with further primes", rsaWith({}, tlv(0x30))],
  ["P-256 with its numbers", pem(curve("P-256", "explicit"), "pkcs8")],
  ["P-256 with its numbers, SEC1", pem(curve("P-256", "explicit"), "sec1")],
  ["secp256k1", pem(curve("secp256k1"), "pkcs8")],
  ["Ed448", pem(generateKeyPairSync("ed448").privateKey, "pkcs8")],
  ["X25519", pem(generateKeyPairSync("x25519").privateKey, "pkcs8")],
  ["DSA", pem(generateKeyPairSync("dsa", { modulusLength: 1024, divisorLength: 160 }).privateKey, "pkcs8")],
  ["RSA for PSS only", pem(generateKeyPairSync("rsa-pss", { modulusLength: 2048 }).privateKey, "pkcs8")],
  ["an encrypted key", String(encrypted)],
  ["another label", pem(rsa(2048), "pkcs8").replaceAll("PRIVATE KEY", "ANY PRIVATE KEY")],
  ["the label of another kind", pem(curve("P-256"), "sec1").replaceAll("EC PRIVATE", "RSA PRIVATE")],
  ["no key", "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n"],
])("a client key that is rejected: %s", async (_, key) => {
  await expect(parseKubeconfig(content({ key }))).rejects.toThrow(`its client key ${kinds}`);
});
