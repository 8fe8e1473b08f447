// The table of packages in architecture.md, from the descriptions that the registry shows.
import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { markdownTable } from "./markdown-table.ts";

const repository = new URL("../../", import.meta.url);

/** The generated region of architecture.md. */
export function packageRegions(): Readonly<Record<string, string>> {
  const folders = globSync("packages/*/package.json", { cwd: fileURLToPath(repository) }).toSorted();
  const rows = folders.map((file) => {
    const manifest: { readonly name?: string; readonly description?: string } = JSON.parse(
      readFileSync(new URL(file, repository), "utf8"),
    );
    const { name = "", description = "" } = manifest;
    return [`[${name}](../${posix.dirname(file)})`, description.replace(/\.$/, "")];
  });
  return { packages: markdownTable(["Package", "What it is"], rows) };
}
