// Reads a file with certificates or a key, again and again while a server runs. A pipe would never end, and hold up the end of the process; a device can have bytes
// without an end.
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** A bundle with all authorities of a system has a quarter of it. */
const mostBytes = 1024 * 1024;

/** The content of a regular file. Rejects with the system's error, and for what is no such file or too long. */
export async function readPemFile(file: string): Promise<string> {
  // Without the flag, opening a pipe waits for somebody who writes.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await handle.stat();
    if (!stats.isFile() && !stats.isDirectory()) throw new Error("it is a pipe, a socket or a device");
    return await contentOf(handle);
  } finally {
    await handle.close();
  }
}

/** A file can be longer than it says, such as one of /proc. */
async function contentOf(handle: FileHandle): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of handle.createReadStream({ autoClose: false, end: mostBytes })) {
    parts.push(part);
    bytes += part.length;
  }
  if (bytes > mostBytes) throw new Error(`it has more than ${mostBytes.toLocaleString("en")} bytes`);
  return Buffer.concat(parts).toString("utf8");
}
