// What a generation says it read and made, checked by what it generates without all other files. By the command as a process of its own: a test runner
// would load the configuration in Node's place.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fooCrds, fooProject, fooSource } from "../../test/foo-project.ts";
import { TemporaryProject } from "../../test/temporary-project.ts";
import type { ProjectOutcome } from "../outcome.ts";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
const crds = fooCrds.map((name) => `config/crds/${name}`);

interface Said extends ProjectOutcome {
  readonly exitCode: number;
  readonly diagnostics: readonly string[];
}

function generate(cwd: string, ...argv: string[]): Said {
  const args = ["--conditions=@capstan/source", main, "generate", "--format", "json", ...argv];
  const { stdout } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
  const { exitCode, diagnostics, projects } = JSON.parse(stdout) as {
    readonly exitCode: number;
    readonly diagnostics: readonly { readonly message: string; readonly position?: object }[];
    readonly projects: readonly [ProjectOutcome];
  };
  const reported = diagnostics.map(({ message, position }) =>
    `${JSON.stringify(position)} ${message}`.replaceAll(cwd, "<root>"),
  );
  return { ...projects[0], exitCode, diagnostics: reported };
}

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
  at.install();
});
afterEach(() => at[Symbol.dispose]());

describe("inputs", () => {
  // A project that reads in every way there is, and files that it does not read.
  const read = {
    "tsconfig.base.json": { compilerOptions: { module: "nodenext", customConditions: ["@capstan/source"] } },
    "tsconfig.json": {},
    "p/package.json": { name: "p", type: "module", imports: { "#size": "./src/size.ts" } },
    "p/tsconfig.json": { extends: "../tsconfig.base.json" },
    "p/capstan.config.ts": 'import { out } from "./folders.ts";\nexport default { generate: { out: out() } };\n',
    "p/folders.ts": 'import { name } from "./name.ts";\nexport const out = (): string => name;\n',
    "p/name.ts": 'export const name = "config";\n',
    "p/src/api/v1/foo.ts": fooSource({ imports: 'import type { Size } from "#size";' }),
    "p/src/size.ts": 'export * from "./deeper.ts";\n',
    "p/src/deeper.ts": "/** Size.\n * @maxLength 9 */\nexport type Size = string;\n",
  };
  const unread = {
    "README.md": "x",
    "package.json": { name: "all" },
    "p/src/api/v1/foo.test.ts": "x",
    "p/src/api/README.md": "x",
    "p/src/main.ts": "x",
    "p/vitest.config.ts": "x",
  };

  test("with nothing but them, the same comes out", () => {
    at.write({ ...read, ...unread });
    const made = generate(join(at.root, "p"));
    expect([made.diagnostics, made.outputs]).toEqual([[], ["config/.capstan-owned.json", ...crds]]);
    using alone = new TemporaryProject();
    for (const path of made.inputs.filter((input) => !input.startsWith("../../"))) {
      const target = join(alone.root, "p", path);
      mkdirSync(dirname(target), { recursive: true });
      cpSync(join(at.root, "p", path), target);
    }
    symlinkSync(join(at.root, "node_modules"), join(alone.root, "node_modules"), "dir");
    const again = generate(join(alone.root, "p"));
    expect([again.diagnostics, again.inputs, again.outputs]).toEqual([[], made.inputs, made.outputs]);
    for (const path of made.outputs) expect(alone.read(`p/${path}`)).toBe(at.read(`p/${path}`));
  });

  test("they are all that was written to be read, and nothing else changes anything", () => {
    at.write({ ...read, ...unread });
    const root = join(at.root, "p");
    const { inputs } = generate(root);
    const ours = inputs.filter((path) => !path.startsWith("../../"));
    expect(ours).toEqual(
      Object.keys(read)
        .filter((path) => path !== "tsconfig.json")
        .map((path) => (path.startsWith("p/") ? path.slice(2) : `../${path}`))
        .toSorted(),
    );
    for (const path of Object.keys(unread)) writeFileSync(join(at.root, path), "}{ broken");
    expect(generate(root, "--check")).toMatchObject({ exitCode: 0, diagnostics: [], changes: [] });
  });

  test("a literal configuration is not run", () => {
    at.write({
      ...fooProject(),
      "capstan.config.ts": 'import "./run.ts";\nimport "missing";\nexport default { generate: { out: "config" } };\n',
      "run.ts": 'throw new Error("it was run");\n',
    });
    const { diagnostics, inputs, outputs } = generate(at.root);
    expect(diagnostics).toEqual([]);
    expect(inputs).toContain("capstan.config.ts");
    expect(outputs).toContain(crds[0]);
  });

  test("a configuration that has to be run and cannot is an error", () => {
    at.write({ ...fooProject(), "capstan.config.ts": "export default f();\n" });
    expect(generate(at.root)).toMatchObject({
      exitCode: 1,
      diagnostics: [
        '{"file":"capstan.config.ts","line":1,"column":1} cannot load "capstan.config.ts": f is not defined',
      ],
      inputs: ["capstan.config.ts"],
      outputs: [],
    });
  });
});
