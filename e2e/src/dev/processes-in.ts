// The processes that run in a folder, as the kernel tells.
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { isAbsolute, relative } from "node:path";

/** The command lines of the processes whose folder is this one or one below, or that were started from a file in it. */
export function processesIn(folder: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, "utf8")
          .split("\0")
          .filter((word) => word !== "");
        const places = [readlinkSync(`/proc/${pid}/cwd`), ...words];
        return places.some((place) => isIn(folder, place)) ? [`${pid}: ${words.join(" ")}`] : [];
      } catch {
        // It has ended meanwhile, or belongs to the system.
        return [];
      }
    });
}

function isIn(folder: string, place: string): boolean {
  const way = relative(folder, place);
  return isAbsolute(place) && way !== ".." && !way.startsWith("../");
}
