// Part of the build of a package that contains dependencies: `node ../../tools/release/write-licenses.ts [folder]`. Writes the licenses of what the bundler has
// put into `dist` to a file beside it, and fails for a dependency without one.
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const built = process.argv[2] ?? "dist";
const metafile = `${built}/metafile-esm.json`;
const licenses = `${built}/third-party-licenses.txt`;

/** What esbuild has read for the files in `dist`, relative to the package. */
const { inputs } = JSON.parse(readFileSync(metafile, "utf8")) as { readonly inputs: Readonly<Record<string, unknown>> };

const folders = new Set(Object.keys(inputs).flatMap((file) => folderOf(file) ?? []));
writeFileSync(
  licenses,
  [...folders]
    .map(entryOf)
    .toSorted()
    .join(`\n${"-".repeat(80)}\n\n`),
);
rmSync(metafile);

/** The folder of the dependency that has a file; undefined for the package's own. */
function folderOf(file: string): string | undefined {
  const parts = file.split("/");
  const from = parts.lastIndexOf("node_modules");
  if (from === -1) return undefined;
  return parts.slice(0, from + (parts[from + 1]?.startsWith("@") === true ? 3 : 2)).join("/");
}

function entryOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, string>;
  const [file] = globSync("{LICENSE,LICENCE,license}*", { cwd: folder });
  if (file === undefined) throw new Error(`${folder} has no license: do not bundle it`);
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}
