// Reads the target of a CONNECT request: a name or an address, and a port.
import { isIPv6 } from "node:net";

/** Where a caller wants to be connected to. */
export interface ConnectTarget {
  readonly host: string;
  readonly port: number;
}

const authority = /^(?:\[(?<address>[\da-f:.]{2,45})\]|(?<name>[\w.-]{1,253})):(?<port>\d{1,5})$/i;

/** Undefined when it is not `name:port`, `address:port` or `[IPv6 address]:port`. */
export function parseConnectTarget(text: string): ConnectTarget | undefined {
  const { address, name, port: digits } = authority.exec(text)?.groups ?? {};
  const port = Number(digits);
  if (!(port >= 1 && port <= 65_535)) return undefined;
  const host = address === undefined ? name : isIPv6(address) ? address : undefined;
  return host === undefined ? undefined : { host, port };
}
