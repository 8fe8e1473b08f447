// Discovery over HTTP/1.1 and over HTTP/2, which the handshake chooses, with clients of Node alone: assertion 2.
import { connect } from "node:http2";
import { Agent, request } from "node:https";
import { text } from "node:stream/consumers";
import { TLSSocket } from "node:tls";
import { expect, test } from "vitest";
import { defineExtension, proceed, serveExtension } from "../../src/index.ts";
import { createSelfSigned } from "../../src/testing/index.ts";

const path = "/hooks.runtime.cluster.x-k8s.io/v1alpha1/discovery";
const body = '{"apiVersion":"hooks.runtime.cluster.x-k8s.io/v1alpha1","kind":"DiscoveryRequest"}';
const tls = createSelfSigned({ commonName: "extension", ipAddresses: ["127.0.0.1"] });

interface Discovered {
  readonly protocol: unknown;
  readonly status: unknown;
  readonly answer: string;
}

async function overHttp1(port: number): Promise<Discovered> {
  const { promise, resolve, reject } = Promise.withResolvers<Discovered>();
  const agent = new Agent({ ALPNProtocols: ["http/1.1"], ca: tls.certPem });
  const sent = request({ port, path, host: "127.0.0.1", method: "POST", agent }, (response) => {
    const { statusCode: status } = response;
    const protocol = sent.socket instanceof TLSSocket ? sent.socket.alpnProtocol : undefined;
    text(response).then((answer) => resolve({ protocol, status, answer }), reject);
  });
  sent.once("error", reject);
  sent.end(body);
  return await promise;
}

async function overHttp2(port: number): Promise<Discovered> {
  const session = connect(`https://127.0.0.1:${port}`, { ca: tls.certPem });
  try {
    const stream = session.request({ ":method": "POST", ":path": path });
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    stream.once("response", ({ ":status": status }) => resolve(status));
    stream.once("error", reject);
    stream.end(body);
    return { status: await promise, answer: await text(stream), protocol: session.alpnProtocol };
  } finally {
    session.close();
  }
}

test("assertion 2: discovery is the same over HTTP/1.1 and HTTP/2, chosen by ALPN", async () => {
  const extension = defineExtension({ beforeClusterDelete: () => proceed(), beforeClusterCreate: () => proceed() });
  await using server = await serveExtension(extension, { tls, port: 0, http2: true });
  const [first, second] = [await overHttp1(server.port), await overHttp2(server.port)];
  expect([first.protocol, second.protocol]).toEqual(["http/1.1", "h2"]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.answer).toContain('"status":"Success"');
  expect(second.answer).toBe(first.answer);
});
