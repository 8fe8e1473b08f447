// The proof that no broken input stays green: in a copy of the tree, on a warm cache, each foreign input is broken, turbo reports what
// it would do, or does it, and the input is put back.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Step } from "@capstan/repo";
import { runTurbo, type Copy } from "./copy.ts";
import { plan } from "./dry-run.ts";
import { foreignInputs, type ForeignInput } from "./foreign-inputs.ts";

/** A step for each input. */
export function inputSteps(copy: Copy): Step[] {
  return foreignInputs.map((input) => proof(copy, input));
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
  const { code, output } = await runTurbo(copy, [task], env);
  if ((code !== 0) !== (demand.kind === "fails"))
    throw new Error(`${task} ended with ${code}:\n${output.slice(-3000)}`);
  if (demand.kind === "builds" && !readFileSync(join(copy.folder, demand.file), "utf8").includes(changeMark))
    throw new Error(`${demand.file} does not hold the change`);
  return undefined;
}

/** What a "builds" input adds, looked for in what was built. */
const changeMark = "a change that the scaffold must have";
