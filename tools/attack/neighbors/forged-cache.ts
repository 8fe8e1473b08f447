// Compiled code that another user has put into the folder that Node uses by default. The entry is real: first it is shown to work on plain Node.
import { execFile } from "node:child_process";
import { chownSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import { root } from "@capstan/repo";
import type { Attack } from "../area.ts";

const main = join(root, "packages/cli/src/main.ts");
/** Where an entry has the checksum of the source that it was compiled from: the fourth number. */
const sourceChecksumAt = 12;
const nobody = 65_534;

interface Prepared {
  readonly project: string;
  /** The temporary folder of the victim, with the entry in it. */
  readonly temporary: string;
  /** Exists once the code of the entry has run. */
  readonly mark: string;
}

export const forgedCache: Attack = {
  name: "compiled code of another user in `node-compile-cache` of the temporary folder, and `capstan doctor`",
  before: "the other user's code runs",
  async run(lab) {
    const prepared = await prepare(lab.folder);
    const plain = "require('node:module').enableCompileCache(); import(process.argv[1])";
    await run(["-e", plain, join(prepared.project, "helper.mjs")], prepared);
    if (!existsSync(prepared.mark)) return "not tried: this Node does not take the forged entry";
    rmSync(prepared.mark);
    const shown = await run(["--conditions=@capstan/source", main, "doctor"], prepared);
    if (existsSync(prepared.mark)) throw new Error("the other user's code ran");
    if (!shown.includes("helper loaded")) throw new Error(`the command did not load the project: ${shown.slice(-500)}`);
    return "the project's own code runs; the same entry runs in plain Node with its default folder";
  },
};

async function prepare(folder: string): Promise<Prepared> {
  const [project, temporary, mark] = ["project", "tmp", "mark"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const one of [project, temporary]) mkdirSync(one);
  const evil = `process.getBuiltinModule("node:fs").writeFileSync(${JSON.stringify(mark)}, ""); console.log("helper loaded");\n`;
  const plain = 'console.log("helper loaded");\n'.padStart(evil.length, " ");
  const helper = join(project, "helper.mjs");
  writeFileSync(join(project, "package.json"), '{"type":"module"}');
  writeFileSync(join(project, "capstan.config.ts"), 'import "./helper.mjs";\nexport default {};\n');
  writeFileSync(helper, evil);
  const cache = join(temporary, "node-compile-cache");
  await run([helper], { project, temporary, mark }, { NODE_COMPILE_CACHE: cache });
  rmSync(mark, { force: true });
  for (const file of globSync("**/*", { cwd: cache, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    if (file.isFile()) forge(path, plain);
    if (process.getuid?.() === 0) chownSync(path, nobody, nobody);
  }
  if (process.getuid?.() === 0) chownSync(cache, nobody, nobody);
  writeFileSync(helper, plain);
  return { project, temporary, mark };
}

/** Makes the entry one of the plain source: V8 itself compares only the length. */
function forge(path: string, source: string): void {
  const entry = readFileSync(path);
  entry.writeUInt32LE(crc32(source), sourceChecksumAt);
  writeFileSync(path, entry);
}

async function run(
  args: readonly string[],
  { project, temporary }: Prepared,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { NODE_COMPILE_CACHE: _, ...inherited } = process.env;
  const env = { ...inherited, TMPDIR: temporary, XDG_CACHE_HOME: join(project, "cache"), ...more };
  // A command that reports problems of the project has another code than 0.
  const result = await promisify(execFile)(process.execPath, args, { cwd: project, env }).catch(
    (error: { stdout?: string; stderr?: string }) => error,
  );
  return `${result.stdout}${result.stderr}`;
}
