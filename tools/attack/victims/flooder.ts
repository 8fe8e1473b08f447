// A caller that keeps more connections open than a server has places, and opens each again that is closed. A process of its own, so that its
// work does not delay the real callers.
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

/** What each connection does: nothing, a handshake, or a handshake and one byte of a body. */
export type FloodKind = "connect" | "handshake" | "body";

interface Flood {
  readonly port: number;
  readonly kind: FloodKind;
  readonly connections: number;
  readonly path: string;
}

let opened = 0;

/** Begins. */
export async function start({ port, kind, connections, path }: Flood): Promise<null> {
  let open = 0;
  const openOne = (): void => {
    open += 1;
    opened += 1;
    const raw = connect(port, "127.0.0.1");
    raw.on("error", () => undefined).once("close", () => (open -= 1));
    if (kind !== "connect") handshake(raw);
  };
  const handshake = (raw: Socket): void => {
    const socket = connectTls({ socket: raw, rejectUnauthorized: false }, () => {
      if (kind === "body") socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{`);
    });
    socket.on("error", () => undefined).resume();
  };
  setInterval(() => {
    for (let i = 0; i < 60 && open < connections; i += 1) openOne();
  }, 20);
  return null;
}

/** How many connections it has opened. */
export async function call(): Promise<number> {
  return opened;
}
