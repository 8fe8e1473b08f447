// Answers to requests whose bodies have not arrived. Callers such as Go's HTTP client read their answer while they still send, or only after that: a connection that is closed before is reset by
// the system, and the answer is lost. So the rest is read and dropped, up to a limit.
import type { IncomingMessage, ServerResponse } from "node:http";
import { Answer } from "./write-body.ts";

/** How long a rest is read. */
const restMs = 10_000;
/** How much of it is: so many times as large as the largest body. A caller may send as much in requests that are read. */
const restBodies = 4;

/** Whether a body follows the headers that has not arrived; `complete` is not set yet while the headers of HTTP/1.1 are parsed. */
export function isUnread({ complete, headers, httpVersionMajor }: IncomingMessage): boolean {
  if (complete) return false;
  return (
    httpVersionMajor === 2 || headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0
  );
}

/** Writes the whole content of an answer, which has its length in its head, and ends it when the rest of the request was read, or is too much. */
export function writeBeforeRest(response: ServerResponse, content: string | Uint8Array, bodyBytes: number): void {
  const { req: request } = response;
  if (response instanceof Answer) response.isComplete = true;
  if (content.length === 0) response.flushHeaders();
  else response.write(content);
  let left = restBodies * bodyBytes;
  const end = (): void => {
    clearTimeout(timer);
    request.off("data", drop).off("end", end);
    response.end();
  };
  const drop = ({ length }: Buffer): void => {
    left -= length;
    if (left < 0) end();
  };
  const timer = setTimeout(end, restMs).unref();
  response.once("close", () => clearTimeout(timer));
  request.on("data", drop).once("end", end);
  request.resume();
}
