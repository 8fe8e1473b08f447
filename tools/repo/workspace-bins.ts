// The commands of the packages that the root depends on, found through their package.json. Read once, when first asked for.
import { closeSync, existsSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { binsOf, type Bin, type Lookups } from "./command-for.ts";
import { root } from "./root.ts";

interface RootManifest {
  readonly devDependencies: Readonly<Record<string, string>>;
}

type PackageManifest = Parameters<typeof binsOf>[1];

/** What commandFor asks, answered for this computer. */
export function lookupsHere(): Lookups {
  return {
    node: process.execPath,
    bin: workspaceBin,
    exists: existsSync,
    path: process.env["PATH"],
    npmExecPath: process.env["npm_execpath"],
  };
}

let bins: Readonly<Record<string, string>> | undefined;

function workspaceBin(name: string): Bin | undefined {
  bins ??= readBins();
  const path = Object.hasOwn(bins, name) ? bins[name] : undefined;
  return path === undefined || !existsSync(path) ? undefined : { path, javascript: isJavaScript(path) };
}

function readBins(): Readonly<Record<string, string>> {
  const { devDependencies } = readJson(join(root, "package.json")) as RootManifest;
  const folders = Object.keys(devDependencies).map((name) => join(root, "node_modules", name));
  return Object.assign(
    {},
    ...folders
      .filter((folder) => existsSync(join(folder, "package.json")))
      .map((folder) => binsOf(folder, readJson(join(folder, "package.json")) as PackageManifest)),
  ) as Readonly<Record<string, string>>;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** By its ending, or by a first line that names node. */
function isJavaScript(path: string): boolean {
  if (/\.[cm]?js$/.test(path)) return true;
  const [file, start] = [openSync(path, "r"), Buffer.alloc(64)];
  try {
    readSync(file, start);
  } finally {
    closeSync(file);
  }
  return /^#!.*\bnode\b/.test(start.toString("latin1"));
}
