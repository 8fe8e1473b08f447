// The cheapest way on Node to take an answer line by line: whole chunks are searched for line ends, and only a line that two chunks share is copied.
import type { Readable } from "node:stream";

/** Gives each line of an answer to a function, until that returns false; the answer is cut off then. */
export function eachLine(answer: Readable, take: (line: string) => boolean): void {
  let rest: Buffer = Buffer.alloc(0);
  answer.on("data", (chunk: Buffer) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, start)) {
      if (!take(bytes.toString("utf8", start, at))) return void answer.destroy();
      start = at + 1;
    }
    rest = bytes.subarray(start);
  });
}
