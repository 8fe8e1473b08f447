// A small monorepo in a temporary folder, built, packed and released by the same tools as this one: two packages in lockstep,
// `@capstan-test/thing` and `@capstan-test/user`, which needs it. For the suites of this folder.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { root as capstan, runCommand, type CommandResult } from "@capstan/repo";

const scripts = fileURLToPath(new URL("..", import.meta.url));

/** A monorepo that a test may break. */
export interface Workspace extends Disposable {
  readonly root: string;
  /** The folder of a package. */
  folder(name: PackageName): string;
  write(file: string, text: string): void;
  read(file: string): string;
  /** Runs a tool of this repository (turbo, changeset, pnpm ...) in it. */
  run(command: readonly string[], folder?: string): Promise<CommandResult>;
}

/** Its packages. */
export type PackageName = "thing" | "user";

/** Makes the monorepo, installed and committed, and nothing built. */
export async function makeWorkspace(): Promise<Workspace> {
  const root = mkdtempSync(join(tmpdir(), "capstan-release-test-"));
  const workspace = openWorkspace(root);
  for (const [file, text] of Object.entries(workspaceFiles())) workspace.write(file, text);
  await mustRun(workspace, ["pnpm", "install", "--offline"]);
  await mustRun(workspace, ["git", "init", "--quiet", "--initial-branch=main"]);
  await commitAll(workspace, "Begin");
  return workspace;
}

/** Commits everything. */
export async function commitAll(workspace: Workspace, message: string): Promise<void> {
  await mustRun(workspace, ["git", "add", "--all"]);
  await mustRun(workspace, ["git", "commit", "--quiet", "--message", message]);
}

/** The output of a command that has to succeed. */
export async function mustRun(workspace: Workspace, command: readonly string[]): Promise<string> {
  const { code, output } = await workspace.run(command);
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${output}`);
  return output;
}

/** Everything a command of the monorepo is started with: our tools, and nobody's own git settings. */
export const workspaceEnv: Readonly<Record<string, string>> = {
  PATH: `${join(capstan, "node_modules/.bin")}:${process.env["PATH"] ?? ""}`,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "test",
  GIT_AUTHOR_EMAIL: "test@example.com",
  GIT_COMMITTER_NAME: "test",
  GIT_COMMITTER_EMAIL: "test@example.com",
  // A suite that turbo runs has these of its own.
  TURBO_HASH: "",
};

function openWorkspace(root: string): Workspace {
  return {
    root,
    folder: (name) => join(root, "packages", name),
    write: (file, text) => {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    },
    read: (file) => readFileSync(join(root, file), "utf8"),
    run: (command, folder = root) => runCommand(command, { cwd: folder, env: workspaceEnv }),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

function workspaceFiles(): Readonly<Record<string, string>> {
  return {
    "package.json": json({ name: "small", private: true, packageManager: "pnpm@12.21.0" }),
    "pnpm-workspace.yaml": "packages:\n  - packages/*\npmOnFail: ignore\n",
    "turbo.json": json({ tasks: { build: { dependsOn: ["^build"], outputs: ["dist/**"] } } }),
    ".gitignore": "node_modules/\ndist/\n.turbo/\n",
    ".changeset/config.json": json({ access: "public", baseBranch: "main", fixed: [["@capstan-test/*"]] }),
    LICENSE: "Apache-2.0\n",
    ...packageFiles("thing", {}),
    ...packageFiles("user", { "@capstan-test/thing": "workspace:^" }),
  };
}

/** A package that is "built" by copying, and its manifest with the two script lines that every published package has. */
function packageFiles(name: PackageName, dependencies: object): Readonly<Record<string, string>> {
  const target = { types: "./dist/index.d.ts", default: "./dist/index.js" };
  const manifest = {
    name: `@capstan-test/${name}`,
    version: "0.0.0",
    description: `The ${name} of a test.`,
    license: "Apache-2.0",
    type: "module",
    files: ["dist", "!dist/.built-from.json", "CHANGELOG.md"],
    exports: { ".": target },
    publishConfig: { access: "public", exports: { ".": target } },
    scripts: {
      build: `node build.js && node ${join(scripts, "stamp-build.ts")}`,
      prepack: `node ${join(scripts, "require-build.ts")}`,
    },
    dependencies,
    engines: { node: ">=20" },
  };
  return {
    [`packages/${name}/package.json`]: json(manifest),
    [`packages/${name}/README.md`]: `# ${name}\n`,
    [`packages/${name}/build.js`]: 'import { cpSync } from "node:fs";\ncpSync("src", "dist", { recursive: true });\n',
    [`packages/${name}/src/index.js`]: `export const ${name} = 1;\n//# sourceMappingURL=index.js.map\n`,
    [`packages/${name}/src/index.js.map`]: '{"version":3,"sources":["../src/index.ts"],"mappings":"AAAA"}\n',
    [`packages/${name}/src/index.d.ts`]: `export declare const ${name}: number;\n`,
    [`packages/${name}/src/template.json`]: "{}\n",
  };
}
