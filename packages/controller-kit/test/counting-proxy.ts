// A proxy in front of a server, for tests that count connections: how many were opened and are open, and whether new ones get no answer.
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A running proxy. */
export interface CountingProxy extends AsyncDisposable {
  /** The address of the server, through it. */
  readonly url: string;
  /** How many connections were opened. */
  readonly opened: number;
  /** How many of them are open. */
  readonly open: number;
  /** Whether connections that are opened from now on get no answer. */
  isSilent: boolean;
}

/** Starts a proxy of the server with an address. */
export async function startCountingProxy(server: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  let opened = 0;
  const listener = createServer((socket) => {
    opened += 1;
    sockets.add(socket);
    socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
    if (proxy.isSilent) return void socket.resume();
    const through = connect(Number(port), hostname).on("error", () => undefined);
    socket.pipe(through).pipe(socket);
    through.once("close", () => socket.destroy());
    socket.once("close", () => through.destroy());
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  const own = typeof address === "object" && address !== null ? address.port : 0;
  const proxy: CountingProxy = {
    url: `https://127.0.0.1:${own}`,
    get opened() {
      return opened;
    },
    get open() {
      return sockets.size;
    },
    isSilent: false,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      listener.close();
    },
  };
  return proxy;
}
