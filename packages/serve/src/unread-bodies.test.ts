// Callers that send their whole body before they read the answer, which was given long before.
import { once } from "node:events";
import { connect, type TLSSocket } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { createSelfSigned } from "./certificates/index.ts";
import { jsonResponse, textResponse, type Route } from "./route.ts";
import { type RunningServer, startServer } from "./server.ts";

const megabyte = 1024 * 1024;
const tls = createSelfSigned({ commonName: "server", ipAddresses: ["127.0.0.1"] });
const routes: readonly Route[] = [
  { method: "POST", path: "/reads", handle: async (call) => jsonResponse(200, (await call.body()).length) },
  { method: "POST", path: "/rejects", handle: () => textResponse(403, "no") },
  { method: "POST", path: "/empty", handle: () => ({ status: 204 }) },
];

let server: RunningServer | undefined;
afterEach(() => server?.close({ drainMs: 0 }));

async function open(path: string, length: number): Promise<TLSSocket> {
  server = await startServer({ port: 0, tls, routes, limits: { bodyBytes: megabyte } });
  const socket = connect({ port: server.port, host: "127.0.0.1", ca: tls.certPem });
  await once(socket, "secureConnect");
  socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n\r\n`);
  return socket;
}

/** Writes in pieces with a pause between them, and waits for each. */
async function write(socket: TLSSocket, length: number): Promise<void> {
  const piece = Buffer.alloc(megabyte / 4, "x");
  for (let sent = 0; sent < length; sent += piece.length) {
    await new Promise<void>((resolve, reject) =>
      socket.write(piece, (error) => (error == null ? resolve() : reject(error))),
    );
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test.each([
  { path: "/reads", want: /^HTTP\/1\.1 413 [^]*larger than 1048576 bytes/ },
  { path: "/rejects", want: /^HTTP\/1\.1 403 [^]*no$/ },
  { path: "/empty", want: /^HTTP\/1\.1 204 / },
])("a caller of $path that reads last has its answer, and the connection ends", async ({ path, want }) => {
  const socket = await open(path, 4 * megabyte);
  await write(socket, 4 * megabyte);
  let answer = "";
  socket.on("data", (data: Buffer) => (answer += data.toString()));
  await once(socket, "close");
  expect(answer).toMatch(want);
  expect(answer.toLowerCase()).toContain("connection: close");
});

test("a caller has its answer before it has sent all", async () => {
  const socket = await open("/rejects", 4 * megabyte);
  const [answer]: Buffer[] = await once(socket, "data");
  expect(answer?.toString()).toContain("403");
  socket.destroy();
});

test("a rest that is four times as large as the largest body is not read", async () => {
  const socket = await open("/rejects", 100 * megabyte);
  socket.resume();
  socket.on("error", () => undefined);
  await expect(write(socket, 20 * megabyte)).rejects.toThrow(/EPIPE|ECONNRESET|ended/);
});
