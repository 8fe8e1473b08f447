// The command with a recording terminal: what it creates, and everything it rejects.
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createProject } from "./create.ts";
import { packTemplate } from "./pack-template.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "create-capstan-"));
});
afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

interface Created {
  readonly code: number;
  readonly text: string;
}

function create(...argv: string[]): Promise<Created> {
  return createIn({ interactive: false }, argv);
}

async function createIn({ interactive }: { readonly interactive: boolean }, argv: readonly string[]): Promise<Created> {
  let text = "";
  const print = (more: string): void => void (text += more);
  const env = { npm_config_user_agent: "pnpm/12.21.0 node/v24" };
  const code = await createProject(argv, {
    cwd,
    env,
    interactive,
    version: "1.2.3",
    loadTemplate: packTemplate,
    out: print,
    fail: (problem) => print(`create-capstan: ${problem}\n`),
  });
  return { code, text: text.replaceAll(cwd, "<cwd>").replace(/(\.capstan-)\w{6}/, "$1XXXXXX") };
}

const read = (path: string): string => readFileSync(join(cwd, path), "utf8");

function filesOf(folder: string): string[] {
  return readdirSync(join(cwd, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(cwd, folder).length + 1))
    .toSorted();
}

describe("create-capstan creates", () => {
  test("a provider with the name of its folder, in a terminal without a question", async () => {
    const argv = ["cluster-api-provider-my-cloud", "--type", "provider"];
    const { code, text } = await createIn({ interactive: true }, argv);
    expect([code, text.split("\n")[0]]).toEqual([0, expect.stringContaining("in cluster-api-provider-my-cloud")]);
    expect(filesOf("cluster-api-provider-my-cloud")).toContain("src/controllers/my-cloud-machine.ts");
  });

  test("a provider", async () => {
    const { code, text } = await create("--type", "provider", "--name", "my-cloud");
    expect([code, text.split("\n").slice(1).join("\n")]).toEqual([
      0,
      "\nnext:\n  cd cluster-api-provider-my-cloud\n  pnpm install\n  pnpm run dev\n  pnpm test\n",
    ]);
    expect(filesOf("cluster-api-provider-my-cloud")).toEqual([
      ".capstan/scaffold.json",
      ".dockerignore",
      ".gitattributes",
      ".github/workflows/ci.yml",
      ".gitignore",
      ".vscode/launch.json",
      ".vscode/tasks.json",
      "Dockerfile",
      "README.md",
      "capstan.config.ts",
      "generated/.capstan-owned.json",
      ...["clusters", "clustertemplates", "machines", "machinetemplates"].flatMap((kind) => [
        `generated/crds/infrastructure.cluster.x-k8s.io_mycloud${kind}.json`,
        `generated/crds/infrastructure.cluster.x-k8s.io_mycloud${kind}.yaml`,
      ]),
      "package.json",
      "src/api/v1beta1/my-cloud-cluster.ts",
      "src/api/v1beta1/my-cloud-machine.ts",
      "src/cloud.ts",
      "src/controllers/my-cloud-cluster.ts",
      "src/controllers/my-cloud-machine.ts",
      "src/kit.ts",
      "src/main.ts",
      "src/provider.test.ts",
      "src/provider.ts",
      "templates/cluster-template.yaml",
      "tsconfig.json",
      "vitest.config.ts",
    ]);
    const machine = read("cluster-api-provider-my-cloud/src/api/v1beta1/my-cloud-machine.ts");
    expect(machine).toContain("export const MyCloudMachine: Resource<MyCloudMachine> = defineInfraMachine({");
    expect(machine).toContain("the mycloudmachines API");
    expect(read("cluster-api-provider-my-cloud/templates/cluster-template.yaml")).toContain(
      "size: ${MY_CLOUD_SIZE:=Small}",
    );
    const manifest = JSON.parse(read("cluster-api-provider-my-cloud/package.json")) as Record<
      string,
      Record<string, string>
    >;
    expect(manifest["name"]).toBe("cluster-api-provider-my-cloud");
    expect(manifest["dependencies"]?.["@capstan/controller-kit"]).toBe("^1.2.3");
    for (const tool of ["fast-check", "typescript", "vite", "vitest"])
      expect(manifest["devDependencies"]?.[tool]).toMatch(/^\^\d/);
  });

  test("an image stays as it was given, whatever is in its name", async () => {
    const image = "ghcr.io/kickstarter/starter-images/mgr";
    expect((await create("gate", "--type", "provider", "--image", image)).code).toBe(0);
    expect(read("gate/capstan.config.ts")).toContain(`image: "${image}",`);
    expect(read("gate/README.md")).toContain(`docker push ${image}:`);
    expect(read("gate/README.md")).not.toContain("kickgate");
  });

  test("an extension, in the folder and with the image that are named", async () => {
    mkdirSync(join(cwd, "gate/.git"), { recursive: true });
    expect((await create("gate", "--type", "extension", "--image", "registry.example.com/team/gate")).code).toBe(0);
    expect(filesOf("gate")).toEqual([
      ".capstan/scaffold.json",
      ".dockerignore",
      ".gitattributes",
      ".github/workflows/ci.yml",
      ".gitignore",
      ".vscode/launch.json",
      ".vscode/tasks.json",
      "Dockerfile",
      "README.md",
      "capstan.config.ts",
      "dev/cluster.yaml",
      "package.json",
      "src/extension.test.ts",
      "src/extension.ts",
      "src/main.ts",
      "tsconfig.json",
      "vitest.config.ts",
    ]);
    expect(read("gate/capstan.config.ts")).toContain('image: "registry.example.com/team/gate",');
    const record = JSON.parse(read("gate/.capstan/scaffold.json")) as {
      readonly answers: object;
      readonly files: Record<string, string>;
    };
    expect(record.answers).toEqual({ template: "extension", name: "gate", image: "registry.example.com/team/gate" });
    expect(Object.keys(record.files)).toEqual(filesOf("gate").filter((path) => path !== ".capstan/scaffold.json"));
  });

  // What the user copies from the last lines runs `cd` with the folder, and nothing else.
  test
    .runIf(process.platform !== "win32")
    .each([
      "my folder",
      "a; touch planted",
      "$(touch planted)",
      "`touch planted`",
      "it's & 'more'",
      "-P",
      "a && touch planted #",
      '"; touch planted; "',
      "*",
      "~",
    ])("a project in the folder %s, and the command that changes to it", async (folder) => {
    const { code, text } = await create("--type", "extension", "--name", "gate", "--", folder);
    expect(code).toBe(0);
    const change = /^ {2}cd .*$/m.exec(text)?.[0] ?? "";
    const shell = execFileSync("sh", ["-c", `${change} && pwd -P`], { cwd, encoding: "utf8" });
    expect([shell, readdirSync(cwd)]).toEqual([`${realpathSync(cwd)}/${folder}\n`, [folder]]);
  });

  test("lines of the name of a folder are not lines of the output", async () => {
    const { code, text } = await create("--type", "extension", "--name", "gate", "a\n::error::forged\u001b[31m\u2028b");
    expect(code).toBe(0);
    const shown = "a\\n::error::forged\\u001b[31m\\u2028b";
    const [first, second, third, fourth] = text.split("\n");
    expect([first?.replace(/\d+/, "0"), second, third, fourth]).toEqual([
      `created 0 files in ${shown}`,
      "",
      "next:",
      `  cd '${shown}'`,
    ]);
  });

  test.each(["provider", "extension"] as const)("a %s in which the examples' name is nowhere left", (type) => {
    const left = Object.entries(packTemplate(type).files).filter(([path, content]) =>
      /capstan-example|workspace:(?!\^")|catalog:/.test(path + content),
    );
    expect(left).toEqual([]);
  });
});

test.each(["provider", "extension"] as const)(
  "CI of a %s installs the lock file, and runs only code that is pinned",
  (type) => {
    const workflow: string = packTemplate(type).files[".github/workflows/ci.yml"] ?? "";
    const steps = [...workflow.matchAll(/^ {6}- (run|uses): (.*)$/gm)].map(([, kind, value = ""]) => ({ kind, value }));
    expect(steps.flatMap(({ kind, value }) => (kind === "run" ? [value] : []))).toEqual([
      "npm ci",
      "npm run check",
      "npm audit --omit=dev",
    ]);
    const actions = steps.flatMap(({ kind, value }) => (kind === "uses" ? [value] : []));
    expect(actions.filter((action) => !/@[\da-f]{40} # v\d/.test(action))).toEqual([]);
    expect(actions).toHaveLength(2);
  },
);

describe("create-capstan rejects", () => {
  const rows: readonly (readonly [readonly string[], 1 | 2, string])[] = [
    [[], 2, "choose what to create: --type provider or --type extension"],
    [["--type", "operator"], 2, '--type takes provider or extension, not "operator"'],
    [["--type", "provider"], 2, "give it a name: --name my-cloud"],
    [["--frob"], 2, "unknown option '--frob'"],
    [
      ["--type", "provider", "--name", "My_Cloud"],
      2,
      '"My_Cloud" is not a name: use lower-case words of letters and digits, joined by single dashes, starting with a letter',
    ],
    [
      ["--type", "provider", "--name", "9lives"],
      2,
      '"9lives" is not a name: use lower-case words of letters and digits, joined by single dashes, starting with a letter',
    ],
    [
      ["--type", "provider", "--name", "a".repeat(39)],
      2,
      `"${"a".repeat(39)}" has 39 characters: use at most 38, because labels and namespaces contain the name`,
    ],
    [
      ["--type", "provider", "--name", "cluster"],
      2,
      '"cluster" has another meaning in Cluster API: use the name of your infrastructure or of what the extension does',
    ],
    ...['a b"; evil', "$&", "registry.example.com/team/gate:v1", "Registry.example.com/Gate", "gate", ""].map(
      (image) =>
        [
          ["--type", "extension", "--name", "gate", "--image", image],
          2,
          `"${image}" is not an image: write its registry and path without a tag, for example registry.example.com/team/my-cloud`,
        ] as const,
    ),
    [
      ["file/gate", "--type", "extension"],
      1,
      `cannot write "<cwd>/file/gate" (ENOTDIR: not a directory, mkdtemp '<cwd>/file/.gate.capstan-XXXXXX'): name another folder, or correct its permissions`,
    ],
    ...(process.platform === "linux"
      ? [
          [
            ["/proc/x/gate", "--type", "extension"],
            1,
            `cannot write "/proc/x/gate" (ENOENT: no such file or directory, mkdir '/proc/x'): name another folder, or correct its permissions`,
          ] as const,
        ]
      : []),
    [["full", "--type", "extension"], 1, '"<cwd>/full" is not empty (a.txt): name another folder'],
    [["file", "--type", "extension"], 1, '"<cwd>/file" is not a folder: name another folder'],
  ];

  test.each(rows)("%j", async (argv, code, message) => {
    mkdirSync(join(cwd, "full"));
    writeFileSync(join(cwd, "full/a.txt"), "");
    writeFileSync(join(cwd, "file"), "");
    expect(await create(...argv)).toEqual({ code, text: `create-capstan: ${message}\n` });
    expect(readdirSync(cwd).toSorted()).toEqual(["file", "full"]);
    expect(existsSync(join(cwd, "full/package.json"))).toBe(false);
  });

  test("help and version are not errors", async () => {
    expect((await create("--help")).code).toBe(0);
    expect(await create("--version")).toEqual({ code: 0, text: "1.2.3\n" });
  });
});

interface Editor {
  readonly configurations?: readonly {
    readonly port?: number;
    readonly preLaunchTask?: string;
    readonly program?: string;
  }[];
  readonly tasks?: readonly { readonly label: string; readonly command: string }[];
}

test.each(["provider", "extension"] as const)(
  "an editor starts dev with the debugger, and the tests, of a %s",
  (type) => {
    const { files } = packTemplate(type);
    const [launch, tasks]: Editor[] = ["launch", "tasks"].map((name) =>
      JSON.parse(files[`.vscode/${name}.json`] ?? ""),
    );
    const scripts = Object.keys(JSON.parse(files["package.json"] ?? "").scripts);
    const [attach, run] = launch?.configurations ?? [];
    expect(tasks?.tasks?.map(({ label, command }) => [label, command])).toEqual([
      [attach?.preLaunchTask, "npm run dev -- --inspect --plain"],
      ["test", "npm test"],
    ]);
    expect(attach?.port).toBe(9229);
    expect(run?.program).toBe("${workspaceFolder}/node_modules/vitest/vitest.mjs");
    expect(scripts).toEqual(expect.arrayContaining(["dev", "test"]));
  },
);
