// The subjects of this package are layers: a folder imports the folders before it in the list and no others.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../src/", import.meta.url));
const folders = [
  "types",
  "objects",
  "conditions",
  "contracts",
  "rules",
  "catalog",
  "kinds",
  "define",
  "conversion",
  "fields",
  "crd",
];

/** Imports of other folders in a folder's sources. */
function foreignImports(folder: string): { readonly file: string; readonly to: string }[] {
  return readdirSync(join(source, folder))
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .flatMap((name) => {
      const file = `${folder}/${name}`;
      const imports = readFileSync(join(source, file), "utf8").matchAll(/from "(\.[^"]+)"/g);
      return [...imports].map(([, path = ""]) => ({ file, to: normalize(join(dirname(file), path)) }));
    })
    .filter(({ to }) => dirname(to) !== folder && dirname(to) !== ".");
}

test.each(folders)("%s imports lower folders alone", (folder) => {
  const lower = folders.slice(0, folders.indexOf(folder));
  expect(foreignImports(folder).filter(({ to }) => !lower.includes(dirname(to)))).toEqual([]);
});
