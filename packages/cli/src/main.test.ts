// The command as a process of its own: Node's own loading of user modules, which a test runner would replace.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));

function capstan(
  files: Readonly<Record<string, string>>,
  argv: readonly string[],
): { readonly code: number | null; readonly text: string } {
  const root = mkdtempSync(join(tmpdir(), "capstan-main-"));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content);
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--conditions=@capstan/source", main, ...argv], {
      cwd: root,
      encoding: "utf8",
    });
    return { code: status, text: (stdout + stderr).replaceAll(root, "<root>") };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

describe("capstan", () => {
  test("prints its help", () => {
    const { code, text } = capstan({}, ["--help"]);
    expect([code, text.split("\n")[0]]).toEqual([0, "Usage: capstan [options] [command]"]);
  });

  test.each([
    [
      "enum Kind { A }\nexport default {};\n",
      'capstan.config.ts:1:1 error cli/module: cannot load "<root>/capstan.config.ts": TypeScript enum is not supported in strip-only mode\n> 1 | enum Kind { A }\n    | ^\n  2 | export default {};\n  mend: use only syntax that can be stripped: a union of literals for an enum, fields for parameter properties (tsconfig: "erasableSyntaxOnly": true)\n1 error\nnext: capstan explain <code>\n',
    ],
    [
      'import { x } from "./missing.ts";\nexport default x;\n',
      'capstan.config.ts error cli/module: cannot load "<root>/capstan.config.ts": Cannot find module \'<root>/missing.ts\' imported from <root>/capstan.config.ts\n  mend: Node does not read tsconfig paths: import by relative path with the .ts ending, or by package.json "imports"\n1 error\nnext: capstan explain <code>\n',
    ],
    [
      "export default {\n  name: ,\n};\n",
      'capstan.config.ts:2:9 error cli/module: cannot load "<root>/capstan.config.ts": Expression expected\n  1 | export default {\n> 2 |   name: ,\n    |         ^\n  3 | };\n  mend: mend the syntax\n1 error\nnext: capstan explain <code>\n',
    ],
  ])("shows where a configuration is broken", (config, want) => {
    expect(capstan({ "package.json": '{"type":"module"}', "capstan.config.ts": config }, ["bundle"])).toEqual({
      code: 1,
      text: `looked at <root>\n${want}`,
    });
  });

  test("ends in silence when its reader went away", async () => {
    const child = spawn(process.execPath, ["--conditions=@capstan/source", main, "explain"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.destroy();
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    expect([await once(child, "close"), stderr]).toEqual([[0, null], ""]);
  });

  test.each([
    ["that ends the process", "process.exit(0);\n"],
    ["that never ends", "await new Promise(() => undefined);\n"],
  ])("says so when a configuration is one %s", (_, config) => {
    const { code, text } = capstan({ "package.json": '{"type":"module"}', "capstan.config.ts": config }, ["bundle"]);
    expect(code).toBe(1);
    expect(text).toContain(
      "capstan bundle\nerror cli/unfinished: the command ended before it was done\n  mend: look in capstan.config.ts and what it imports for process.exit() or for an await that never ends\n1 error\nnext: capstan explain <code>\n",
    );
  });
});
