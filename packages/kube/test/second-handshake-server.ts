// A server that requests a second handshake in a connection that waits for its next request, with bytes behind it that TLS must reject: in one
// packet, so that the peer reads both before it acts on either.
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";

/** What the server is made of. */
export interface HandshakeServerOptions {
  readonly cert: Buffer | string;
  readonly key: Buffer | string;
  /** What comes behind the request for a handshake. */
  readonly tail: Buffer;
}

/** A record whose content cannot be decrypted. */
export const forgedRecord: Buffer = Buffer.concat([Buffer.from([23, 3, 3, 0, 40]), Buffer.alloc(40, 1)]);

const answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

/** Answers the first request of each connection with `{}`, and soon after requests the handshake. */
export class HandshakeServer implements Disposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor({ tail, ...pair }: HandshakeServerOptions) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket.on("error", () => undefined));
      const wire = new Wire(socket);
      const secure = new TLSSocket(wire, { isServer: true, maxVersion: "TLSv1.2", ...pair });
      secure.on("error", () => undefined);
      secure.once("data", () => {
        secure.write(answer);
        setTimeout(() => {
          wire.tail = tail;
          secure.renegotiate({}, () => undefined);
        }, 20);
      });
    });
  }

  /** Listens on 127.0.0.1; resolves to the port. */
  async listen(): Promise<number> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
    return (this.#server.address() as AddressInfo).port;
  }

  [Symbol.dispose](): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}

/** A connection below TLS. */
class Wire extends Duplex {
  /** Goes out in one packet with what TLS sends next. */
  tail: Buffer = Buffer.alloc(0);
  readonly #socket: Socket;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    socket.on("data", (bytes) => this.push(bytes));
    socket.once("close", () => this.push(null));
  }

  override _read(): void {
    // Bytes are pushed as they come.
  }

  override _write(bytes: Buffer, _: unknown, done: () => void): void {
    this.#socket.write(bytes.length === 0 ? bytes : Buffer.concat([bytes, this.tail]));
    if (bytes.length > 0) this.tail = Buffer.alloc(0);
    done();
  }
}
