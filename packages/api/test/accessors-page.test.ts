// What a page ships that imports accessors: the code of these functions, minified, and nothing else.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsup";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "capstan-page-"));
afterAll(() => rmSync(folder, { recursive: true }));

const accessors = fileURLToPath(new URL("../src/accessors/index.ts", import.meta.url));

/** The bundle of a page for browsers; importing anything that is not a file of the package fails. */
async function bundled(source: string): Promise<string> {
  const page = join(folder, "page.js");
  writeFileSync(page, source);
  await build({
    entry: [page],
    outDir: join(folder, "dist"),
    format: "esm",
    platform: "browser",
    target: "es2023",
    minify: true,
    noExternal: [/./],
    config: false,
    dts: false,
    silent: true,
  });
  return readFileSync(join(folder, "dist/page.js"), "utf8");
}

test("a page that imports one accessor ships under 5 KB", async () => {
  const page = await bundled(
    `import { isReady } from ${JSON.stringify(accessors)};\ndocument.title = isReady(globalThis.cluster) ? "ready" : "";`,
  );
  expect(page).toContain("Available");
  expect(page).not.toContain("import");
  expect(Buffer.byteLength(page)).toBeLessThan(1_000);
});

test("a page that imports all of them does too", async () => {
  const page = await bundled(
    `import * as accessors from ${JSON.stringify(accessors)};\nglobalThis.accessors = { ...accessors };`,
  );
  expect(page).not.toContain("import");
  expect(Buffer.byteLength(page)).toBeLessThan(5_000);
});
