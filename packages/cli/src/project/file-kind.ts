// What is at a path where a file is expected.
import { lstatSync, statSync, type Stats } from "node:fs";
import { errorFrom } from "@capstan/kube";

/** The names of what is not a file. */
const kinds: readonly (readonly [string, (stats: Stats) => boolean])[] = [
  ["a folder", (stats) => stats.isDirectory()],
  ["a named pipe", (stats) => stats.isFIFO()],
  ["a socket", (stats) => stats.isSocket()],
  ["a device", (stats) => !stats.isFile()],
];

/** The names of links that cannot be followed, by the error code of the system. */
const brokenLinks: Readonly<Record<string, string>> = {
  ENOENT: "a broken link",
  ELOOP: "a circular link",
};

/** What is at a path instead of a file; undefined for a file, for a link to one, when there is nothing, and when it cannot be known. */
export function otherThanFile(path: string): string | undefined {
  try {
    const stats = statSync(path);
    return kinds.find(([, is]) => is(stats))?.[0];
  } catch (caught) {
    const { code = "" }: NodeJS.ErrnoException = errorFrom(caught);
    return isLink(path) ? brokenLinks[code] : undefined;
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
