// Reads the value of a flag by its kind.
import { isCapstanError, millisecondsOf } from "@capstan/kube";
import { parseListenAddress } from "@capstan/serve";
import { isServed } from "../servers/start-servers.ts";
import { processError } from "../process-errors.ts";
import type { Flag, FlagTypes } from "./flag.ts";

interface Kind<T> {
  /** Completes "give ...". */
  readonly wanted: string;
  /** The value, or undefined when the string is not one. */
  readonly read: (value: string) => T | undefined;
}

/** A server answers a request for another name as one for a namespace that is empty. */
const namespaceName = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

/** The cipher suites that a server can have, by their names in Go, and OpenSSL's names of those that can be chosen. Go has others, without forward secrecy or with CBC. */
const suites: ReadonlyMap<string, readonly string[]> = new Map([
  ["TLS_AES_128_GCM_SHA256", []],
  ["TLS_AES_256_GCM_SHA384", []],
  ["TLS_CHACHA20_POLY1305_SHA256", []],
  ["TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", ["ECDHE-ECDSA-AES128-GCM-SHA256"]],
  ["TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", ["ECDHE-ECDSA-AES256-GCM-SHA384"]],
  ["TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305", ["ECDHE-ECDSA-CHACHA20-POLY1305"]],
  ["TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256", ["ECDHE-ECDSA-CHACHA20-POLY1305"]],
  ["TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", ["ECDHE-RSA-AES128-GCM-SHA256"]],
  ["TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", ["ECDHE-RSA-AES256-GCM-SHA384"]],
  ["TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305", ["ECDHE-RSA-CHACHA20-POLY1305"]],
  ["TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256", ["ECDHE-RSA-CHACHA20-POLY1305"]],
]);

const kinds: { readonly [K in keyof FlagTypes]: Kind<FlagTypes[K]> } = {
  string: { wanted: "a string", read: (value) => value },
  names: { wanted: "names, separated by commas", read: names },
  namespaces: {
    wanted: 'names of namespaces, separated by commas: lower-case letters, digits and "-"',
    read: (value) => (names(value)?.every((name) => namespaceName.test(name)) === true ? names(value) : undefined),
  },
  boolean: {
    wanted: "true or false",
    read: (value) =>
      new Map([
        ["true", true],
        ["false", false],
      ]).get(value),
  },
  integer: { wanted: "a whole number", read: (value) => integer(value, 99_999) },
  count: { wanted: "a whole number of at least 1", read: (value) => integer(value, 99_999) || undefined },
  port: { wanted: "a port from 0 to 65535", read: (value) => integer(value, 65_535) },
  duration: { wanted: 'a duration from 1ms to 8760h, such as "15s"', read: duration },
  address: { wanted: 'an address such as ":8080", or "0" for none', read: address },
  number: { wanted: "a number", read: number },
  ciphers: { wanted: `names of cipher suites, of ${[...suites.keys()].join(", ")}`, read: ciphers },
  path: {
    wanted: 'a path such as "/hooks", without a slash at its end',
    read: (value) => (isPath(value) ? value : undefined),
  },
};

/** Reads a value; a string that the flag does not accept is `process/flag-value`. */
export function readFlagValue(name: string, flag: Flag, value: string): unknown {
  const { read, wanted } = kindOf(flag);
  const result = read(value);
  if (result === undefined) throw processError("process/flag-value", { flag: name, value, wanted });
  return result;
}

function kindOf(flag: Flag): Kind<unknown> {
  if (flag.kind !== "choice") return kinds[flag.kind];
  const { choices } = flag;
  return { wanted: `one of ${choices.join(", ")}`, read: (value) => choices.find((choice) => choice === value) };
}

function names(value: string): readonly string[] | undefined {
  const given = value.split(",").map((name) => name.trim());
  return given.includes("") ? undefined : [...new Set(given)];
}

function integer(value: string, most: number): number | undefined {
  return /^\d{1,5}$/.test(value) && Number(value) <= most ? Number(value) : undefined;
}

function number(value: string): number | undefined {
  const read = value.trim() === "" ? Number.NaN : Number(value);
  return Number.isFinite(read) ? read : undefined;
}

function ciphers(value: string): readonly string[] | undefined {
  const given = value.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));
  if (given.some((name) => !suites.has(name))) return undefined;
  return [...new Set(given.flatMap((name) => suites.get(name) ?? []))];
}

/** A year: as a Lease's duration it is still a number of seconds that the API server accepts (int32). */
const longestMs = 8760 * 3_600_000;

function duration(value: string): number | undefined {
  const ms = millisecondsOf(value);
  return ms !== undefined && ms >= 1 && ms <= longestMs ? ms : undefined;
}

function address(value: string): string | undefined {
  if (!isServed(value)) return value;
  return accepted("serve/bad-listen-address", () => parseListenAddress(value)) === undefined ? undefined : value;
}

/** What a parser returns, or undefined when it rejects its input with this code. */
function accepted<T>(code: string, parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (isCapstanError(error, code)) return undefined;
    throw error;
  }
}

/** A slash at the end would be one too many before what follows. */
function isPath(value: string): boolean {
  return value === "" || (!value.endsWith("/") && URL.parse(value, "http://host")?.pathname === value);
}
