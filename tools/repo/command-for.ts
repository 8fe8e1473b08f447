// Which file a command's name means, and with which words before its arguments it is started: a tool of this workspace as the
// JavaScript file that its package names, run by the Node that runs us; npm and npx the same way on Windows. So no shim
// (`tsc.cmd`) and no shell is needed, and no argument is ever interpreted.
import { posix, win32 } from "node:path";
import { CapstanError } from "@capstan/kube";

/** A file that a package names as a command. */
export interface Bin {
  readonly path: string;
  /** Started by Node; a native program otherwise. */
  readonly javascript: boolean;
}

/** What must be known of this computer; handed in, so that another platform's answers can be tried on this one. */
export interface Lookups {
  /** The Node that runs us. */
  readonly node: string;
  /** The command of that name of a package that the root depends on. */
  readonly bin: (name: string) => Bin | undefined;
  readonly exists: (path: string) => boolean;
  /** The variables PATH and npm_execpath (which a package manager sets to itself when it runs a script). */
  readonly path: string | undefined;
  readonly npmExecPath: string | undefined;
}

/** npm's own commands, as files of the npm package. */
const npmScripts: Readonly<Record<string, string>> = { npm: "npm-cli.js", npx: "npx-cli.js" };

/** The words that start `program`; its arguments follow them. */
export function commandFor(program: string, platform: NodeJS.Platform, lookups: Lookups): readonly string[] {
  if (program === "node") return [lookups.node];
  const bin = lookups.bin(program);
  if (bin !== undefined) return startOf(bin, lookups);
  if (program === "pnpm") return pnpmCommand(lookups) ?? [program];
  const script = npmScripts[program];
  // Elsewhere npm's commands are files that the system starts by itself.
  return script === undefined || platform !== "win32" ? [program] : [lookups.node, npmScript(script, lookups)];
}

function startOf({ path, javascript }: Bin, { node }: Lookups): readonly string[] {
  return javascript ? [node, path] : [path];
}

/** The pnpm that runs us: a native program, or a script of an older one. */
function pnpmCommand(lookups: Lookups): readonly string[] | undefined {
  const path = lookups.npmExecPath;
  if (path === undefined || !/^pnpm\b/.test(win32.basename(path))) return undefined;
  return startOf({ path, javascript: /\.[cm]?js$/.test(path) }, lookups);
}

/** npm is installed beside the Node of the system, whose folder is in PATH; the Node of this workspace brings none. */
function npmScript(name: string, { npmExecPath, path, exists }: Lookups): string {
  const running = npmExecPath?.endsWith("npm-cli.js") === true ? [win32.join(npmExecPath, "..", name)] : [];
  const installed = (path ?? "")
    .split(win32.delimiter)
    .map((folder) => win32.join(folder, "node_modules/npm/bin", name));
  const found = [...running, ...installed].find(exists);
  if (found !== undefined) return found;
  throw new CapstanError("repo/npm-not-found", `No folder of PATH has npm's ${name} in node_modules\\npm\\bin.`, {
    help: "install Node.js with npm, and open a new terminal",
  });
}

/** The commands that one package.json names, as files. */
export function binsOf(
  folder: string,
  { name, bin = {} }: { readonly name: string; readonly bin?: string | Readonly<Record<string, string>> },
): Readonly<Record<string, string>> {
  const named = typeof bin === "string" ? { [posix.basename(name)]: bin } : bin;
  return Object.fromEntries(Object.entries(named).map(([command, file]) => [command, posix.join(folder, file)]));
}
