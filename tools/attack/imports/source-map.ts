// A directive of source maps in an imported comment, read by the vite that runs the tests of a project.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { crdOfKind } from "@capstan/generator-crd/testing";
import type { JSONSchema } from "@capstan/kube/builtin";
import { createViteServer } from "vitest/node";
import type { Attack } from "../area.ts";
import { AttackedProject } from "./project.ts";

const map = "evil.js.map";
const directive = `the first /*# sourceMappingURL=${map}`;
const code = `*/ } globalThis.pwned=1;require("fs").writeFileSync("pwned",""); interface Zz { //`;
const module = "src/api/v1/evil.ts";

/** A CRD with a directive in one field, and code as the value of the next one. */
function crdWith(keyword: JSONSchema): string {
  const crd = crdOfKind("Evil");
  const spec = crd.spec.versions[0]?.schema?.openAPIV3Schema?.properties?.["spec"];
  if (spec === undefined) throw new Error("the CRD has no spec");
  spec.properties = { a: { type: "string", ...keyword }, b: { type: "string", enum: [code] } };
  return JSON.stringify(crd);
}

/** What vite makes of a file of a project. */
async function servedByVite(folder: string, path: string): Promise<string> {
  const server = await createViteServer({
    root: folder,
    configFile: false,
    logLevel: "silent",
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    return (await server.environments.ssr.transformRequest(`/${path}`))?.code ?? "";
  } finally {
    await server.close();
  }
}

export const sourceMap: Attack = {
  name: "a CRD whose description is `/*# sourceMappingURL=…`, and an enum value `*/ } … //`: import, and a test that loads the kind in vitest",
  before: "vite removed the end of the comment, and the code ran in the test",
  async run(lab) {
    const keywords: readonly JSONSchema[] = [{ description: directive }, { pattern: directive }, { title: directive }];
    for (const [i, keyword] of keywords.entries()) {
      const project = new AttackedProject(join(lab.folder, String(i)));
      project.write("evil.yaml", crdWith(keyword));
      const ran = await project.capstan("import", "evil.yaml");
      if (ran.code !== 0 || !existsSync(join(project.folder, module))) throw new Error(ran.output);
      const content = readFileSync(join(project.folder, module), "utf8");
      project.write(join(dirname(module), map), JSON.stringify({ version: 3, sources: [], names: [], mappings: "" }));
      // The types, where the code would be: vite resolves imports by itself.
      project.write(module, content.replace(/^import .*$/gm, "").replace(/^export const [^]*/m, ""));
      const served = await servedByVite(project.folder, module);
      if (served.includes("pwned")) throw new Error(`vite serves ${served}`);
    }
    return "stays a comment and a value: the start and the end of a comment, and directives, are escaped";
  },
};
