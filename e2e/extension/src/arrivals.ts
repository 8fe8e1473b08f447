// Writes a line for each call of a client in Go, as Cluster API's managers are: by which version of HTTP it came, and which is the newest that the extension offers.
import { subscribe } from "node:diagnostics_channel";

/** A version of HTTP, as Go's client names it. */
export type HttpVersion = "1.1" | "2.0";

/** What a channel of Node says of a request. */
interface Arrived {
  readonly version: HttpVersion;
  readonly path: unknown;
  readonly headers: unknown;
}

/** Writes the lines until the process ends. */
export function logArrivals(offered: HttpVersion): void {
  const log = ({ version, path, headers }: Arrived): void => {
    const caller = String(fieldOf(headers, "user-agent"));
    // Probes and the calls of the extension to itself have another caller, or none.
    if (!caller.startsWith("Go-http-client/") || !String(path).includes("?timeout=")) return;
    process.stdout.write(`${JSON.stringify({ msg: "Arrived", version, offered, caller, path })}\n`);
  };
  subscribe("http.server.request.start", (message) => {
    const request = fieldOf(message, "request");
    log({ version: "1.1", path: fieldOf(request, "url"), headers: fieldOf(request, "headers") });
  });
  subscribe("http2.server.stream.start", (message) => {
    const headers = fieldOf(message, "headers");
    log({ version: "2.0", path: fieldOf(headers, ":path"), headers });
  });
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
