// Modules that another user can put another file in the place of, between the look at their owner and the load.
import type { LoadFnOutput } from "node:module";
import { openedFile, type Users } from "./foreign-files.ts";

/** Throws when what was loaded is not what a file of a trusted user has. Native modules have no source: `guardNativeModules` is for them. */
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
