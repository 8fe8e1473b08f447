// A caller that changes its keys again and again (RFC 8446, 4.6.3), which no library does: the records are made here, from the secret that Node gives
// to those who debug connections.
import { createCipheriv, createHmac } from "node:crypto";
import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { connect } from "node:tls";

const ciphers = "TLS_AES_128_GCM_SHA256";
/** A message that changes the sender's key and asks for nothing, and the type of what has it: a handshake. */
const keyUpdate = Buffer.from([24, 0, 0, 1, 0, 22]);
const tagBytes = 16;
const recordHead = Buffer.from([23, 3, 3, 0, keyUpdate.length + tagBytes]);

/** A connection to a server with TLS 1.3, and the records that change its key as often as asked, all made before they are sent. */
export async function keyUpdates(port: number, count: number): Promise<{ wire: Socket; records: Buffer }> {
  const wire = connectTcp(port, "127.0.0.1");
  wire.on("error", () => undefined);
  const socket = connect({ socket: wire, rejectUnauthorized: false, ciphers, minVersion: "TLSv1.3" });
  socket.on("error", () => undefined);
  let secret: Buffer = Buffer.alloc(0);
  socket.on("keylog", (line: Buffer) => {
    const [label, , hex = ""] = line.toString().trim().split(" ");
    if (label === "CLIENT_TRAFFIC_SECRET_0") secret = Buffer.from(hex, "hex");
  });
  await once(socket, "secureConnect");
  // The end of the handshake is sent in this turn.
  await nextTurn();
  const records = Array.from({ length: count }, () => {
    const record = sealed(secret);
    secret = expanded(secret, "traffic upd", secret.length);
    return record;
  });
  return { wire, records: Buffer.concat(records) };
}

/** The first record that is sealed with the keys of this secret. */
function sealed(secret: Buffer): Buffer {
  const [key, iv] = [expanded(secret, "key", 16), expanded(secret, "iv", 12)];
  const cipher = createCipheriv("aes-128-gcm", key, iv).setAAD(recordHead);
  return Buffer.concat([recordHead, cipher.update(keyUpdate), cipher.final(), cipher.getAuthTag()]);
}

/** HKDF-Expand-Label without a context, of one hash at most. */
function expanded(secret: Buffer, label: string, length: number): Buffer {
  const name = Buffer.from(`tls13 ${label}`);
  const info = Buffer.concat([Buffer.from([0, length, name.length]), name, Buffer.from([0, 1])]);
  return createHmac("sha256", secret).update(info).digest().subarray(0, length);
}
