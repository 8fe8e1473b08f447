// First messages of TLS (RFC 8446, 4.1.2) that no library writes, in records.
import { randomBytes } from "node:crypto";

const largestRecord = 16_384;

/** A record of TLS. */
export function record(type: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([type, 3, 1]), withLength(2, content)]);
}

/** Bytes after their length. */
function withLength(bytes: number, content: Buffer): Buffer {
  const length = Buffer.alloc(bytes);
  length.writeUIntBE(content.length, 0, bytes);
  return Buffer.concat([length, content]);
}

function extension(type: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0, type]), withLength(2, content)]);
}

/**
 * A ClientHello of TLS 1.3 with as many groups, and keys of the last of them, in its records. OpenSSL compares each key with each group. The server
 * knows none of them; one that it knows can be given as the last.
 */
export function hello({ groups, keys, last = 0x6a6a }: { groups: number; keys: number; last?: number }): Buffer {
  const group = Buffer.from([last >> 8, last & 255]);
  const repeated = (part: Buffer, count: number): Buffer =>
    withLength(2, Buffer.concat(Array.from({ length: count }, () => part)));
  const extensions = Buffer.concat([
    extension(43, Buffer.from([2, 3, 4])),
    extension(13, Buffer.from([0, 6, 4, 3, 8, 4, 5, 3])),
    extension(10, withLength(2, Buffer.concat([Buffer.alloc(2 * groups, 0x7a), group]))),
    extension(51, repeated(Buffer.concat([group, withLength(2, Buffer.alloc(1))]), keys)),
  ]);
  const message = Buffer.concat([
    Buffer.from([3, 3]),
    randomBytes(32),
    withLength(1, randomBytes(32)),
    withLength(2, Buffer.from([0x13, 1])),
    withLength(1, Buffer.alloc(1)),
    withLength(2, extensions),
  ]);
  const whole = Buffer.concat([Buffer.from([1]), withLength(3, message)]);
  const parts = Array.from({ length: Math.ceil(whole.length / largestRecord) }, (_, i) =>
    whole.subarray(i * largestRecord, (i + 1) * largestRecord),
  );
  return Buffer.concat(parts.map((part) => record(22, part)));
}
