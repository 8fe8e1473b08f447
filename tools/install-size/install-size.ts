// Installs what a provider depends on, from packed tarballs with npm, and measures it.
import { existsSync, globSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mustRun, root } from "@capstan/repo";
import { closureOf, readWorkspace, type WorkspacePackage } from "./closure.ts";

/** The packages that a provider's author depends on in production. */
const provider = ["@capstan/api", "@capstan/controller-kit"];
/** The most that a production install of a provider may take. */
const limitBytes = 35_000_000;
/** Optional peers that must not be installed unless an author asks for them. */
const optional = ["@kubernetes/client-node"];

/** A measured install. */
export interface InstallSize {
  readonly files: number;
  readonly bytes: number;
  readonly packages: number;
  readonly problems: readonly string[];
}

/** Measures the production install of a provider. The packages must be built; packing fails otherwise. */
export async function measureProviderInstall(): Promise<InstallSize> {
  const folder = mkdtempSync(join(tmpdir(), "capstan-install-"));
  try {
    await install(folder);
    return measure(join(folder, "node_modules"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function install(folder: string): Promise<void> {
  const tarballs = await Promise.all(closureOf(provider, readWorkspace(root)).map((one) => pack(one, folder)));
  const isDirect = ({ name }: Tarball): boolean => provider.includes(name);
  const specifiers = (chosen: readonly Tarball[]): object =>
    Object.fromEntries(chosen.map(({ name, file }) => [name, `file:${file}`]));
  const manifest = {
    private: true,
    dependencies: specifiers(tarballs.filter(isDirect)),
    // Packages that are not on the registry yet come from their tarballs, too.
    overrides: specifiers(tarballs.filter((tarball) => !isDirect(tarball))),
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest, undefined, 2));
  const options = ["--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  await mustRun(["npm", "install", ...options], { cwd: folder });
}

interface Tarball {
  readonly name: string;
  readonly file: string;
}

async function pack({ name, folder }: WorkspacePackage, into: string): Promise<Tarball> {
  const file = join(into, `${name.replace("@", "").replace("/", "-")}.tgz`);
  await mustRun(["pnpm", "pack", "--out", file], { cwd: folder });
  return { name, file };
}

function measure(modules: string): InstallSize {
  const files = globSync("**/*", { cwd: modules, exclude: [".package-lock.json"] })
    .map((name) => statSync(join(modules, name)))
    .filter((stats) => stats.isFile());
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const packages = globSync("{*,@*/*}/package.json", { cwd: modules }).length;
  return { files: files.length, bytes, packages, problems: problemsOf(modules, bytes) };
}

function problemsOf(modules: string, bytes: number): string[] {
  return [
    ...(bytes > limitBytes
      ? [`a provider's production install takes ${bytes} bytes, more than ${limitBytes}: find what grew it with du`]
      : []),
    ...optional
      .filter((name) => existsSync(join(modules, name)))
      .map((name) => `a provider's production install contains ${name}, which must stay an optional peer`),
  ];
}
