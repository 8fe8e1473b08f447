// Writes the bodies of answers. A large one is written in pieces, each when the last was taken: Node copies what one call writes to a connection with
// TLS into one buffer, and keeps that for as long as the connection is open, so that idle callers would hold as much memory as their largest answers.
import type { IncomingMessage, ServerResponse } from "node:http";
import { nodeHttp } from "@capstan/kube/http";

/** How many bytes are written at once, and so the most that a connection keeps. */
export const pieceBytes: number = 64 * 1024;

/** A response that knows when its body is complete here. Node knows that only when the last piece was taken. */
export class Answer<Request extends IncomingMessage = IncomingMessage> extends nodeHttp.ServerResponse<Request> {
  isComplete = false;
}

/** Bytes up to here are written as text, a character for each: Node sends text and headers in one piece, which takes a fifth less of the time of a small answer. */
const textBytes = 16 * 1024;

/** A body as it is written, with its length in bytes: text that is not large stays text. */
export interface WrittenBody {
  readonly content: string | Uint8Array;
  readonly bytes: number;
}

/** The body of an answer as it is written. */
export function writtenBody(body: string | Uint8Array = ""): WrittenBody {
  const content = typeof body === "string" && body.length > pieceBytes ? Buffer.from(body) : body;
  return { content, bytes: typeof content === "string" ? Buffer.byteLength(content) : content.length };
}

/** Writes a body, and ends the response. */
export function writeBody(response: ServerResponse, { content }: WrittenBody): void {
  if (response instanceof Answer) response.isComplete = true;
  if (typeof content === "string") response.end(content);
  else if (content.length <= textBytes) response.end(asBuffer(content).toString("latin1"), "latin1");
  else if (content.length <= pieceBytes) response.end(content);
  else writePieces(response, content);
}

/** The same bytes, not copied. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function writePieces(response: ServerResponse, content: Uint8Array): void {
  const { socket, httpVersionMajor } = response.req;
  let at = 0;
  const piece = (end: number): Uint8Array => content.subarray(at, (at = Math.min(end, content.length)));
  const next = (): void => {
    while (at < content.length - pieceBytes) if (!response.write(piece(at + pieceBytes))) return;
    rest();
  };
  const rest = (): void => {
    response.off("drain", next);
    socket.off("end", rest);
    response.end(piece(content.length));
  };
  response.on("drain", next);
  // Node ends a connection whose caller sends nothing more: what is not written by then is lost.
  if (httpVersionMajor < 2) socket.prependListener("end", rest);
  next();
}
