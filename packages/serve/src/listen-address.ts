// Addresses to listen on, as the flags of Go programs write them. Used for `--health-addr`, `--metrics-bind-address` and such.
import { serveError } from "./errors.ts";

/** Where a server listens; the empty host is every address of this computer. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

const pattern = /^(?:\[(?<bracketed>[0-9a-fA-F:.]+)\]|(?<host>[^:[\]]*)):(?<port>\d{1,5})$/;

/** Takes "host:port" or ":port" apart; anything else is `serve/bad-listen-address`. */
export function parseListenAddress(text: string): ListenAddress {
  const groups = pattern.exec(text)?.groups;
  const port = Number(groups?.["port"]);
  if (groups === undefined || port > 65_535) throw serveError("serve/bad-listen-address", { text });
  return { host: groups["bracketed"] ?? groups["host"] ?? "", port };
}

/** The inverse of `parseListenAddress`. */
export function formatListenAddress({ host, port }: ListenAddress): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
