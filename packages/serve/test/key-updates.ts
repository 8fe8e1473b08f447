// A peer that changes its keys again and again (RFC 8446, 4.6.3), which no library does: the records are made here, from the secret that Node gives
// to those who debug connections.
import { createCipheriv, createHmac } from "node:crypto";
import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { connect, type TLSSocket } from "node:tls";

export const ciphers = "TLS_AES_128_GCM_SHA256";
const handshakeType = 22;
const dataType = 23;
const tagBytes = 16;

/** What the records have. */
export interface KeyUpdates {
  /** How often the key changes. */
  readonly count: number;
  /** What is sent before. Default: nothing. */
  readonly data?: string;
  /** Whether each asks the other side to change its key, too, and so to send a record. Default: false. */
  readonly isAnswered?: boolean;
}

/** A connection to a server with TLS 1.3, and the records that change its key as often as asked, all made before they are sent. */
export async function keyUpdates(port: number, updates: KeyUpdates): Promise<{ wire: Socket; records: Buffer }> {
  const wire = connectTcp(port, "127.0.0.1");
  wire.on("error", () => undefined);
  const socket = connect({ socket: wire, rejectUnauthorized: false, ciphers, minVersion: "TLSv1.3" });
  socket.on("error", () => undefined).resume();
  const secret = firstSecret(socket, "CLIENT_TRAFFIC_SECRET_0");
  await once(socket, "secureConnect");
  // The end of the handshake is sent in this turn.
  await nextTurn();
  return { wire, records: recordsOf(await secret, 0, updates) };
}

/** The secret of the first keys of one side, from its name in a log of keys. */
export function firstSecret(socket: TLSSocket, name: string): Promise<Buffer> {
  return new Promise((resolve) => {
    socket.on("keylog", (line: Buffer) => {
      const [label, , hex = ""] = line.toString().trim().split(" ");
      if (label === name) resolve(Buffer.from(hex, "hex"));
    });
  });
}

/** The records of one side that has sent so many with its first keys. */
export function recordsOf(first: Buffer, sent: number, { count, data = "", isAnswered = false }: KeyUpdates): Buffer {
  const message = Buffer.from([24, 0, 0, 1, isAnswered ? 1 : 0]);
  let secret = first;
  let number = sent;
  const records: Buffer[] = [];
  if (data !== "") records.push(sealed(secret, number++, Buffer.from(data), dataType));
  for (let i = 0; i < count; i += 1) {
    records.push(sealed(secret, number, message, handshakeType));
    secret = expanded(secret, "traffic upd", secret.length);
    number = 0;
  }
  return Buffer.concat(records);
}

/** A record with the keys of this secret, by its number. */
function sealed(secret: Buffer, number: number, content: Buffer, type: number): Buffer {
  const length = content.length + 1 + tagBytes;
  const head = Buffer.from([23, 3, 3, length >> 8, length & 255]);
  const [key, iv] = [expanded(secret, "key", 16), expanded(secret, "iv", 12)];
  iv.writeUInt32BE((iv.readUInt32BE(8) ^ number) >>> 0, 8);
  const cipher = createCipheriv("aes-128-gcm", key, iv).setAAD(head);
  return Buffer.concat([
    head,
    cipher.update(content),
    cipher.update(Buffer.of(type)),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** HKDF-Expand-Label without a context, of one hash at most. */
function expanded(secret: Buffer, label: string, length: number): Buffer {
  const name = Buffer.from(`tls13 ${label}`);
  const info = Buffer.concat([Buffer.from([0, length, name.length]), name, Buffer.from([0, 1])]);
  return createHmac("sha256", secret).update(info).digest().subarray(0, length);
}
