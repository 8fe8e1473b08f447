// Keeps the code that Node compiles, below this user's cache folder. Node runs what it finds there: its default, a fixed name in the temporary
// folder, could be created by another user first.
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { openPrivateFolder, userFolder } from "@capstan/testenv/host";

/** Starts keeping it; does nothing when the folder is not safe or cannot be created. Then commands only start slower. */
export function keepCompiledCode(): void {
  try {
    enableCompileCache(openPrivateFolder(join(userFolder("cache"), "capstan", "compiled")));
  } catch {
    // `doctor` and every other command work without it.
  }
}
