// Certificates as Node reads them and as TLS accepts them.
import { X509Certificate } from "node:crypto";
import { connect, createServer, type ConnectionOptions, type TlsOptions } from "node:tls";
import { expect, test } from "vitest";
import { createCertificateAuthority, createSelfSigned } from "./authority.ts";

const authority = createCertificateAuthority({ commonName: "test" });

test("a certificate has what was requested and verifies against its authority", () => {
  const pair = authority.issue({
    commonName: "admin",
    organizations: ["system:masters"],
    dnsNames: ["localhost"],
    ipAddresses: ["127.0.0.1", "fd00::1:2"],
  });
  const certificate = new X509Certificate(pair.certPem);
  const root = new X509Certificate(authority.certPem);
  expect(certificate.subject).toBe("O=system:masters\nCN=admin");
  expect(certificate.issuer).toBe("CN=test");
  expect(certificate.subjectAltName).toBe("DNS:localhost, IP Address:127.0.0.1, IP Address:FD00:0:0:0:0:0:1:2");
  expect(certificate.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"]);
  expect([certificate.ca, root.ca]).toEqual([false, true]);
  expect([certificate.verify(root.publicKey), certificate.checkIssued(root), root.checkIssued(root)]).toEqual([
    true,
    true,
    true,
  ]);
});

const validity = [
  { given: { days: -1 }, want: "expired" },
  { given: { validFrom: new Date(Date.now() + 60_000) }, want: "not yet valid" },
  { given: { days: 365 * 30 }, want: "valid" },
  { given: {}, want: "valid" },
] as const;

for (const { given, want } of validity) {
  test(`a certificate with ${JSON.stringify(Object.keys(given))} is ${want}`, () => {
    const { validFrom, validTo } = new X509Certificate(createSelfSigned({ commonName: "x", ...given }).certPem);
    const got =
      Date.parse(validTo) < Date.now() ? "expired" : Date.parse(validFrom) > Date.now() ? "not yet valid" : "valid";
    expect(got).toBe(want);
  });
}

test.each([
  { name: "from now", validFrom: undefined, want: 24 },
  { name: "from validFrom", validFrom: new Date("2030-01-01T00:00:00Z"), want: 24 },
])("days are counted $name", ({ validFrom, want }) => {
  const start = validFrom?.getTime() ?? Math.floor(Date.now() / 1000) * 1000;
  const { certPem } = createSelfSigned({ commonName: "x", days: 1, ...(validFrom && { validFrom }) });
  const hours = (Date.parse(new X509Certificate(certPem).validTo) - start) / 3_600_000;
  expect(Math.round(hours)).toBe(want);
});

test("an invalid address is rejected", () => {
  expect(() => authority.issue({ commonName: "x", ipAddresses: ["localhost"] })).toThrow(
    '"localhost" is not an IP address',
  );
});

const handshakes = [
  {
    name: "a self-signed certificate as its own authority",
    given: createSelfSigned({ commonName: "svc", dnsNames: ["localhost"] }),
    ca: undefined,
    want: "hello undefined",
  },
  {
    name: "a certificate of an authority",
    given: authority.issue({ commonName: "svc", dnsNames: ["localhost"] }),
    ca: authority.certPem,
    want: "hello undefined",
  },
  {
    name: "no certificate for another name",
    given: authority.issue({ commonName: "svc", dnsNames: ["other"] }),
    ca: authority.certPem,
    want: "ERR_TLS_CERT_ALTNAME_INVALID",
  },
  {
    name: "no client certificate as a server's",
    given: authority.issue({ commonName: "svc", dnsNames: ["localhost"], usages: ["client"] }),
    ca: authority.certPem,
    want: "INVALID_PURPOSE",
  },
];

for (const { name, given, ca, want } of handshakes) {
  test(`TLS accepts ${name}`, async () => {
    expect(await handshake({ cert: given.certPem, key: given.keyPem }, { ca: ca ?? given.certPem })).toBe(want);
  });
}

test("a server learns the client's name from its certificate", async () => {
  const server = authority.issue({ commonName: "svc", dnsNames: ["localhost"] });
  const client = authority.issue({ commonName: "alice", organizations: ["devs"], usages: ["client"] });
  const got = await handshake(
    { cert: server.certPem, key: server.keyPem, ca: authority.certPem, requestCert: true, rejectUnauthorized: true },
    { ca: authority.certPem, cert: client.certPem, key: client.keyPem },
  );
  expect(got).toBe("hello alice");
});

/** Connects once over TLS; answers what the server greets with, or the code of the client's error. */
async function handshake(server: TlsOptions, client: ConnectionOptions): Promise<string> {
  const listening = createServer(server, (socket) =>
    socket.end(`hello ${String(socket.getPeerCertificate().subject?.CN)}`),
  );
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const address = listening.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const answer = await new Promise<string>((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", servername: "localhost", ...client });
    socket.on("data", (data) => resolve(data.toString()));
    socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
  await new Promise((resolve) => listening.close(resolve));
  return answer;
}
