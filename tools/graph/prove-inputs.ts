// The proof that no broken input stays green: in a copy of the tree, on a warm cache, each foreign input is broken, turbo is asked what
// it would do, or does it, and the input is put back.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { copyTree, root, runCommand, type CommandResult, type Step } from "@capstan/house";
import { plan } from "./dry-run.ts";
import { foreignInputs, type ForeignInput } from "./foreign-inputs.ts";
import { uncachedTasks } from "./tasks.ts";

/** The copy, and how turbo is run in it. */
interface Copy {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whether the unbroken tree passed; without that, "runs again" would say nothing. */
  warm: boolean;
}

/** A step that makes the copy and one for each input; `remove` takes the copy away. */
export function proofSteps(): { readonly steps: readonly Step[]; readonly remove: () => void } {
  const scratch = mkdtempSync(join(tmpdir(), "capstan-graph-"));
  const copy: Copy = {
    folder: join(scratch, "tree"),
    // The copy uses what `check` has kept already; results of broken inputs have keys of their own.
    env: { TURBO_CACHE_DIR: join(root, ".turbo", "cache") },
    warm: false,
  };
  const warm: Step = { name: "copy the tree, warm cache", run: () => warmCopy(copy) };
  return {
    steps: [warm, ...foreignInputs.map((input) => proof(copy, input))],
    remove: () => rmSync(scratch, { recursive: true, force: true }),
  };
}

/** Gives every task that an input names its result of the unbroken tree. */
async function warmCopy(copy: Copy): Promise<string> {
  await copyTree(copy.folder);
  const ids = [...new Set(foreignInputs.filter(({ env }) => env === undefined).map(({ task }) => task))];
  const kept = ids.filter((id) => !uncachedTasks.some((task) => id.endsWith(`#${task}`)));
  const { code, output } = await turbo(copy, kept);
  if (code !== 0) throw new Error(`the unbroken tree fails:\n${output.slice(-6000)}`);
  copy.warm = true;
  return `${kept.length} tasks`;
}

function proof(copy: Copy, input: ForeignInput): Step {
  const { file, task, demand, env } = input;
  const variables = Object.entries(env ?? {}).map(([name, value]) => `${name}=${value}`);
  const name = `${variables.length > 0 ? variables.join(" ") : file}: ${task} ${wordsOf[demand.kind]}`;
  return { name, run: async () => whileBroken(copy, input, () => demanded(copy, input)) };
}

const wordsOf = { "runs again": "runs again", fails: "fails", builds: "builds the change" } as const;

async function whileBroken(
  copy: Copy,
  { file, break: change }: ForeignInput,
  work: () => Promise<undefined>,
): Promise<undefined> {
  if (!copy.warm) throw new Error("not proved: the unbroken tree did not pass");
  const path = join(copy.folder, file);
  const before = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, change(before ?? ""));
  try {
    return await work();
  } finally {
    if (before === undefined) rmSync(path);
    else writeFileSync(path, before);
  }
}

async function demanded(copy: Copy, { task, demand, env }: ForeignInput): Promise<undefined> {
  if (demand.kind === "runs again") {
    const planned = (await plan([task], { root: copy.folder, env: { ...copy.env, ...env } })).get(task);
    if (planned?.cached !== false) throw new Error(`turbo would take the result of the unbroken input for ${task}`);
    return undefined;
  }
  const { code, output } = await turbo(copy, [task], env);
  if ((code !== 0) !== (demand.kind === "fails"))
    throw new Error(`${task} ended with ${code}:\n${output.slice(-3000)}`);
  if (demand.kind === "builds" && !readFileSync(join(copy.folder, demand.file), "utf8").includes(changeMark))
    throw new Error(`${demand.file} does not hold the change`);
  return undefined;
}

/** What a "builds" input adds, looked for in what was built. */
const changeMark = "a change that the scaffold must have";

async function turbo(
  copy: Copy,
  tasks: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  return runCommand(["turbo", "run", ...tasks, "--output-logs=errors-only"], {
    cwd: copy.folder,
    env: { ...copy.env, ...env },
  });
}
