// What OpenSSL may get of certificates, compared with what Node reads in the same bytes.
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { rootCertificates } from "node:tls";
import { expect, test } from "vitest";
import { certificateFault } from "./certificate-fault.ts";

const certificates = new URL("../../testdata/certificates/", import.meta.url);

test("every root that Node trusts is read, but those with larger keys or name constraints", () => {
  const faults = rootCertificates.map((pem) => {
    const { raw, publicKey } = new X509Certificate(pem);
    const { modulusLength = 0 } = publicKey.asymmetricKeyDetails ?? {};
    return { isFault: certificateFault(raw) !== undefined, isExpected: modulusLength > 4096 };
  });
  expect(faults.filter(({ isFault, isExpected }) => isFault !== isExpected)).toEqual([]);
  expect(faults.length).toBeGreaterThan(100);
});

const usual = new X509Certificate(readFileSync(new URL("valid.crt", certificates), "utf8")).raw;
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
])("a certificate with %s", (_, der, want) => {
  expect(certificateFault(usual)).toBeUndefined();
  expect(certificateFault(der)).toBe(want);
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
