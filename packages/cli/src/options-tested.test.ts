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
  await runCommandLine(
    argv,
    { cwd: "/", env: {}, interactive: false, signal, out: print, err: print },
    { version: "1.2.3" },
  );
  return text;
}

test("no option is without a test", async () => {
  const folder = join(import.meta.dirname, "..");
  const tests = globSync("{src,test}/**/*.test.ts", { cwd: folder })
    // Those of the slow suites are no input of this one.
    .filter((file) => !file.endsWith(".slow.test.ts"))
    .filter((file) => join(folder, file) !== import.meta.filename)
    .map((file) => readFileSync(join(folder, file), "utf8"))
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
  // One command line: the verb, then the option, with nothing but its other words between them.
  const given = ({ verb, option }: (typeof own)[number]): boolean =>
    new RegExp(`"${verb}"[^;]{0,200}"${option}["=]`).test(tests);
  expect(own.filter((each) => !given(each))).toEqual([]);
});
