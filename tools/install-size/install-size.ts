// Installs what a provider depends on in production, from packed tarballs with npm and the lock file of a whole project, and measures it.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mustRun, packTogether, root } from "@capstan/repo";
import { closureOf, readWorkspace, type WorkspacePackage } from "./closure.ts";

/** The manifest that a scaffolded provider gets its dependencies from. */
const starter = "examples/provider-starter/package.json";
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
    return measureInstall(join(folder, "node_modules"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function install(folder: string): Promise<void> {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(root, starter), "utf8")) as Manifest;
  const workspace = readWorkspace(root);
  const [installed, direct] = [Object.keys(dependencies), Object.keys(devDependencies)];
  const inImage = new Set(closureOf(installed, workspace));
  // Of packages for development only the manifests count: they shape the lock file, and so what `--omit=dev` leaves out.
  const packed = closureOf([...installed, ...direct], workspace);
  const files = new Map([
    ...(await pack(
      packed.filter((one) => inImage.has(one)),
      folder,
      {},
    )),
    ...(await pack(
      packed.filter((one) => !inImage.has(one)),
      folder,
      { unbuilt: true },
    )),
  ]);
  const specifiers = (names: readonly string[]): object =>
    Object.fromEntries(names.map((name) => [name, `file:${files.get(name) ?? ""}`]));
  const manifest = {
    name: "provider",
    private: true,
    dependencies: specifiers(installed),
    devDependencies: specifiers(direct),
    // Packages that are not on the registry yet come from their tarballs, too.
    overrides: specifiers([...files.keys()].filter((name) => !installed.includes(name) && !direct.includes(name))),
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest, undefined, 2));
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  await mustRun(["npm", "install", "--package-lock-only", ...options], { cwd: folder });
  await mustRun(["npm", "ci", "--omit=dev", ...options], { cwd: folder });
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The tarballs of packages by name. */
async function pack(
  packages: readonly WorkspacePackage[],
  into: string,
  options: { readonly unbuilt?: boolean },
): Promise<readonly (readonly [name: string, file: string])[]> {
  const tarballs = await packTogether(
    packages.map(({ folder }) => folder),
    into,
    options,
  );
  return packages.map(({ name, folder }) => [name, tarballs.get(folder) ?? ""]);
}

/** Measures the packages below a `node_modules` folder. */
export function measureInstall(modules: string): InstallSize {
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
      ? [`the production install takes ${bytes} bytes, more than ${limitBytes}: find what grew it with du`]
      : []),
    ...optional
      .filter((name) => existsSync(join(modules, name)))
      .map((name) => `the production install contains ${name}, which must stay an optional peer`),
  ];
}
