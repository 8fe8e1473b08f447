// Which keys OpenSSL may get, compared with what Node reads in the same keys.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { expect, test } from "vitest";
import { contentsOf, tags } from "./der.ts";
import { isQuickPrivateKey, isQuickPublicKey } from "./quick-keys.ts";

/** Writes an element of DER. */
function tlv(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...size), body]);
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
])("a key that is accepted: %s", (_, key) => {
  expect(createPrivateKey(key).type).toBe("private");
  expect(isQuick(key)).toBe(true);
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
])("a key that is rejected: %s", (_, key) => {
  expect(isQuick(key)).toBe(false);
});

/** Whether the first block of PEM may be decoded. */
function isQuick(key: string): boolean {
  const [, label = "", body = ""] = /-----BEGIN ([A-Z ]+)-----([^-]*)-----END/.exec(key) ?? [];
  return isQuickPrivateKey(label, Buffer.from(body, "base64"));
}

test.each<[string, KeyObject, boolean]>([
  ["RSA of 4096 bits", rsa(4096), true],
  ["RSA of 4104 bits", rsa(4104), false],
  ["P-256", curve("P-256"), true],
  ["P-384", curve("P-384"), true],
  ["P-521", curve("P-521"), true],
  ["secp256k1", curve("secp256k1"), false],
  ["P-256 with its numbers", curve("P-256", "explicit"), false],
  ["Ed25519", generateKeyPairSync("ed25519").privateKey, true],
  ["Ed448", generateKeyPairSync("ed448").privateKey, false],
])("a public key: %s", (_, key, want) => {
  const info = createPublicKey(key).export({ type: "spki", format: "der" });
  const [content = Buffer.alloc(0)] = contentsOf(info, [tags.sequence]);
  expect(isQuickPublicKey(content)).toBe(want);
  expect(isQuickPublicKey(content.subarray(0, -1))).toBe(false);
});
