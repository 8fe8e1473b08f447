// How a TLS server reads its connections. By default Node gives what it decrypts straight to the parser of requests. It stops the parser
// when a request arrives before the last answer is completely sent, but not the records that it has received already: the parser gets the
// next of them, fails with HPE_PAUSED, and the connection ends in the middle of that request. A caller that sends its next request as soon
// as it has an answer meets that (Node 20 to 24, requests of 20 KB, answers of 70 KB) when the route waits for something. The stream of a
// connection keeps such records.
import type { Server as TlsServer } from "node:https";
import type { TLSSocket } from "node:tls";
import { http2Protocol } from "./http2-sessions.ts";

/** Reads the connections of a server through their streams, from their first request on. */
export function readThroughStream(server: TlsServer): void {
  // Node's own listener, which connects the parser, is called before this one.
  server.on("secureConnection", (socket: TLSSocket) => {
    // A session of HTTP/2 reads the records itself.
    if (socket.alpnProtocol === http2Protocol) return;
    // A listener for data is what makes Node read through the stream. Its own one stays.
    socket.on("data", ignore);
    socket.off("data", ignore);
  });
}

function ignore(): void {
  // The parser's listener has the data.
}
