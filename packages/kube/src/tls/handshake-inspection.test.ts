// What the bytes of a handshake mean. packages/client and packages/serve test it with connections.
import { X509Certificate } from "node:crypto";
import { rootCertificates } from "node:tls";
import { expect, test } from "vitest";
import { certificateFault } from "./certificate-fault.ts";
import { CertificateFault, HandshakeInspection } from "./handshake-inspection.ts";

/** The bytes that a message of some certificates has, as TLS 1.2 writes it. */
function certificateMessage(...ders: readonly Buffer[]): Buffer {
  const length = (of: number): Buffer => Buffer.of(0, of >> 8, of & 255);
  const list = Buffer.concat(ders.flatMap((der) => [length(der.length), der]));
  const body = Buffer.concat([length(list.length), list]);
  return Buffer.concat([Buffer.of(11), length(body.length), body]);
}
const record = (type: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.of(type, 3, 3, content.length >> 8, content.length & 255), content]);

test.each([
  [
    "certificates that end before their length",
    record(22, Buffer.of(11, 0, 0, 7, 0, 0, 4, 0, 0, 9, 1)),
    "cannot be read",
  ],
  ["a certificate without its length", record(22, Buffer.of(11, 0, 0, 4, 0, 0, 1, 0)), "cannot be read"],
  ["no DER", record(22, certificateMessage(Buffer.from("text"))), "cannot be read"],
  ["encryption before certificates", record(20, Buffer.of(1)), "is missing"],
  [
    "alerts before certificates",
    Buffer.concat([record(21, Buffer.of(1, 0)), record(22, certificateMessage(Buffer.of(1)))]),
    "cannot be read",
  ],
])("%s", (_, bytes, want) => {
  expect(() => new HandshakeInspection().read(bytes)).toThrow(new CertificateFault(want));
});

test("more certificates than servers have", () => {
  const roots = rootCertificates.map((pem) => new X509Certificate(pem).raw);
  const usual = roots.find((der) => certificateFault(der) === undefined) ?? Buffer.alloc(0);
  const chain = (count: number): Buffer =>
    record(22, certificateMessage(...Array.from({ length: count }, () => usual)));
  expect(() => new HandshakeInspection().read(chain(10))).not.toThrow();
  expect(() => new HandshakeInspection().read(chain(11))).toThrow(new CertificateFault("is one more than 10"));
});

test("a client without certificates, and what follows when the connection is encrypted", () => {
  const handshake = Buffer.concat([
    record(22, certificateMessage()),
    record(20, Buffer.of(1)),
    record(22, Buffer.of(11)),
  ]);
  const inspection = new HandshakeInspection();
  for (const byte of handshake) expect(() => inspection.read(Buffer.of(byte))).not.toThrow();
});
