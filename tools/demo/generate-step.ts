// The first step: everything that follows from provider-local's types, generated in a copy that has none of it yet, and
// compared with what is committed.
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateProject } from "@capstan/cli/generate";
import { formatDiagnostic, hasErrors } from "@capstan/kube";
import { fileTree } from "./file-tree.ts";
import type { Screen } from "../../packages/cli/src/output/screen.ts";

const root = join(import.meta.dirname, "..", "..");
const example = join(root, "examples", "provider-local");

/** Generates, prints the tree of artifacts, removes the copy. */
export async function runGenerateStep(screen: Screen, signal: AbortSignal): Promise<void> {
  const copy = await mkdtemp(join(tmpdir(), "capstan-demo-"));
  try {
    for (const part of ["package.json", "src/api"])
      await cp(join(example, part), join(copy, part), { recursive: true });
    await symlink(join(example, "node_modules"), join(copy, "node_modules"));
    await writeFile(join(copy, "tsconfig.json"), JSON.stringify({ extends: join(root, "tsconfig.base.json") }));
    signal.throwIfAborted();
    const begin = performance.now();
    const { diagnostics, changes, sources } = await generateProject({ root: copy });
    if (hasErrors(diagnostics)) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
    const took = ((performance.now() - begin) / 1000).toFixed(1);
    screen.print(
      `1. Generate: ${sources} source files of examples/provider-local became ${changes.length} artifacts in ${took} s`,
    );
    for (const line of fileTree(changes.map(({ path }) => path))) screen.print(`   ${line}`);
    screen.print(
      `   ${await compare(
        copy,
        changes.map(({ path }) => path),
      )}`,
    );
  } finally {
    await rm(copy, { recursive: true });
  }
}

/** Says whether the artifacts are those that are committed. */
async function compare(copy: string, paths: readonly string[]): Promise<string> {
  const read = (folder: string, path: string): Promise<string> => readFile(join(folder, path), "utf8").catch(() => "");
  const differ: string[] = [];
  for (const path of paths) if ((await read(copy, path)) !== (await read(example, path))) differ.push(path);
  return differ.length === 0 ? "the same bytes as committed" : `differ from what is committed: ${differ.join(", ")}`;
}
