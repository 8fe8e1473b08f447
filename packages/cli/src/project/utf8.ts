// Reads bytes as UTF-8 without replacing those that are not: Go's readers reject such files.
import { isUtf8 } from "node:buffer";

/** What bytes say, or why they are not text. A byte order mark is kept. */
export type Decoded = { readonly text: string } | { readonly problem: string };

/** Decodes a file. */
export function decodeUtf8(bytes: Buffer): Decoded {
  const text = bytes.toString("utf8");
  if (!isUtf8(bytes)) return { problem: wrongByte(bytes, text) };
  // Text in Kubernetes' formats never contains this character; binary files and UTF-16 nearly always do.
  return text.includes("\0") ? { problem: "it contains a null character" } : { text };
}

function wrongByte(bytes: Buffer, text: string): string {
  const start = firstWrong(bytes, Buffer.from(text));
  const line = bytes.subarray(0, start).toString("latin1").split("\n").length;
  const byte = bytes[start]?.toString(16).toUpperCase().padStart(2, "0") ?? "";
  return `the byte 0x${byte} on line ${line}, at offset ${start} of the file, begins no character`;
}

/** Up to the first wrong sequence, text that was decoded and encoded again is as it was. A sequence that ends too soon begins as its replacement may. */
function firstWrong(bytes: Buffer, again: Buffer): number {
  let start = bytes.findIndex((byte, i) => byte !== again[i]);
  while (start > 0 && !isUtf8(bytes.subarray(0, start))) start -= 1;
  return start;
}
