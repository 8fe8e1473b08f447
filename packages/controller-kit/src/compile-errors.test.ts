// What must not compile, with the message that an author reads: the last and innermost line of each error. An error without a comment fails,
// and so does a comment without an error.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { kitErrors } from "./kit-errors.ts";

const folder = join(import.meta.dirname, "..", "testdata", "errors");

/** `line: message` of every error, in order. */
async function compileErrors(): Promise<readonly string[]> {
  const tsc = join(createRequire(import.meta.url).resolve("typescript/package.json"), "..", "bin", "tsc");
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [tsc, "-p", folder, "--pretty", "false"], { cwd: folder }, (_, stdout) =>
      resolve(stdout),
    );
  });
  const errors: { place: string; text: string }[] = [];
  for (const line of output.trimEnd().split("\n")) {
    const head = /^(\S+)\((\d+),\d+\): error TS\d+: (.*)$/.exec(line);
    const last = errors.at(-1);
    if (head !== null) errors.push({ place: `${head[1]}:${head[2]}`, text: head[3] ?? "" });
    else if (last !== undefined) last.text = line.trim();
  }
  return errors.map(({ place, text }) => `${place}: ${text}`);
}

function announced(): readonly string[] {
  const lines = readFileSync(join(folder, "cases.ts"), "utf8").split("\n");
  return lines.flatMap((line, index) => {
    const text = /^\s*\/\/ error: (.*)$/.exec(line)?.[1];
    return text === undefined ? [] : [`cases.ts:${index + 2}: ${text}`];
  });
}

test("mistakes in a definition are compile errors with help", async () => {
  expect(await compileErrors()).toEqual(announced());
});

test("the codes in these messages have pages", () => {
  const codes = announced().flatMap((line) => /(?<=")[a-z-]+\/[a-z-]+(?=: )/.exec(line) ?? []);
  expect([...new Set(codes)]).toEqual(["rbac/undeclared", "provider/role"]);
  for (const code of codes) expect(kitErrors).toHaveProperty([code]);
});
