// The command as a process of its own: Node's own loading of user modules, which a test runner would replace.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));

function capstan(
  files: Readonly<Record<string, string>>,
  argv: readonly string[],
): { readonly code: number | null; readonly text: string } {
  const { code, stdout, stderr } = streams(files, argv);
  return { code, text: stdout + stderr };
}

function streams(
  files: Readonly<Record<string, string>>,
  argv: readonly string[],
): { readonly code: number | null; readonly stdout: string; readonly stderr: string } {
  const root = mkdtempSync(join(tmpdir(), "capstan-main-"));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content);
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--conditions=@capstan/source", main, ...argv], {
      cwd: root,
      encoding: "utf8",
    });
    const shown = (text: string): string => text.replaceAll(root, "<root>");
    return { code: status, stdout: shown(stdout), stderr: shown(stderr) };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

describe("capstan", () => {
  test.each([
    ["that prints", ""],
    ["that prints and ends the process", "process.exit(0);\n"],
  ])("a configuration %s does not disturb a document for machines", (_, more) => {
    const files = {
      "package.json": '{"type":"module"}',
      "capstan.config.ts": `console.log("hi");\n${more}export default { generate: JSON.parse("{}") };\n`,
    };
    for (const verb of ["bundle", "generate"]) {
      const { code, stdout, stderr } = streams(files, [verb, "--format", "json"]);
      expect([code, (JSON.parse(stdout) as { readonly exitCode: number }).exitCode, stderr]).toEqual([1, 1, "hi\n"]);
    }
  });

  test("ends although the configuration left a timer running", () => {
    const files = {
      "package.json": '{"type":"module"}',
      "capstan.config.ts": "setInterval(() => {}, 1000);\nexport default {};\n",
    };
    const { code, text } = capstan(files, ["doctor"]);
    expect(code).toBe(1);
    expect(text).toContain("next: capstan explain ");
  });

  test.skipIf(process.platform === "win32")("imports what another command writes to its standard input", () => {
    const root = mkdtempSync(join(tmpdir(), "capstan-main-"));
    writeFileSync(join(root, "package.json"), "{}");
    const command = `echo "kind: Foo" | "${process.execPath}" --conditions=@capstan/source "${main}" import /dev/stdin`;
    const { status, stdout, stderr } = spawnSync("sh", ["-c", command], { cwd: root, encoding: "utf8" });
    rmSync(root, { recursive: true });
    expect([status, stdout, stderr.split("\n")[0]]).toEqual([
      1,
      "importing /dev/stdin\n",
      "/dev/stdin:1:1 error crd/import-kind: Foo without apiVersion cannot be imported: it is not an apiextensions.k8s.io/v1 CustomResourceDefinition",
    ]);
  });

  test.skipIf(process.platform === "win32")("says that its folder was deleted", () => {
    const root = mkdtempSync(join(tmpdir(), "capstan-main-"));
    const command = `rmdir "$PWD" && exec "${process.execPath}" --conditions=@capstan/source "${main}" doctor`;
    const { status, stdout, stderr } = spawnSync("sh", ["-c", command], { cwd: root, encoding: "utf8" });
    expect([status, stdout, stderr]).toEqual([
      1,
      "capstan doctor\n",
      "error cli/no-folder: the current folder was deleted\n  help: change to a folder that exists\n1 error\nnext: capstan explain cli/no-folder\n",
    ]);
  });

  test("prints its help", () => {
    const { code, text } = capstan({}, ["--help"]);
    expect([code, text.split("\n")[0]]).toEqual([0, "Usage: capstan [options] [command]"]);
  });

  test.each([
    [
      "enum Kind { A }\nexport default {};\n",
      'capstan.config.ts:1:1 error cli/module: cannot load "capstan.config.ts": TypeScript enum is not supported in strip-only mode\n> 1 | enum Kind { A }\n    | ^\n  2 | export default {};\n  help: use only syntax that can be stripped: a union of literals for an enum, fields for parameter properties (tsconfig: "erasableSyntaxOnly": true)\n1 error\nnext: capstan explain cli/module\n',
    ],
    [
      'import { x } from "./missing.ts";\nexport default x;\n',
      'capstan.config.ts error cli/module: cannot load "capstan.config.ts": Cannot find module \'<root>/missing.ts\' imported from <root>/capstan.config.ts\n  help: Node does not read tsconfig paths: import by relative path with the .ts ending, or by package.json "imports"\n1 error\nnext: capstan explain cli/module\n',
    ],
    [
      'export default Promise.reject(new Error("no network"));\n',
      'capstan.config.ts:1:31 error cli/module: cannot load "capstan.config.ts": no network\n> 1 | export default Promise.reject(new Error("no network"));\n    |                               ^\n  2 |\n  help: fix the error above\n1 error\nnext: capstan explain cli/module\n',
    ],
    [
      "export default Promise.reject();\n",
      'capstan.config.ts error cli/module: cannot load "capstan.config.ts": it threw undefined, which is not an Error\n  help: throw an Error, or reject with one: it shows the line\n1 error\nnext: capstan explain cli/module\n',
    ],
    [
      "export default {\n  name: ,\n};\n",
      'capstan.config.ts:2:9 error cli/module: cannot load "capstan.config.ts": Expression expected\n  1 | export default {\n> 2 |   name: ,\n    |         ^\n  3 | };\n  help: fix the syntax\n1 error\nnext: capstan explain cli/module\n',
    ],
  ])("shows where a configuration is broken", (config, want) => {
    expect(capstan({ "package.json": '{"type":"module"}', "capstan.config.ts": config }, ["bundle"])).toEqual({
      code: 1,
      text: `bundling <root>\n${want}`,
    });
  });

  test.each([
    ["void Promise.reject(", ");\nexport default {};\n"],
    ["setTimeout(() => { throw ", "; }, 1);\nawait new Promise(() => setInterval(() => undefined, 1000));\n"],
  ])("reports what a configuration throws where nothing catches it: %s", (before, after) => {
    const config = `${before}new Error("loose")${after}`;
    const { code, text } = capstan({ "package.json": '{"type":"module"}', "capstan.config.ts": config }, ["bundle"]);
    expect([code, text.split("\n")[1]]).toEqual([
      1,
      `capstan.config.ts:1:${before.length + 1} error cli/module: cannot load "capstan.config.ts": loose`,
    ]);
    expect(text).not.toContain("node:internal");
  });

  test("says in one line that Node is too old, whatever the verb", () => {
    const old = `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"22.18.0"}})`;
    const want = "capstan needs Node 22.19 or newer, but this is Node 22.18.0: install a newer Node\n";
    for (const verb of ["doctor", "--version"]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", old, main, verb], {
        encoding: "utf8",
      });
      expect([status, stdout, stderr]).toEqual([1, "", want]);
    }
  });

  test("needs the Node that its package.json names", () => {
    const { engines }: { readonly engines: object } = JSON.parse(
      readFileSync(new URL("../package.json", import.meta.url), "utf8"),
    );
    expect(engines).toEqual({ node: ">=22.19" });
  });

  test("prints diagnostics on standard error and results on standard output", () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--conditions=@capstan/source", main, "explain", "cli/usag"],
      { encoding: "utf8" },
    );
    expect([status, stdout, stderr]).toEqual([
      1,
      "cli/usag\n",
      'error cli/unknown-code: there is no page for "cli/usag"; did you mean "cli/usage"?\n  help: run capstan explain cli for its codes\n1 error\nnext: capstan explain cli/usage\n',
    ]);
  });

  test.runIf(existsSync("/dev/full"))("says in one line that its output cannot be written", () => {
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(process.execPath, ["--conditions=@capstan/source", main, "explain"], {
      stdio: ["ignore", full, "pipe"],
      encoding: "utf8",
    });
    closeSync(full);
    expect([status, stderr]).toEqual([1, "capstan: cannot write its output: ENOSPC: no space left on device, write\n"]);
  });

  test("exits without output when stdout is closed", async () => {
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
      "capstan bundle\nerror cli/unfinished: the command ended before it was done\n  help: look for process.exit() or an await that never ends in capstan.config.ts, in the file of --extension, and in what they import\n1 error\nnext: capstan explain cli/unfinished\n",
    );
  });
});
