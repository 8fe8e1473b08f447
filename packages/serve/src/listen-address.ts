// Addresses to listen on, in the notation of Go's flags: `:8080`, `127.0.0.1:9440`.
import { serveError } from "./errors.ts";

/** Where a server listens; the empty host is every address of this computer. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

const pattern = /^(?:\[(?<bracketed>[0-9a-fA-F:.]+)\]|(?<host>[^:[\]]*)):(?<port>\d{1,5})$/;

/**
 * Parses an address to listen on as flags of Go programs have it: "host:port", "[fd00::1]:port", or ":port" for every address of this computer. Throws `serve/bad-listen-address` for anything else, also for a port
 * without a colon.
 *
 * @example
 * const server = await startServer({ ...parseListenAddress(":9440"), routes });
 */
export function parseListenAddress(address: string): ListenAddress {
  const groups = pattern.exec(address)?.groups;
  const port = Number(groups?.["port"]);
  if (groups === undefined || port > 65_535) throw serveError("serve/bad-listen-address", { address });
  return { host: groups["bracketed"] ?? groups["host"] ?? "", port };
}

/**
 * Formats an address as `parseListenAddress` reads it; IPv6 addresses get brackets.
 *
 * @example
 * formatListenAddress({ host: "fd00::1", port: 9440 }); // "[fd00::1]:9440"
 */
export function formatListenAddress({ host, port }: ListenAddress): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
