// Reads the body of an answer up to a limit.
import type { IncomingMessage } from "node:http";
import { ByteCollector } from "./byte-collector.ts";

/**
 * Reads a body. As soon as it has more bytes than the limit, it ends the connection and rejects with the error that `excess` creates; after
 * 1,024 chunks, each counts as 64 bytes at least.
 */
export function collectBody(response: IncomingMessage, limit: number, excess: () => Error): Promise<Buffer> {
  // `for await` would take a third longer for small bodies.
  return new Promise((resolve, reject) => {
    const body = new ByteCollector(limit);
    response.on("data", (chunk: Buffer) => {
      if (!body.add(chunk)) response.destroy(excess());
    });
    response.once("end", () => resolve(body.take()));
    response.on("error", reject);
    response.once("close", () => reject(Object.assign(new Error("aborted"), { code: "ECONNRESET" })));
  });
}
