// The folders that capstan.config.ts names, in every verb.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { emptyDescription, gateConfig } from "../../test/gate-project.ts";
import { fooCrds, fooSource } from "../../test/foo-project.ts";
import { TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
  at.install();
});
afterEach(() => at[Symbol.dispose]());

describe("the folders of the configuration hold for every verb", () => {
  const config = {
    ...gateConfig,
    type: "infrastructure",
    repository: { local: "repo" },
    generate: { sources: "apis", out: "config" },
  };
  const description = { ...emptyDescription, kinds: [{ group: "things.example.com", kind: "Foo" }] };
  const project = {
    "package.json": {
      name: "gate",
      version: "0.1.0",
      type: "module",
      dependencies: { "@capstan/controller-kit": "^0.1.0" },
    },
    "capstan.config.ts": `export default ${JSON.stringify(config)};\n`,
    "apis/v1/foo.ts": fooSource(),
    "src/main.ts": `console.log(${JSON.stringify(JSON.stringify(description))});\n`,
  };

  test("bundle misses the CRDs where generate writes them, and finds them there", async () => {
    at.write(project);
    expect((await at.capstan(["bundle"])).text.split("\n")[1]).toBe(
      "error bundle/stale-files: the generated files are not up to date: config/crds/things.example.com_foos.json is missing, config/crds/things.example.com_foos.yaml is missing",
    );
    await at.capstan(["generate"]);
    expect((await at.capstan(["bundle"])).text).not.toMatch(/bundle\/stale-files|cli\/no-crds/);
  });

  test("doctor sees what is stale there", async () => {
    at.write(project);
    await at.capstan(["generate"]);
    expect((await at.capstan(["doctor"])).text).not.toContain("doctor/stale");
    at.write({ [`config/crds/${fooCrds[1]}`]: "" });
    expect((await at.capstan(["doctor"])).text).toContain("the generated files are not up to date: 1 stale\n");
  });

  test("import writes where generate reads", async () => {
    at.write({
      ...project,
      "capstan.config.ts": 'export default { generate: { sources: ["apis/*/*.ts"], out: "config" } };\n',
    });
    await at.capstan(["generate"]);
    at.write({ "foo.yaml": at.read(`config/crds/${fooCrds[1]}`).replaceAll("Foo", "Bar").replaceAll("foo", "bar") });
    expect((await at.capstan(["import", "foo.yaml"])).text).toContain("  created apis/v1/bar.ts\n");
  });

  test.each([
    ["with literals", 'export default { generat: { out: "config" } };\n'],
    ["that is run", 'export default { ["gen".concat("erat")]: { out: "config" } };\n'],
  ])("every verb rejects a misspelled section of a configuration %s, and writes nothing", async (_, content) => {
    at.write({ ...project, "src/api/v1/foo.ts": fooSource(), "capstan.config.ts": content, "crd.yaml": "kind: Foo\n" });
    const before = at.files();
    for (const argv of [
      ["generate"],
      ["generate", "--check"],
      ["import", "crd.yaml"],
      ["bundle"],
      ["dev", "--once"],
      ["doctor"],
    ]) {
      const { code, text } = await at.capstan(argv);
      expect([argv, code]).toEqual([argv, 1]);
      expect(text).toMatch(
        /capstan\.config\.ts:1:\d+ error config\/unknown-field: "generat" is not a field of the configuration; did you mean "generate"\?/,
      );
    }
    expect(at.files()).toEqual(before);
  });
});
