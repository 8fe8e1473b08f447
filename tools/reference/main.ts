// `pnpm run reference`: writes docs/reference, a page for each published package. Exit code 1 when an export has no comment.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "@capstan/repo";
import { convertPackages, type PackageReference } from "./convert.ts";
import { fileOf, pageOf, undocumented } from "./page.ts";

const folder = join(root, "docs/reference");

const packages = await convertPackages();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const reference of packages) writeFileSync(join(folder, fileOf(reference.name)), pageOf(reference));
writeFileSync(join(folder, "README.md"), indexOf(packages));
const exported = packages.flatMap(({ entries }) => entries.flatMap(({ exports }) => exports)).length;
console.log(`docs/reference: ${packages.length} pages, ${exported} exports`);
const missing = packages.flatMap(undocumented);
for (const name of missing) console.error(`no comment: ${name}`);
process.exitCode = missing.length === 0 ? 0 : 1;

function indexOf(references: readonly PackageReference[]): string {
  const rows = references.map(({ name }) => `- [${name}](${fileOf(name)})`);
  return `# API reference\n\nWritten by \`npx --yes pnpm@12.21.0 run reference\` from the declarations of all packages.\n\n${rows.join("\n")}\n`;
}
