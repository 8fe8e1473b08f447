// Raw HTTP over TLS: every byte of a request is the attack's.
import { once } from "node:events";
import { connect, type ConnectionOptions, type TLSSocket } from "node:tls";

/** What came back: the status of the first answer, undefined when there was none, and everything that was sent. */
export interface WireAnswer {
  readonly status: number | undefined;
  readonly all: string;
  readonly ms: number;
}

/** Opens a connection; errors after the handshake end it without a word. */
export async function open(port: number, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false, ...options });
  await once(socket, "secureConnect");
  socket.on("error", () => undefined);
  return socket;
}

/** Sends bytes and waits until the server closes, or for this long; then hangs up. */
export async function exchange(port: number, bytes: Uint8Array | string, waitMs = 10_000): Promise<WireAnswer> {
  const from = performance.now();
  const socket = await open(port);
  let all = "";
  socket.on("data", (chunk: Buffer) => (all += chunk.toString("latin1")));
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.write(bytes);
  const timer = setTimeout(() => socket.destroy(), waitMs);
  await closed;
  clearTimeout(timer);
  return { status: statusOf(all), all, ms: performance.now() - from };
}

function statusOf(answer: string): number | undefined {
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
  return status === undefined ? undefined : Number(status);
}

/** A POST whose answer ends the connection. */
export function post(path: string, body: Uint8Array | string, headers: readonly string[] = []): Buffer {
  const bytes = Buffer.from(body);
  const lines = [
    `POST ${path} HTTP/1.1`,
    "Host: x",
    "Connection: close",
    `Content-Length: ${bytes.length}`,
    ...headers,
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), bytes]);
}
