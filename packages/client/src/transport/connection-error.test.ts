// Connections to servers that are not the expected one: the error names the server, the reason and what to do.
import { createServer, type Server } from "node:net";
import { describeError } from "@capstan/kube";
import { createCertificateAuthority, type CertificateAuthority } from "@capstan/serve/certificates";
import { expect, test } from "vitest";
import { json, startFaultServer } from "../../test/fault-server.ts";
import { Foo, foo, key } from "../../test/foo-client.ts";
import { createClient } from "../create-client.ts";
import { connectionCode, connectionError } from "./connection-error.ts";

const attempt = { doing: "get Foo ns/a", server: "https://x:1" };

function failure(code: string): Error {
  return Object.assign(new Error("from OpenSSL"), { code });
}

const unsigned =
  "cannot get Foo ns/a: the certificate of the API server at https://x:1 is not trusted: it is not signed by the authority in the credentials\n  help: set certificate-authority-data in the kubeconfig to the authority that signed the server's certificate";
const unreachable = (reason: string): string =>
  `cannot get Foo ns/a: the API server at https://x:1 cannot be reached (${reason})\n  help: check that the server runs and that the kubeconfig has its address`;
const expired = (reason: string): string =>
  `cannot get Foo ns/a: the certificate of the API server at https://x:1 is not trusted: ${reason}\n  help: renew the server's certificate, or correct this computer's clock`;

const codes: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: expired("it has expired"),
  CERT_NOT_YET_VALID: expired("it is not valid yet"),
  DEPTH_ZERO_SELF_SIGNED_CERT:
    "cannot get Foo ns/a: the certificate of the API server at https://x:1 is not trusted: it is self-signed, and is not the authority in the credentials\n  help: set certificate-authority-data in the kubeconfig to the server's certificate, if this is the right server",
  SELF_SIGNED_CERT_IN_CHAIN: unsigned,
  UNABLE_TO_GET_ISSUER_CERT: unsigned,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unsigned,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unsigned,
  ECONNREFUSED: unreachable("connection refused"),
  ECONNRESET: unreachable("connection lost"),
  ENOTFOUND: unreachable("no such host"),
  ETIMEOUT: unreachable("no DNS server has answered for the name"),
  EMFILE: unreachable("from OpenSSL"),
};

for (const [code, want] of Object.entries(codes)) {
  test(`${code} says what to do`, () => {
    expect(describeError(connectionError(failure(code), attempt))).toBe(want);
  });
}

test("attempts at several addresses have the code of the first", () => {
  const all = new AggregateError([failure("ECONNREFUSED"), failure("ENETUNREACH")]);
  expect([connectionCode(all), connectionCode("text"), connectionCode(failure("X"))]).toEqual([
    "ECONNREFUSED",
    "",
    "X",
  ]);
});

const authority = createCertificateAuthority({ commonName: "test" });

function certificate(issuer: CertificateAuthority, ipAddresses: readonly string[]): { cert: string; key: string } {
  const { certPem, keyPem } = issuer.issue({ commonName: "x", ipAddresses });
  return { cert: certPem, key: keyPem };
}

test("a server with another name", async () => {
  await using server = await startFaultServer([json(foo)], { tls: certificate(authority, ["127.0.0.2"]) });
  const client = createClient({ server: server.url, caData: authority.certPem });
  expect(await client.create(Foo, foo).catch(describeError)).toBe(
    `cannot create Foo ns/a: the certificate of the API server at ${server.url} is not trusted: it is for another name\n  help: use a name in the certificate as the server's address, or set tls-server-name in the kubeconfig to one`,
  );
  client.close();
});

test("a server of plain HTTP behind an https address", async () => {
  await using server = await startFaultServer([json(foo)]);
  const url = server.url.replace("http:", "https:");
  const client = createClient({ server: url });
  expect(await client.get(Foo, key).catch(describeError)).toBe(
    `cannot get Foo ns/a: the server at ${url} does not use TLS\n  help: check the port; if the server really uses plain HTTP, start its address with http://`,
  );
  client.close();
});

test("a server that does not answer with HTTP", async () => {
  const server: Server = createServer((socket) => socket.end("\u0015\u0003\u0001 hello"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const client = createClient({ server: url });
  expect(await client.get(Foo, key).catch(describeError)).toBe(
    `cannot get Foo ns/a: the server at ${url} does not answer with HTTP\n  help: check the port; if the server uses TLS, start its address with https://`,
  );
  client.close();
  server.close();
});
