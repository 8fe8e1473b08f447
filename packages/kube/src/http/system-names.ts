// What the files of the system say about the names of servers: addresses in the hosts file, and suffixes that complete short names.
// They are read again for each lookup, as the system's resolver does when they change.
import type { LookupAddress } from "node:dns";
import { createReadStream } from "node:fs";
import { isIP } from "node:net";

/** How names get suffixes: one with fewer dots than `dots` gets them before it is tried as it is. */
export interface SearchRules {
  readonly suffixes: readonly string[];
  readonly dots: number;
}

/** The bytes that are read of one file. */
export const systemFileBytes: number = 2 ** 20;

/** The whole lines at the beginning of a file; none when it cannot be read. */
export async function readSystemFile(path: string): Promise<string> {
  const parts: Buffer[] = [];
  try {
    for await (const part of createReadStream(path, { end: systemFileBytes - 1 })) parts.push(part);
  } catch {
    return "";
  }
  const content = Buffer.concat(parts);
  const isCut = content.length === systemFileBytes;
  return content.toString("utf8", 0, isCut ? content.lastIndexOf("\n") + 1 : content.length);
}

/** The addresses that a hosts file has for a name, whose capitals do not matter. */
export function addressesInHosts(content: string, name: string): LookupAddress[] {
  const [lines, wanted] = [content.toLowerCase(), name.toLowerCase()];
  // Most names are not in the file, which can be long.
  if (!lines.includes(wanted)) return [];
  return wordsOf(lines).flatMap(([address = "", ...names]) => {
    const family = isIP(address);
    return family > 0 && names.includes(wanted) ? [{ address, family }] : [];
  });
}

const mostDots = 15;

/** The rules in a `resolv.conf`; without any there, the zone of this computer's name is the suffix. */
export function searchRules(content: string, computer: string): SearchRules {
  const lines = wordsOf(content).filter((words) => words.length > 1);
  const search = lines.findLast(([keyword]) => keyword === "search" || keyword === "domain");
  const suffixes = search?.slice(1, search[0] === "domain" ? 2 : undefined) ?? [computer.split(".").slice(1).join(".")];
  const options = lines.flatMap(([keyword, ...words]) => (keyword === "options" ? words : []));
  const dots = Number.parseInt(options.findLast((option) => option.startsWith("ndots:"))?.slice(6) ?? "1", 10);
  return { suffixes, dots: Math.min(Number.isNaN(dots) ? 0 : dots, mostDots) };
}

/**
 * The names to look up for one, in this order; a dot at its end says that it is complete. The order is the system's, but what may be a name
 * of the internet is one first: in a Pod, whose rules put all suffixes first, a Service `example` of the namespace `com` would get the calls
 * to `example.com`.
 */
export function fullNames(name: string, { suffixes, dots }: SearchRules): string[] {
  if (name.endsWith(".")) return [name];
  // The suffix "." is the root.
  const trimmed = suffixes.map((suffix) => (suffix.startsWith(".") ? suffix.slice(1) : suffix));
  const completed = trimmed.map((suffix) => (suffix === "" ? name : `${name}.${suffix}`));
  const ownDots = name.split(".").length - 1;
  const isPublic = ownDots > 0 && !name.endsWith(".svc");
  return [...new Set(isPublic || ownDots >= dots ? [name, ...completed] : [...completed, name])];
}

/** The words of each line, without comments. */
function wordsOf(content: string): string[][] {
  return content.split("\n").map((line) => {
    const [entry = ""] = line.split(/[#;]/, 1);
    return entry.trim().split(/\s+/);
  });
}
