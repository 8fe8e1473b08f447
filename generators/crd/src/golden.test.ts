// Golden cases: every folder of testdata is TypeScript in and CRDs, or diagnostics, out. UPDATE_GOLDEN=1 writes what comes
// out into want/; a file there that nothing makes fails, like a case without types.
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readModel } from "@capstan/generator-model";
import { formatDiagnostic, hasErrors } from "@capstan/kube";
import { expect, test } from "vitest";
import { emitCrds } from "./emit-crds.ts";

const testdata = fileURLToPath(new URL("../testdata/", import.meta.url));
const update = process.env["UPDATE_GOLDEN"] === "1";

/** What a case makes, by file name. */
function made(root: string): Map<string, string> {
  const { model, diagnostics: found } = readModel({ root, files: ["types.ts"] });
  const { files, diagnostics } = hasErrors(found) ? { files: [], diagnostics: [] } : emitCrds(model, { folder: "." });
  const yaml = files.filter(({ path }) => path.endsWith(".yaml"));
  const texts = [...found, ...diagnostics].map((diagnostic) => `${formatDiagnostic(diagnostic)}\n`);
  return new Map([
    ...yaml.map(({ path, content }): [string, string] => [path.replace("./", ""), content]),
    ...(texts.length > 0 ? [["diagnostics.txt", texts.join("")] as const] : []),
  ]);
}

function wanted(root: string): Map<string, string> {
  const names = existsSync(join(root, "want")) ? readdirSync(join(root, "want")) : [];
  return new Map(names.map((name) => [name, readFileSync(join(root, "want", name), "utf8")]));
}

function write(root: string, files: ReadonlyMap<string, string>): void {
  rmSync(join(root, "want"), { recursive: true, force: true });
  for (const [name, content] of files) {
    const file = join(root, "want", name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

const cases = readdirSync(testdata).toSorted();

test.each(cases)("%s", (name) => {
  const root = join(testdata, name);
  const files = made(root);
  if (update) write(root, files);
  expect(files.size).toBeGreaterThan(0);
  expect(Object.fromEntries(files)).toEqual(Object.fromEntries(wanted(root)));
});

test("every case has types.ts, want, and files that types.ts leads to", () => {
  for (const name of cases) {
    const root = join(testdata, name);
    expect(existsSync(join(root, "types.ts")), `${name}/types.ts`).toBe(true);
    const sources = globSync("*.ts", { cwd: root }).map((file) => readFileSync(join(root, file), "utf8"));
    for (const file of globSync("*.ts", { cwd: root }).filter((candidate) => candidate !== "types.ts"))
      expect(
        sources.some((text) => text.includes(`"./${file}"`)),
        `${name}/${file}`,
      ).toBe(true);
  }
});
