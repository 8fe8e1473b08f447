// A DNS server that does what a script says about names.
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** What the server does for a name. Other names do not exist. */
export type Reply =
  | { readonly ipv4: string }
  | { readonly ipv6Hex: string }
  | { readonly ipv4: string; readonly times: number }
  | { readonly code: number; readonly afterMs?: number }
  | "silent";

export const codes = { serverFailure: 2, absent: 3, refused: 5 } as const;

/** Replies by the end of the name; the first that fits counts. */
export type Script = readonly (readonly [end: string, reply: Reply])[];

/** A running server. */
export interface ScriptedDns {
  readonly address: string;
  /** The names of all queries for IPv4 addresses, in order. */
  readonly asked: readonly string[];
  close(): void;
}

const types = { ipv4: 1, ipv6: 28 };

/** Starts a server. */
export async function startDns(script: Script): Promise<ScriptedDns> {
  const whole = createServer((connection) => {
    connection.on("error", () => undefined);
    // Queries come in one piece, several of them perhaps.
    connection.on("data", (chunk) => {
      for (let at = 0; at < chunk.length; at += 2 + chunk.readUInt16BE(at))
        connection.write(wholeAnswer(chunk.subarray(at + 2, at + 2 + chunk.readUInt16BE(at)), script));
    });
  });
  const { port, socket } = await listenOnBoth(whole);
  const asked: string[] = [];
  let isOpen = true;
  socket.on("message", (query, from) => {
    const { name, type } = question(query);
    if (type === types.ipv4) asked.push(name);
    const [, reply] = script.find(([end]) => name.endsWith(end)) ?? ["", { code: codes.absent }];
    if (reply === "silent") return;
    const { code, afterMs, times } = { code: 0, afterMs: 0, times: 1, ...reply };
    const address = recordOf(reply, type);
    // What does not fit is sent by TCP.
    const bytes = answer(query, times > 1 ? { code: truncated, records: [] } : { code, records: listOf(address, 1) });
    setTimeout(() => isOpen && socket.send(bytes, from.port, from.address), afterMs);
  });
  const close = (): void => {
    isOpen = false;
    socket.close();
    whole.close();
  };
  return { address: `127.0.0.1:${port}`, asked, close };
}

/** Listens by TCP and by UDP on one port. A port that is free for one can be in use for the other: then the next is tried. */
async function listenOnBoth(tcp: Server): Promise<{ port: number; socket: Socket }> {
  for (let tries = 20; ; tries -= 1) {
    const socket = createSocket("udp4");
    socket.bind(0, "127.0.0.1");
    await once(socket, "listening");
    const { port } = socket.address();
    try {
      tcp.listen(port, "127.0.0.1");
      await once(tcp, "listening");
      return { port, socket };
    } catch (error) {
      socket.close();
      if (tries === 1) throw error;
    }
  }
}

/** What is sent by TCP: the length of the answer, and the answer. */
function wholeAnswer(query: Buffer, script: Script): Buffer {
  const { name, type } = question(query);
  const reply = script.find(([end]) => name.endsWith(end))?.[1] ?? "silent";
  const { times } = { times: 1, ...(reply === "silent" ? {} : reply) };
  const address = reply === "silent" ? undefined : recordOf(reply, type);
  const bytes = answer(query, { code: 0, records: listOf(address, times) });
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function listOf(address: Buffer | undefined, times: number): readonly Buffer[] {
  return address === undefined ? [] : Array.from({ length: times }, () => address);
}

function question(query: Buffer): { name: string; type: number; bytes: Buffer } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), type: query.readUInt16BE(at + 1), bytes: query.subarray(12, at + 5) };
}

/** The address in bytes, when the query is for addresses of its family. */
function recordOf(reply: Exclude<Reply, "silent">, type: number): Buffer | undefined {
  if ("ipv4" in reply && type === types.ipv4) return Buffer.from(reply.ipv4.split(".").map(Number));
  if ("ipv6Hex" in reply && type === types.ipv6) return Buffer.from(reply.ipv6Hex, "hex");
  return undefined;
}

/** The flag of an answer that is not whole, in the place of its code. */
const truncated = 0x200;

function answer(
  query: Buffer,
  { code, records }: { readonly code: number; readonly records: readonly Buffer[] },
): Buffer {
  const { type, bytes } = question(query);
  const head = Buffer.alloc(10);
  head.writeUInt16BE(0x8180 | code);
  head.writeUInt16BE(1, 2);
  head.writeUInt16BE(records.length, 4);
  const answers = records.map((address) =>
    Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length]), address]),
  );
  return Buffer.concat([query.subarray(0, 2), head, bytes, ...answers]);
}
