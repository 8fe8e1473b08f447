// How many different names the objects of a JSON text have. A name takes the parser some microseconds when it sees it for the first time, fifty
// times as long as a value, so that names have a limit of their own.
const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
/** Blanks of JSON are no greater. */
const space = 0x20;

/** Whether a JSON text has more different names than this. Escapes are not decoded: one name may count more than once. */
export function hasMoreNames(text: Uint8Array, most: number): boolean {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const names = new Set<string>();
  for (let at = bytes.indexOf(quote); at >= 0; at = bytes.indexOf(quote, at)) {
    const end = endOfString(bytes, at + 1);
    if (isFollowedByColon(bytes, end + 1)) names.add(bytes.toString("latin1", at + 1, end));
    if (names.size > most) return true;
    at = end + 1;
  }
  return false;
}

function endOfString(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

function isFollowedByColon(bytes: Buffer, from: number): boolean {
  let at = from;
  while (at < bytes.length && (bytes[at] ?? 0) <= space) at += 1;
  return bytes[at] === colon;
}
