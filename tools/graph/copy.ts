// The copy of the tree in which the proofs break things, on the cache that `check` has filled.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyTree, root, runCommand, turboEnvironment, type CommandResult, type Step } from "@capstan/repo";
import { foreignInputs } from "./foreign-inputs.ts";

/** The copy, and how turbo is run in it. */
export interface Copy {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whether the unbroken tree passed; without that, "runs again" would say nothing. */
  warm: boolean;
}

/** A copy that `warmStep` fills and `remove` takes away. */
export function newCopy(): { readonly copy: Copy; readonly remove: () => void } {
  const scratch = mkdtempSync(join(tmpdir(), "capstan-graph-"));
  // The results of broken inputs have keys of their own: they do not get in the way of the cache's other users.
  const env = { TURBO_CACHE_DIR: join(root, ".turbo", "cache") };
  return {
    copy: { folder: join(scratch, "tree"), env, warm: false },
    remove: () => rmSync(scratch, { recursive: true, force: true }),
  };
}

/** Copies the tree, and gives every task that an input names its result of the unbroken tree. */
export function warmStep(copy: Copy): Step {
  return {
    name: "copy the tree, warm cache",
    run: async () => {
      await copyTree(copy.folder);
      const ids = [...new Set(foreignInputs.filter(({ env }) => env === undefined).map(({ task }) => task))];
      const { code, output } = await runTurbo(copy, ids);
      if (code !== 0) throw new Error(`the unbroken tree fails:\n${output.slice(-6000)}`);
      copy.warm = true;
      return `${ids.length} tasks`;
    },
  };
}

/** Runs tasks in the copy. */
export async function runTurbo(
  copy: Copy,
  tasks: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  return runCommand(["turbo", "run", ...tasks, "--output-logs=errors-only"], {
    cwd: copy.folder,
    env: { ...turboEnvironment(copy.folder), ...copy.env, ...env },
  });
}
