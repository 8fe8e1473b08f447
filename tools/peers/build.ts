// Builds the Go peers that bench/, tools/oracle and tools/fuzz run as processes, into the same cache as the control plane: one folder for each content
// of a module's files, so a changed peer never meets an old binary. It needs Go only when the cache has no such binary.
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "@capstan/tool-control-plane/cache";
import { run } from "@capstan/tool-control-plane/go";

/** The peers that are programs of their own, by the folder of their Go module. */
export type PeerName =
  | "answers"
  | "class-rules"
  | "clusters"
  | "conditions"
  | "conversion-webhook"
  | "conversions"
  | "extension-rules"
  | "extension-server"
  | "hook-client"
  | "operator"
  | "provider-http";

/** Builds a peer unless the cache has it; resolves to its file, rejects with Go's words and what to do. */
export async function buildPeer(name: PeerName): Promise<string> {
  const module = join(import.meta.dirname, name);
  const folder = join(cacheFolder(), "bin", `peer-${name}-${contentKey(module)}`);
  const file = join(folder, name);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await run({ command: "go", args: ["build", "-trimpath", "-ldflags", "-s -w", "-o", temporary, "."], cwd: module });
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
  return file;
}

/** A short hash of everything the binary is made of. */
function contentKey(module: string): string {
  const hash = createHash("sha256");
  for (const folder of [module, ...siblings(module)]) {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const sources = files.filter((name) => name.endsWith(".go") || name.startsWith("go."));
    for (const name of sources.toSorted()) hash.update(name).update(readFileSync(join(folder, name)));
  }
  return hash.digest("hex").slice(0, 12);
}

/** The modules beside it that a module is made of. */
function siblings(module: string): string[] {
  const lines = readFileSync(join(module, "go.mod"), "utf8").split("\n");
  return lines.flatMap((line) => {
    const path = line.split(" => ")[1];
    return path?.startsWith("../") === true ? [join(module, path)] : [];
  });
}
