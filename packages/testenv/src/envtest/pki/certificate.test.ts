import { X509Certificate } from "node:crypto";
import { connect, createServer } from "node:tls";
import { expect, test } from "vitest";
import { createAuthority, selfSigned } from "./certificate.ts";

test("an authority's certificates say what was asked and verify against it", () => {
  const authority = createAuthority("test");
  const pair = authority.issue({ commonName: "admin", organizations: ["system:masters"], names: ["localhost", "127.0.0.1"] });
  const certificate = new X509Certificate(pair.certificate);
  expect(certificate.subject).toBe("O=system:masters\nCN=admin");
  expect(certificate.issuer).toBe("CN=test");
  expect(certificate.subjectAltName).toBe("DNS:localhost, IP Address:127.0.0.1");
  expect(certificate.ca).toBe(false);
  expect(certificate.verify(new X509Certificate(authority.certificate).publicKey)).toBe(true);
  expect(new X509Certificate(authority.certificate).ca).toBe(true);
});

const validity = [
  { given: undefined, want: "valid" },
  { given: -1, want: "expired" },
] as const;

for (const { given, want } of validity) {
  test(`a certificate valid for ${String(given)} ms from now is ${want}`, () => {
    const request = { commonName: "x", names: ["x"] };
    const { certificate } = selfSigned(given === undefined ? request : { ...request, validForMs: given });
    expect(Date.parse(new X509Certificate(certificate).validTo) > Date.now()).toBe(want === "valid");
  });
}

test("TLS accepts a self-signed certificate as its own authority", async () => {
  const { certificate, key } = selfSigned({ commonName: "svc.ns.svc", names: ["svc.ns.svc"] });
  const server = createServer({ cert: certificate, key }, (socket) => socket.end("hello"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", ca: certificate, servername: "svc.ns.svc" });
    socket.on("data", (data) => resolve(data.toString()));
    socket.on("error", reject);
  });
  server.close();
  expect(text).toBe("hello");
});
