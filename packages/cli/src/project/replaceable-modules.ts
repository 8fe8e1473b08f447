// Modules that another user can put another file in the place of, between the look at their owner and the load. What was loaded is compared with the file, before it runs;
// a native module has run by then, so it is loaded from a copy.
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import type { LoadFnOutput } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { isReplaceable, openedFile, type Users } from "./foreign-files.ts";

type Load = (this: void, ...args: Parameters<typeof process.dlopen>) => void;

/** Makes this process (or Worker) load native modules so, until it is deregistered. */
export function guardNativeModules(trusted: Users): { deregister(): void } {
  const load: Load = process.dlopen.bind(process);
  const guarded: Load = (module, file, ...flags) => {
    const call = (path: string): void => load(module, path, ...flags);
    if (isReplaceable(file)) withCopy(file, trusted, call);
    else call(file);
  };
  process.dlopen = guarded;
  return {
    deregister() {
      if (process.dlopen === guarded) process.dlopen = load;
    },
  };
}

/** Copies what belongs to a trusted user when it is opened into a folder of this user's own. */
function withCopy(file: string, trusted: Users, call: (path: string) => void): void {
  const { owner, content } = openedFile(file);
  if (!trusted.has(owner)) throw new Error(`"${file}" was replaced while it was loaded: run the command again`);
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "capstan-native-"));
  try {
    const copy = join(folder, basename(file));
    writeFileSync(copy, content);
    chmodSync(copy, 0o500);
    call(copy);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const help = "let nobody else write to the folders above it (chmod go-w), so that it is loaded where it is";
    throw new Error(`"${file}" cannot be loaded from a copy: ${reason}; ${help}`, { cause: error });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Throws when what was loaded is not what a file of a trusted user has. Native modules have no source. */
export function rejectReplaced(file: string, source: LoadFnOutput["source"], trusted: Users): void {
  if (source === undefined || source === null) return;
  const { owner, content } = openedFile(file);
  const same = typeof source === "string" ? content.toString() === source : content.equals(bytesOf(source));
  if (!trusted.has(owner) || !same)
    throw new Error(`"${file}" was replaced while it was loaded: run the command again`);
}

function bytesOf(source: Exclude<LoadFnOutput["source"], string | null | undefined>): Buffer {
  return ArrayBuffer.isView(source)
    ? Buffer.from(source.buffer, source.byteOffset, source.byteLength)
    : Buffer.from(source);
}
