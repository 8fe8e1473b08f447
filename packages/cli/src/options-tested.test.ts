// Every option that the help of a verb shows is tried by some test of this package.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommandLine } from "./program.ts";

/** What a command line prints. */
async function printed(...argv: string[]): Promise<string> {
  let text = "";
  const print = (more: string): void => void (text += more);
  const signal = new AbortController().signal;
  await runCommandLine(argv, { cwd: "/", env: {}, interactive: false, signal, out: print, err: print }, "1.2.3");
  return text;
}

test("no option is without a test", async () => {
  const tests = globSync("**/*.test.ts", { cwd: import.meta.dirname, exclude: [import.meta.filename] })
    .map((file) => readFileSync(join(import.meta.dirname, file), "utf8"))
    .join("\n");
  const [, commands = ""] = (await printed("--help")).split("Commands:\n");
  const verbs = [...commands.matchAll(/^ {2}(\w+)/gm)].map(([, verb = ""]) => verb);
  const options = await Promise.all(
    verbs.map(async (verb) => {
      const help = await printed(verb, "--help");
      return [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, option = ""]) => ({ verb, option }));
    }),
  );
  const own = options.flat().filter(({ option }) => option !== "--help");
  expect(own).toContainEqual({ verb: "generate", option: "--check" });
  expect(own.filter(({ verb, option }) => !tests.includes(`"${verb}"`) || !tests.includes(`"${option}"`))).toEqual([]);
});
