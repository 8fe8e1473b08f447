// What another user of the computer puts into the way of `capstan generate --watch` while it runs: a configuration, a whole project in the place of the
// user's own, types or compiler options above it; and packages for a Worker that a configuration starts in a timer. Each is first shown to be used
// where everything is the user's own.
import { spawn, type ChildProcess } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { root } from "@capstan/repo";
import type { Attack } from "../area.ts";
import { AttackedProject } from "../imports/project.ts";
import type { Lab } from "../lab.ts";

const nobody = 65_534;
const main = join(root, "packages/cli/src/main.ts");
const limitMs = 60_000;
const crd = "generated/crds/things.example.com_foos.yaml";

const source = `import { defineResource, type KubeObject, type Resource } from "@capstan/api";
import type { Size } from "sizes";
/** FooSpec is what a Foo is. */
export interface FooSpec {
  /** size is its size. */
  size?: Size;
}
/** Foo is a thing. */
export interface Foo extends KubeObject<"things.example.com/v1", "Foo"> {
  /** spec is what it is. */
  spec?: FooSpec;
}
export const Foo: Resource<Foo> = defineResource({ apiVersion: "things.example.com/v1", kind: "Foo" });
`;

/** The types of a package, with a field that shows whose they are. */
function sizes(field: string): string {
  return `/** Size is a size. */\nexport interface Size {\n  /** ${field} is a field. */\n  ${field}?: string;\n}\n`;
}

/** A project of the user in a folder where all users put files, and what shows that foreign code ran. */
class Victim {
  readonly project: AttackedProject;
  readonly mark: string;

  constructor(lab: Lab, name: string) {
    const shared = join(lab.folder, name);
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
    this.mark = join(lab.folder, `${name}.mark`);
    this.project = new AttackedProject(join(shared, "own"));
    this.project.write("src/api/v1/foo.ts", source);
    writePackage(join(this.folder, "node_modules/sizes"), "own");
  }

  get folder(): string {
    return this.project.folder;
  }

  get shared(): string {
    return dirname(this.folder);
  }

  /** A configuration that shows that it was run. Every generation runs it, since its settings cannot be read without that. */
  get config(): string {
    const code = `process.getBuiltinModule("node:fs").writeFileSync(${JSON.stringify(this.mark)}, "");\n`;
    return `${code}export default { generate: JSON.parse("{}") };\n`;
  }
}

function writePackage(folder: string, field: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"name":"sizes","types":"index.d.ts"}');
  writeFileSync(join(folder, "index.d.ts"), sizes(field));
}

/** A watch that runs. */
class Watch implements AsyncDisposable {
  readonly #child: ChildProcess;
  #output = "";

  constructor(folder: string) {
    const env = { ...process.env, GITHUB_ACTIONS: "" };
    this.#child = spawn(process.execPath, ["--conditions=@capstan/source", main, "generate", "--watch"], {
      cwd: folder,
      env,
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => (this.#output += text));
  }

  /** What it has printed, once something is true of that, or after the longest time. */
  async until(done: (output: string) => boolean): Promise<string> {
    const end = Date.now() + limitMs;
    while (!done(this.#output) && Date.now() < end) await delay(50);
    return this.#output;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("close", resolve));
    this.#child.kill("SIGKILL");
    await ended;
  }
}

interface Swap {
  readonly what: string;
  readonly code: string;
  /** What the other user has prepared. */
  readonly prepare?: (victim: Victim) => void;
  /** Puts it in the way, and changes a file that the watch reads. */
  readonly swap: (victim: Victim) => void;
  /** Where it is then; it belongs to the other user. */
  readonly theirs: (victim: Victim) => readonly string[];
  /** Whether it was used. */
  readonly used: (victim: Victim) => boolean;
}

const ran = ({ mark }: Victim): boolean => existsSync(mark);
const hasTheirField = ({ folder }: Victim): boolean => readFileSync(join(folder, crd), "utf8").includes("theirs:");
const touch = ({ project }: Victim, name: string): void =>
  project.write(name, `${readFileSync(join(project.folder, name), "utf8")}\n`);
const away = (victim: Victim, path: string): void =>
  renameSync(join(victim.folder, path), join(victim.folder, `${basename(path)}.away`));

const swaps: readonly Swap[] = [
  {
    what: "a configuration",
    code: "cli/foreign-project",
    prepare: ({ project, config }) => project.write("config.tmp", config),
    swap: ({ folder }) => renameSync(join(folder, "config.tmp"), join(folder, "capstan.config.ts")),
    theirs: ({ folder }) => [join(folder, "config.tmp")],
    used: ran,
  },
  {
    what: "a project in the place of the user's own",
    code: "cli/foreign-project",
    prepare: (victim) => {
      cpSync(victim.folder, join(victim.shared, "theirs"), { recursive: true, verbatimSymlinks: true });
      writeFileSync(join(victim.shared, "theirs/capstan.config.ts"), victim.config);
    },
    swap: (victim) => {
      touch(victim, "src/api/v1/foo.ts");
      renameSync(victim.folder, join(victim.shared, "old"));
      renameSync(join(victim.shared, "theirs"), victim.folder);
    },
    theirs: ({ shared }) => ["", "package.json", "capstan.config.ts"].map((name) => join(shared, "theirs", name)),
    used: ran,
  },
  {
    what: "types of a package above",
    code: "cli/foreign-files-above",
    prepare: ({ shared }) => writePackage(join(shared, "node_modules/sizes"), "theirs"),
    swap: (victim) => {
      away(victim, "node_modules/sizes");
      touch(victim, "package.json");
    },
    theirs: ({ shared }) => [join(shared, "node_modules")],
    used: hasTheirField,
  },
  {
    what: "compiler options above",
    code: "cli/foreign-files-above",
    prepare: ({ shared }) => {
      const paths = { sizes: ["./elsewhere/index.d.ts"] };
      const compilerOptions = { module: "nodenext", customConditions: ["@capstan/source"], paths };
      writeFileSync(join(shared, "tsconfig.json"), JSON.stringify({ compilerOptions }));
      writePackage(join(shared, "elsewhere"), "theirs");
    },
    swap: (victim) => {
      away(victim, "tsconfig.json");
      touch(victim, "package.json");
    },
    theirs: ({ shared }) => [join(shared, "tsconfig.json")],
    used: hasTheirField,
  },
];

interface Try {
  readonly name: string;
  /** Whether what is in the way is given to another user. */
  readonly given: boolean;
}

/** Throws when what another user put in the way was used, and when the user's own was not. */
async function tried(lab: Lab, { name, given }: Try, each: Swap): Promise<void> {
  const victim = new Victim(lab, name);
  await using watch = new Watch(victim.folder);
  const first = await watch.until((output) => output.includes("created"));
  if (!existsSync(join(victim.folder, crd))) throw new Error(`nothing is generated: ${first.slice(-300)}`);
  each.prepare?.(victim);
  for (const path of given ? each.theirs(victim) : []) lchownSync(path, nobody, nobody);
  each.swap(victim);
  const printed = await watch.until((output) => each.used(victim) || (given && output.includes(each.code)));
  const whose = given ? "of another user" : "of the user";
  if (each.used(victim) === given)
    throw new Error(`${each.what} ${whose} is ${given ? "" : "not "}used: ${printed.slice(-300)}`);
  if (given && !printed.includes(each.code)) lab.fault("wrong", `printed ${printed.slice(-300)}`, each.what);
}

async function swapped(lab: Lab): Promise<number> {
  const tries = swaps.flatMap((each, i) => [true, false].map((given) => ({ each, given, name: `${i}-${given}` })));
  await Promise.all(tries.map(({ each, ...one }) => tried(lab, one, each)));
  return swaps.length;
}

/** A Worker and a process, started after the configuration was loaded, and packages that come above the project by then. */
async function late(lab: Lab): Promise<number> {
  const victim = new Victim(lab, "late");
  const packages = join(victim.shared, "node_modules");
  mkdirSync(join(packages, "planted"), { recursive: true });
  writeFileSync(
    join(packages, "planted/index.js"),
    `require("node:fs").writeFileSync(${JSON.stringify(victim.mark)}, "");`,
  );
  const load = 'import("planted").catch(() => 0)';
  const started = {
    "a Worker": `new Worker(${JSON.stringify(load)}, { eval: true })`,
    "a Worker with -r": 'new Worker("1", { eval: true, execArgv: ["-r", "planted"] })',
    "a process": `spawn(process.execPath, ["-e", ${JSON.stringify(load)}])`,
    "a process with -r": 'spawn(process.execPath, ["-r", "planted", "-e", "1"])',
  };
  for (const [what, start] of Object.entries(started)) {
    victim.project.write(
      "late.mjs",
      `import { Worker } from "node:worker_threads";
import { spawn } from "node:child_process";
import { chownSync } from "node:fs";
import { runConfig } from ${JSON.stringify(join(root, "packages/cli/src/config/config-file.ts"))};
import { projectPlace } from ${JSON.stringify(join(root, "packages/cli/src/project/foreign-project.ts"))};
const { exported, diagnostics } = await runConfig(process.cwd() + "/capstan.config.ts", projectPlace(process.cwd(), process.cwd()));
if (exported === undefined) throw new Error(diagnostics[0].message);
chownSync(${JSON.stringify(packages)}, Number(process.argv[2]), 0);
await exported.done;
`,
    );
    victim.project.write(
      "capstan.config.ts",
      `import { Worker } from "node:worker_threads";
import { spawn } from "node:child_process";
const done = new Promise((resolve) => setTimeout(() => ${start}.on("error", () => 0).on("exit", resolve), 200));
export default { done };
`,
    );
    for (const owner of [0, nobody]) {
      rmSync(victim.mark, { force: true });
      const { output } = await victim.project.node("late.mjs", String(owner));
      if (existsSync(victim.mark) === (owner === nobody))
        throw new Error(
          `${what} ${owner === nobody ? "runs" : "does not run"} the package of ${owner}: ${output.slice(-300)}`,
        );
    }
  }
  return Object.keys(started).length;
}

export const runningWatch: Attack = {
  name: "files of another user, put in the way while `capstan generate --watch` runs, and packages for what a configuration starts later",
  before: "they are used",
  async run(lab) {
    if (process.getuid?.() !== 0) return "not tried: only root can make files of another user";
    return `\`cli/foreign-project\` or \`cli/foreign-files-above\`, ${await swapped(lab)} of ${swaps.length}; ${await late(lab)} Workers and processes run nothing; it is used where all is the user's own`;
  },
};
