// `capstan bundle` releases only what `capstan generate` would write: it compares first.
import { afterEach, beforeEach, expect, test } from "vitest";
import { emptyDescription, gateConfig } from "../../test/gate-project.ts";
import { fooCrds, fooSource } from "../../test/foo-project.ts";
import { TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
  at.install();
});
afterEach(() => at[Symbol.dispose]());

const source = "src/api/v1/foo.ts";
const without = {
  "package.json": {
    name: "gate",
    version: "0.1.0",
    type: "module",
    dependencies: { "@capstan/controller-kit": "^0.1.0" },
  },
  "capstan.config.ts": `export default ${JSON.stringify({ ...gateConfig, type: "infrastructure" })};\n`,
  "src/main.ts": `console.log(${JSON.stringify(JSON.stringify(emptyDescription))});\n`,
};
const project = { ...without, [source]: fooSource() };
const title = 'bundling infrastructure provider "gate" v0.1.0 in <root>\n';

test("names the files that are not those of the sources, and releases nothing", async () => {
  at.write(project);
  await at.capstan(["generate"]);
  expect((await at.capstan(["bundle"])).code).toBe(0);
  at.write({ [source]: fooSource({ limit: 2 }), "out/metadata.yaml": "mine" });
  const paths = fooCrds.map((name) => `generated/crds/${name} is stale`).join(", ");
  expect(await at.capstan(["bundle"])).toEqual({
    code: 1,
    text: `${title}error bundle/stale-files: the generated files are not up to date: ${paths}\n  help: run capstan generate, then bundle again\n1 error\nnext: capstan explain bundle/stale-files\n`,
  });
  expect(at.read("out/metadata.yaml")).toBe("mine");
  await at.capstan(["generate"]);
  expect((await at.capstan(["bundle"])).code).toBe(0);
});

test("says how many more there are", async () => {
  const sources = ["Bar", "Baz", "Foo"].map((kind) => [`src/api/v1/${kind}.ts`, fooSource().replaceAll("Foo", kind)]);
  at.write({ ...without, ...Object.fromEntries(sources) });
  expect((await at.capstan(["bundle"])).text).toContain(
    "generated/crds/things.example.com_foos.json is missing, and 1 more\n",
  );
});

test("reports what generate reports, at its place, also from a folder below", async () => {
  at.write({ ...project, [source]: fooSource({ tag: "minLenght" }) });
  const { code, text } = await at.capstan(["bundle"], { cwd: "src" });
  expect(code).toBe(1);
  expect(text).toContain('api/v1/foo.ts:6:6 error model/unknown-tag: there is no tag "@minLenght"');
  expect(text).not.toContain("bundle/stale-files");
});

test("compares nothing where the CRDs come from elsewhere and there are no sources", async () => {
  at.write(Object.fromEntries(Object.entries(project).map(([path, content]) => [`other/${path}`, content])));
  await at.capstan(["generate", "other"]);
  const config = JSON.stringify({ ...gateConfig, type: "infrastructure", crds: "config" });
  const crd = at.read(`other/generated/crds/${fooCrds[1]}`);
  at.write({ ...without, "capstan.config.ts": `export default ${config};\n`, "config/foo.yaml": crd });
  expect((await at.capstan(["bundle"])).code).toBe(0);
  expect(at.read("out/infrastructure-components.yaml")).toContain("name: foos.things.example.com");
});

test("compares nothing where the sources define no API", async () => {
  at.write({ ...without, [source]: "export type Size = number;\n" });
  expect((await at.capstan(["bundle"])).code).toBe(0);
});
