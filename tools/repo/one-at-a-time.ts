// Lets one check work in the tree at a time: two would take each other's results and builds away. A check whose process has ended
// does not count.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { root } from "./run-command.ts";

const file = join(root, ".turbo", "check.pid");

/** Waits until no other check runs, and keeps others waiting until this process ends. */
export async function oneAtATime(print: (line: string) => void): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  for (let told = false; !taken(); told = true) {
    const other = holder();
    if (other === undefined) rmSync(file, { force: true });
    else {
      if (!told)
        print(
          `another check runs in this tree (process ${other}): waiting for it to end; if that is no check, remove ${relative(root, file)}`,
        );
      await delay(200);
    }
  }
  process.once("exit", () => rmSync(file, { force: true }));
}

function taken(): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** The process that the file names, if it lives. */
function holder(): number | undefined {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}
