// The machine that figures come from, in one line without a date: figures of other machines differ, ratios hardly.
import { execFileSync } from "node:child_process";
import { cpus, totalmem } from "node:os";

/** Cores, memory and versions. */
export function machine(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores, ${memory} GB, Node ${process.versions.node}, ${goVersion()}`;
}

function goVersion(): string {
  try {
    const [, , version = ""] = execFileSync("go", ["version"], { encoding: "utf8" }).split(" ");
    return version.replace("go", "Go ");
  } catch {
    return "no Go here (peers come from the cache)";
  }
}
