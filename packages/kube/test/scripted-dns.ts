// A DNS server that does what a script says about names.
import { createSocket } from "node:dgram";
import { once } from "node:events";

/** What the server does for a name. Other names do not exist. */
export type Reply =
  | { readonly ipv4: string }
  | { readonly ipv6Hex: string }
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
  const socket = createSocket("udp4");
  const asked: string[] = [];
  let isOpen = true;
  socket.on("message", (query, from) => {
    const { name, type } = question(query);
    if (type === types.ipv4) asked.push(name);
    const [, reply] = script.find(([end]) => name.endsWith(end)) ?? ["", { code: codes.absent }];
    if (reply === "silent") return;
    const { code, afterMs } = { code: 0, afterMs: 0, ...reply };
    const bytes = answer(query, code, recordOf(reply, type));
    setTimeout(() => isOpen && socket.send(bytes, from.port, from.address), afterMs);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const close = (): void => {
    isOpen = false;
    socket.close();
  };
  return { address: `127.0.0.1:${socket.address().port}`, asked, close };
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

function answer(query: Buffer, code: number, address: Buffer | undefined): Buffer {
  const { type, bytes } = question(query);
  const flags = [0x81, 0x80 | code, 0, 1, 0, address === undefined ? 0 : 1, 0, 0, 0, 0];
  const record = address === undefined ? [] : [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length, ...address];
  return Buffer.from([...query.subarray(0, 2), ...flags, ...bytes, ...record]);
}
