// Vite reads the source map that a comment of a module names, and replaces the comment by blanks: in an imported file it finds none.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createViteServer } from "vitest/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JSONSchema } from "@capstan/kube/builtin";
import { importCrd } from "./import-crd.ts";
import { crdWithSpec } from "./round-trip.ts";

type Server = Awaited<ReturnType<typeof createViteServer>>;

const map = "map.js.map";
const directive = `the first /*# sourceMappingURL=${map}`;
const code = "*/ } globalThis.pwned=1; interface Zz { //";
/** Where the directive is, in the field before the one whose value is the code. */
const keywords: readonly JSONSchema[] = [
  { description: directive },
  { description: `a\n${directive}\nb` },
  { pattern: directive },
  { title: directive },
  { default: directive },
  { "x-kubernetes-validations": [{ rule: "true", message: directive }] },
];

describe("vite", () => {
  let folder: string;
  let server: Server;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "capstan-vite-"));
    server = await createViteServer({
      root: folder,
      configFile: false,
      logLevel: "silent",
      server: { middlewareMode: true, ws: false, watch: null },
      optimizeDeps: { noDiscovery: true },
    });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A module as vite loads it for vitest, with a source map beside it. */
  async function loaded(path: string, content: string): Promise<string> {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    const source = { version: 3, file: "map.js", sources: ["map.ts"], names: [], mappings: "" };
    writeFileSync(join(folder, dirname(path), map), JSON.stringify(source));
    writeFileSync(join(folder, path), content);
    return (await server.environments.ssr.transformRequest(`/${path}`))?.code ?? "";
  }

  test("finds the directive of a comment that was written as it is", async () => {
    const content = `export interface A {\n  /** ${directive} */\n  a?: string;\n  b?: "${code}";\n}\n`;
    expect(await loaded("control.ts", content)).toContain("pwned");
  });

  test.each(keywords)("finds none in %j", async (keyword) => {
    const properties = { a: { type: "string", ...keyword }, b: { type: "string", enum: [code] } };
    const [file] = importCrd(crdWithSpec({ type: "object", properties }), { file: "foo.yaml" }).files;
    if (file === undefined) throw new Error("the CRD was rejected");
    const types = file.content.replace(/^import .*$/gm, "").replace(/^export const [^]*/m, "");
    expect(types).toContain("pwned");
    expect(await loaded(file.path, types)).not.toContain("pwned");
  });
});
