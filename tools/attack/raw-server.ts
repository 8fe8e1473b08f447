// A server that answers each request with bytes that a test chooses, right or wrong.
import { createServer, type Socket } from "node:net";

/** Writes an answer; the socket may close at any time. */
export type RawAnswer = (socket: Socket, request: string) => void;

/** A running server. */
export interface RawServer extends AsyncDisposable {
  readonly url: string;
  /** What the next requests are answered with. */
  answer: RawAnswer;
}

/** Starts a server that answers nothing at first. */
export async function startRawServer(): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // The client ends connections that exceed a limit.
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      const request = chunk.toString("latin1");
      if (/^(?:GET|POST) /.test(request)) running.answer(socket, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const running: RawServer = {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    answer: () => undefined,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  return running;
}

/** The head of an answer, with a length unless other headers are given. */
export function head(status: number, headers: readonly string[]): string {
  return [`HTTP/1.1 ${status} X`, ...headers, "", ""].join("\r\n");
}

/** An answer with a body of known length. */
export function whole(body: string | Buffer, headers: readonly string[] = [], status = 200): RawAnswer {
  return (socket) => {
    const length = `content-length: ${Buffer.byteLength(body)}`;
    socket.write(head(status, ["content-type: application/json", length, ...headers]));
    socket.write(body);
  };
}

/** Sends a piece again and again until the client ends the connection. */
export function endless(start: string, piece: string | Buffer): RawAnswer {
  return (socket) => {
    socket.write(start);
    const more = (): void => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on("drain", more);
    more();
  };
}

/** A chunk of a mebibyte. */
export const mebibyte: Buffer = Buffer.concat([
  Buffer.from("100000\r\n"),
  Buffer.alloc(2 ** 20, "x"),
  Buffer.from("\r\n"),
]);

/** A Status of a rejection as JSON. */
export const statusOf = (fields: object): string =>
  JSON.stringify({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", ...fields });
