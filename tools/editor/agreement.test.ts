// What editors, containers and version managers are told agrees with what the repository itself is run by.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "@capstan/repo";
import { expect, onTestFinished, test } from "vitest";

const read = (file: string): string => readFileSync(join(root, file), "utf8");

interface Tasks {
  readonly tasks: readonly { readonly label: string; readonly command: string }[];
}

interface Launch {
  readonly configurations: readonly {
    readonly program: string;
    readonly runtimeExecutable: string;
    readonly cwd: string;
  }[];
}

interface Manifest {
  readonly packageManager: string;
  readonly scripts: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(read("package.json")) as Manifest;

test("one version of Node is meant by all who name one", () => {
  const workspace = read("pnpm-workspace.yaml");
  const inWorkspace = /^nodeVersion: (.+)$/m.exec(workspace)?.[1];
  const inCatalog = /^ {2}node: (.+)$/m.exec(workspace.slice(workspace.indexOf("\ncatalog:")))?.[1];
  const image = /"image": "node:(\d+)-/.exec(read(".devcontainer/devcontainer.json"))?.[1];
  expect([read(".nvmrc").trim(), inCatalog, image]).toEqual([inWorkspace, inWorkspace, inWorkspace?.split(".")[0]]);
});

test("one version of pnpm is meant by all who name one", () => {
  const files = globSync(["*.md", "docs/*.md", ".vscode/*.json", ".devcontainer/*.json"], { cwd: root });
  const others = files.flatMap((file) =>
    [...read(file).matchAll(/pnpm@\d[\w.-]*\w/g)]
      .filter(([named]) => named !== manifest.packageManager)
      .map(([named]) => `${file}: ${named}`),
  );
  expect(files).toContain(".vscode/tasks.json");
  expect(others).toEqual([]);
});

test("the editor's files are plain JSON", () => {
  const files = globSync([".vscode/*.json", ".devcontainer/*.json", "tsconfig.editor.json"], { cwd: root });
  expect(() => files.map((file) => JSON.parse(read(file)) as unknown)).not.toThrow();
});

test("what the debugger starts is there", () => {
  const { configurations } = JSON.parse(read(".vscode/launch.json")) as Launch;
  const paths = configurations.flatMap(({ program, runtimeExecutable, cwd }) => [program, runtimeExecutable, cwd]);
  const missing = paths.filter((path) => !existsSync(path.replace("${workspaceFolder}", root)));
  expect(missing).toEqual([]);
});

test("each task runs a script of the root", () => {
  const { tasks } = JSON.parse(read(".vscode/tasks.json")) as Tasks;
  for (const { label, command } of tasks) {
    expect(command).toBe(`npx --yes ${manifest.packageManager} run ${label}`);
    expect(Object.keys(manifest.scripts)).toContain(label);
  }
});

test(".editorconfig lets the formatter write what .oxfmtrc.json lets it write", () => {
  const byEditorConfig = formattedWith(".editorconfig");
  expect(byEditorConfig).toBe(formattedWith(".oxfmtrc.json"));
  expect(Math.max(...byEditorConfig.split("\n").map((line) => line.length))).toBe(120);
});

test(".editorconfig and .gitattributes name the same end of line", () => {
  expect(/^end_of_line = (.+)$/m.exec(read(".editorconfig"))?.[1]).toBe(/eol=(\w+)/.exec(read(".gitattributes"))?.[1]);
});

/** How oxfmt formats a source, when this is the only file of settings that it finds. */
function formattedWith(settings: string): string {
  const folder = mkdtempSync(join(tmpdir(), "capstan-format-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  copyFileSync(join(root, settings), join(folder, settings));
  const words = (first: number, last: number): string =>
    Array.from({ length: last - first }, (_, index) => `w${first + index}`).join(", ");
  // Two lists: one that fills a line to the last column, one that must be broken.
  writeFileSync(
    join(folder, "x.ts"),
    `const a = [${words(10, 31)}, ww];\nif (a) {\nconst b = [${words(100, 160)}];\n}\n`,
  );
  execFileSync(process.execPath, [join(root, "node_modules/oxfmt/bin/oxfmt"), "x.ts"], { cwd: folder });
  return readFileSync(join(folder, "x.ts"), "utf8");
}
