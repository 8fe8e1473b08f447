// What a first user does: scaffolds, installs, runs the README's two commands, updates. With a Node of the user's own, the rehearsal's
// registry, and a cache that nothing else uses.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { access, cp, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { mustRun } from "@capstan/repo";
import { measureInstall } from "@capstan/tool-install-size";

/** A user's machine. */
export interface User {
  /** Where projects are made. */
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A user in `folder` who gets packages from this registry. */
export async function newUser(folder: string, npmrc: string): Promise<User> {
  const home = join(folder, "projects");
  await mkdir(home, { recursive: true });
  return {
    home,
    env: { npm_config_userconfig: npmrc, npm_config_cache: join(folder, "cache"), npm_config_update_notifier: "false" },
  };
}

/** The folder with the `node` of a version, from the npm package of that name. */
export async function installNode(folder: string, version: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: { node: version } }));
  await mustRun(["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder });
  return join(folder, "node_modules/node/bin");
}

/** The user with another Node in front of the path. */
export function withNode({ home, env }: User, bin: string): User {
  return { home, env: { ...env, PATH: `${bin}:${process.env["PATH"] ?? ""}` } };
}

/** `npm create capstan`, then the installation that its last words ask for. */
export async function scaffold({ home, env }: User, type: string, name: string): Promise<string> {
  await mustRun(["npm", "create", "--yes", "capstan@latest", name, "--", "--type", type], { cwd: home, env });
  const project = join(home, name);
  await pinVite(project);
  await mustRun(["npm", "install", "--no-audit", "--no-fund"], { cwd: project, env });
  return project;
}

/** Another vite than the one of this release, perhaps of the last hours and with a part that the registry does not have yet, would decide about it. */
async function pinVite(project: string): Promise<void> {
  const manifest = readManifest(project);
  const { devDependencies = {} } = manifest;
  const { vite } = devDependencies;
  if (vite === undefined) throw new Error("the project has no vite");
  const pinned = { ...manifest, devDependencies: { ...devDependencies, vite: vite.replace("^", "") } };
  await writeFile(join(project, "package.json"), JSON.stringify(pinned, undefined, 2));
}

/** What the image of a project contains: its Dockerfile's own install command, run with the lock file that `npm install` wrote. */
export async function installForImage({ home, env }: User, project: string): Promise<string> {
  const [, command = ""] = /^RUN (npm ci .*)$/m.exec(readFileSync(join(project, "Dockerfile"), "utf8")) ?? [];
  const folder = join(home, "image");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  for (const file of ["package.json", "package-lock.json"]) await cp(join(project, file), join(folder, file));
  await mustRun(command.split(" "), { cwd: folder, env });
  const { bytes, packages, problems } = measureInstall(join(folder, "node_modules"));
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return `${(bytes / 1e6).toFixed(1)} MB in ${packages} packages`;
}

/** `npm test`. */
export async function runTests({ env }: User, project: string): Promise<string> {
  const output = await mustRun(["npm", "test"], { cwd: project, env });
  return /Tests +.*/.exec(stripVTControlCharacters(output))?.[0].replaceAll(/ +/g, " ") ?? "no count in the output";
}

/** `capstan doctor`, which must have nothing to say, and the files of a release. */
export async function inspect({ env }: User, project: string): Promise<string> {
  const seen = await mustRun(["npx", "capstan", "doctor"], { cwd: project, env });
  if (/^(error|warning) /m.test(seen)) throw new Error(`doctor is not content:\n${seen}`);
  const made = await mustRun(["npm", "run", "bundle", "--", "--version", "v0.1.0"], { cwd: project, env });
  return /^next: .*$/m.exec(made)?.[0] ?? "";
}

/** `npm run dev` until it says that it is ready, then Ctrl-C: it must end by itself and leave no process behind. */
export async function runDev({ env }: User, project: string): Promise<string> {
  await access(project);
  const child = spawn("npm", ["run", "dev"], {
    cwd: project,
    env: { ...process.env, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  // Without a process there is no group: 0 would be our own.
  const { pid } = child;
  if (pid === undefined) throw new Error(`npm run dev could not be started in ${project}`);
  let output = "";
  const closed = once(child, "close");
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text: Buffer) => {
        output += text.toString();
        if (/ready after \d+ ms/.test(output)) resolve();
      });
    }
  });
  const group = -pid;
  try {
    await inTime(
      Promise.race([ready, closed.then(() => fail("dev ended", output))]),
      "dev was not ready",
      () => output,
    );
    // A terminal sends Ctrl-C to the whole group, as this does.
    process.kill(group, "SIGINT");
    await inTime(closed, "dev did not stop", () => output);
  } finally {
    const left = groupLives(group);
    if (left) process.kill(group, "SIGKILL");
    if (left) fail("dev left a process running", output);
  }
  return /.*ready after \d+ ms/.exec(output)?.[0] ?? "";
}

/** Installs the newest version of every Capstan package the project uses; returns that version. */
export async function update({ env }: User, project: string): Promise<string> {
  const { dependencies = {}, devDependencies = {} } = readManifest(project);
  const latest = (names: Readonly<Record<string, string>>): string[] =>
    Object.keys(names)
      .filter((name) => name.startsWith("@capstan/"))
      .map((name) => `${name}@latest`);
  await mustRun(["npm", "install", "--no-audit", "--no-fund", ...latest(dependencies)], { cwd: project, env });
  await mustRun(["npm", "install", "--no-audit", "--no-fund", "--save-dev", ...latest(devDependencies)], {
    cwd: project,
    env,
  });
  return readManifest(join(project, "node_modules/@capstan/kube")).version ?? "";
}

/** Installs the cli and all it needs from a snapshot, and asks it for its version: everything must be of that one snapshot. */
export async function installSnapshot({ home, env }: User, tag: string): Promise<string> {
  const folder = join(home, tag);
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }));
  await mustRun(["npm", "install", "--no-audit", "--no-fund", `@capstan/cli@${tag}`], { cwd: folder, env });
  const packages = globSync("node_modules/@capstan/*/package.json", { cwd: folder });
  const versions = new Set(packages.map((file) => readManifest(join(folder, dirname(file))).version));
  const said = (await mustRun(["npx", "capstan", "--version"], { cwd: folder, env })).trim().split("\n").at(-1) ?? "";
  if (versions.size !== 1 || !versions.has(said))
    throw new Error(`capstan --version says ${said}, and the packages are ${[...versions].join(", ")}`);
  return `${packages.length} packages, ${said}`;
}

interface Manifest {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

const patienceMs = 90_000;

async function inTime(work: Promise<unknown>, what: string, output: () => string): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`${what} within ${patienceMs / 1000} s:\n${output().slice(-4000)}`)),
    patienceMs,
  );
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function fail(what: string, output: string): never {
  throw new Error(`${what}:\n${output.slice(-4000)}`);
}

function groupLives(group: number): boolean {
  try {
    process.kill(group, 0);
    return true;
  } catch {
    return false;
  }
}
