// A project that another user has put in the way: into a folder above the user's own, into the folder that all users share, or beside a file
// that the user has there. Its configuration and its entry are code: first each is shown to run where everything is the user's own.
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { root } from "@capstan/repo";
import type { Attack } from "../area.ts";
import { AttackedProject, type Ran, run } from "../imports/project.ts";
import type { Lab } from "../lab.ts";

const nobody = 65_534;
const main = join(root, "packages/cli/src/main.ts");

/** Below the folder of the lab. */
const place = { above: "above", own: "above/own", elsewhere: "elsewhere", shared: "shared" } as const;

/** Each reads a project's configuration: from a folder below it, and from elsewhere with its path. */
const commands: readonly (readonly [cwd: string, ...argv: string[]])[] = [
  [place.elsewhere, "generate", "../above"],
  [place.own, "doctor"],
  [place.own, "generate"],
  [place.own, "generate", "."],
  [place.own, "generate", "--check", "../gone.ts"],
  [place.own, "bundle"],
  [place.own, "dev", "--once"],
  [place.own, "import", "crd.yaml"],
  [place.elsewhere, "generate", "--check", "../above/src/api/v1/foo.ts"],
];

/** What the other user can own: the code, which all commands are tried on, the manifest that makes the folder a project, both, or the folder. */
const plants = [
  { files: ["capstan.config.ts"], tried: commands },
  { files: ["package.json"], tried: commands.slice(0, 2) },
  { files: ["package.json", "capstan.config.ts"], tried: commands.slice(0, 2) },
  { files: ["."], tried: commands.slice(0, 2) },
] as const;

class Neighborhood {
  readonly #lab: Lab;
  readonly #mark: string;

  constructor(lab: Lab) {
    this.#lab = lab;
    this.#mark = join(lab.folder, "mark");
  }

  /** A statement that shows that it was run. */
  get code(): string {
    return `process.getBuiltinModule("node:fs").writeFileSync(${JSON.stringify(this.#mark)}, "");\n`;
  }

  /** A configuration with the statement. It is run by every command, since its settings cannot be read without that. */
  get config(): string {
    return `${this.code}export default { generate: { out: ["out"].join("") } };\n`;
  }

  capstan(cwd: string, argv: readonly string[]): Promise<Ran> {
    return run([process.execPath, "--conditions=@capstan/source", main, ...argv], join(this.#lab.folder, cwd));
  }

  /** The command runs the code where nobody else owns anything. */
  async works(cwd: string, argv: readonly string[]): Promise<void> {
    const { output } = await this.capstan(cwd, argv);
    if (!existsSync(this.#mark))
      throw new Error(`${argv.join(" ")} does not run the user's own code either: ${output.slice(-300)}`);
    rmSync(this.#mark);
  }

  /** The command ends with the error, and the code does not run. */
  async holds(cwd: string, argv: readonly string[], { code, what }: Record<"code" | "what", string>): Promise<void> {
    const ran = await this.capstan(cwd, argv);
    const tried = `${argv.join(" ")} in ${cwd}, ${what}`;
    if (existsSync(this.#mark)) throw new Error(`the other user's code ran: ${tried}`);
    if (ran.code !== 1 || !ran.output.includes(code))
      this.#lab.fault("wrong", `ended with ${ran.code}: ${ran.output.slice(-300)}`, tried);
  }
}

async function planted(lab: Lab, here: Neighborhood): Promise<number> {
  const above = join(lab.folder, place.above);
  for (const folder of [place.own, place.elsewhere]) mkdirSync(join(lab.folder, folder), { recursive: true });
  writeFileSync(join(above, "package.json"), '{"type":"module"}');
  writeFileSync(join(above, "capstan.config.ts"), here.config);
  await here.works(place.own, ["doctor"]);
  await here.works(place.elsewhere, ["generate", "../above"]);
  for (const { files, tried } of plants) {
    for (const name of [".", "package.json", "capstan.config.ts"]) chownSync(join(above, name), 0, 0);
    for (const name of files) chownSync(join(above, name), nobody, nobody);
    for (const [cwd, ...argv] of tried)
      await here.holds(cwd, argv, { code: "cli/foreign-project", what: `${files.join(" and ")} of another user` });
  }
  return plants.reduce((sum, { tried }) => sum + tried.length, 0);
}

async function shared(lab: Lab, here: Neighborhood): Promise<number> {
  const folder = join(lab.folder, place.shared);
  mkdirSync(folder);
  chmodSync(folder, 0o1777);
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "capstan.config.ts"), here.config);
  for (const name of ["package.json", "capstan.config.ts"]) chownSync(join(folder, name), nobody, nobody);
  const tried = [["doctor"], ["import", "crd.yaml"], ["generate", "."]];
  for (const argv of tried)
    await here.holds(place.shared, argv, { code: "cli/shared-project", what: "a project of another user" });
  return tried.length;
}

/** A package in the shared folder, which Node finds from a project of the user below it. */
async function packages(lab: Lab, here: Neighborhood): Promise<number> {
  const [above, own] = [join(lab.folder, "packages"), join(lab.folder, "packages/own")];
  const modules = join(above, "node_modules");
  for (const folder of [own, join(modules, "planted")]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(own, "package.json"), '{"type":"module"}');
  writeFileSync(join(own, "capstan.config.ts"), 'import "planted";\nexport default {};\n');
  writeFileSync(join(modules, "planted/index.js"), here.code);
  chmodSync(above, 0o1777);
  const code = "cli/foreign-files-above";
  await here.works("packages/own", ["bundle"]);
  chownSync(modules, nobody, nobody);
  await here.holds("packages/own", ["bundle"], { code, what: "node_modules of another user above" });
  // What Node finds is the user's own.
  renameSync(join(modules, "planted/index.js"), join(own, "clean.cjs"));
  symlinkSync(join(own, "clean.cjs"), join(modules, "planted/index.js"));
  lchownSync(join(modules, "planted/index.js"), nobody, nobody);
  await here.holds("packages/own", ["bundle"], { code, what: "a link to the user's own file" });
  rmSync(modules, { recursive: true });
  writeFileSync(join(above, "tsconfig.json"), "{}");
  chownSync(join(above, "tsconfig.json"), nobody, nobody);
  await here.holds("packages/own", ["generate"], { code, what: "a tsconfig.json of another user above" });
  return 3;
}

async function entries(lab: Lab, here: Neighborhood): Promise<number> {
  const project = new AttackedProject(join(lab.folder, "entry"));
  const config = { name: "gate", type: "runtime-extension", image: "registry.example.com/team/gate" };
  const release = {
    releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }],
    repository: { local: "repo" },
  };
  project.write("capstan.config.ts", `export default ${JSON.stringify({ ...config, ...release })};\n`);
  project.write("src/main.ts", here.code);
  const tried = [["bundle"], ["dev", "--once"]];
  for (const argv of tried) await here.works("entry", argv);
  for (const path of ["src/main.ts", "src"]) {
    for (const name of ["src", "src/main.ts"]) chownSync(join(project.folder, name), 0, 0);
    chownSync(join(project.folder, path), nobody, nobody);
    for (const argv of tried)
      await here.holds("entry", argv, { code: "cli/foreign-project", what: `${path} of another user` });
  }
  return 2 * tried.length;
}

export const foreignProject: Attack = {
  name: "a project, configuration, entry or package of another user, and `capstan doctor`, `generate` (and paths), `bundle`, `dev`, `import`",
  before: "its configuration runs",
  async run(lab) {
    if (process.getuid?.() !== 0) return "not tried: only root can make files of another user";
    const here = new Neighborhood(lab);
    const tried =
      (await planted(lab, here)) + (await shared(lab, here)) + (await entries(lab, here)) + (await packages(lab, here));
    return `\`cli/foreign-project\`, \`cli/shared-project\` or \`cli/foreign-files-above\`, ${tried} of ${tried}; it runs where all is the user's own`;
  },
};
