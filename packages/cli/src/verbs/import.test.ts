// `capstan import`: CRDs as TypeScript, and every input it rejects.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { crdOfKind } from "@capstan/generator-crd/testing";
import { fooProject } from "../../test/foo-project.ts";
import { TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
});
afterEach(() => at[Symbol.dispose]());

const capstan = (...argv: string[]): ReturnType<TemporaryProject["capstan"]> => at.capstan(argv);

describe("import", () => {
  test("brings a CRD back as TypeScript, and never over someone's file", async () => {
    at.write(fooProject());
    at.install();
    await capstan("generate");
    const crd = "generated/crds/things.example.com_foos.yaml";
    expect(await capstan("import", crd, "--out", "src/imported")).toEqual({
      code: 0,
      text: `importing ${crd}\n  created src/imported/v1/foo.ts\nnext: capstan generate\n`,
    });
    expect(at.read("src/imported/v1/foo.ts")).toContain("@minLength 1");
    expect(await capstan("import", crd)).toEqual({
      code: 1,
      text: `importing ${crd}\nerror cli/exists: "src/api/v1/foo.ts" already exists with other content\n  help: move it away, or import into another folder with --out\n1 error\nnext: capstan explain cli/exists\n`,
    });
  });

  test("rejects a missing file, a folder and a file without a CRD", async () => {
    at.write({ ...fooProject(), "pod.yaml": "apiVersion: v1\nkind: Pod\n" });
    expect((await capstan("import", "missing.yaml")).text.split("\n")[1]).toBe(
      'error cli/no-file: cannot read "<root>/missing.yaml": there is no such file',
    );
    expect((await capstan("import", "src")).text.split("\n").slice(1, 3)).toEqual([
      'error cli/folder: "<root>/src" is a folder, not a file',
      "  help: name the files in it, for example <root>/src/*.yaml",
    ]);
    expect((await capstan("import", "pod.yaml")).text.split("\n")[1]).toMatch(
      /^pod\.yaml:1:1 error crd\/import-kind: /,
    );
  });

  test.each([
    [
      "5,000 documents that are no CRD",
      "--- \na: 1\n".repeat(5000),
      /^[^]*5000 errors; the first 100 are shown; --format json shows the first 1000\n/,
    ],
    ["300,000 empty lines", " \n".repeat(300_000), /error cli\/nothing-to-import/],
  ])(
    "%s take little time",
    async (_, content, want) => {
      at.write({ ...fooProject(), "many.yaml": content });
      const before = process.threadCpuUsage().user;
      const { code, text } = await capstan("import", "many.yaml");
      expect(code).toBe(1);
      expect(text).toMatch(want);
      expect(text.length).toBeLessThan(100_000);
      expect(process.threadCpuUsage().user - before).toBeLessThan(3_000_000);
    },
    60_000,
  );

  test("a file that is named twice is imported once", async () => {
    at.write(fooProject());
    at.install();
    await capstan("generate");
    const crd = "generated/crds/things.example.com_foos.yaml";
    expect(await capstan("import", crd, crd, "--out", "q")).toEqual({
      code: 0,
      text: `importing ${crd}, ${crd}\n  created q/v1/foo.ts\nnext: capstan generate\n`,
    });
  });

  test("--out is relative to the current folder, and may be absolute", async () => {
    at.write({ ...fooProject(), "sub/package-notes.txt": "" });
    at.install();
    await capstan("generate");
    const crd = "../generated/crds/things.example.com_foos.yaml";
    expect(await at.capstan(["import", crd, "--out", "here"], { cwd: "sub" })).toEqual({
      code: 0,
      text: `importing ${crd}\n  created here/v1/foo.ts\nnext: capstan generate\n`,
    });
    expect(at.read("sub/here/v1/foo.ts")).toContain("export interface FooSpec");
    expect((await at.capstan(["import", crd, "--out", `${at.root}/there`], { cwd: "sub" })).text).toContain(
      "  created <root>/there/v1/foo.ts\n",
    );
    expect(at.read("there/v1/foo.ts")).toContain("export interface FooSpec");
    expect((await at.capstan(["import", crd], { cwd: "sub" })).text).toContain(
      'error cli/exists: "../src/api/v1/foo.ts" already exists',
    );
  });

  test("writes nothing outside the project through a link, unless --out names that folder", async () => {
    at.write({ ...fooProject("project/"), "foos.yaml": crdOfKind("Other"), "elsewhere/notes.txt": "" });
    const folder = "elsewhere";
    at.replaceByLink("project/src/api/v1", ["..", "..", "..", folder].join("/"));
    const here = { cwd: "project" };
    expect(await at.capstan(["import", "../foos.yaml"], here)).toEqual({
      code: 1,
      text: 'importing ../foos.yaml\nerror cli/outside: "src/api/v1/other.ts" would be written outside the project, through a link\n  help: replace the link by a folder, or name the folder that it leads to with --out\n1 error\nnext: capstan explain cli/outside\n',
    });
    expect(at.files("elsewhere/")).toEqual(["elsewhere/notes.txt"]);
    expect((await at.capstan(["import", "../foos.yaml", "--out", "src/api"], here)).code).toBe(1);
    expect((await at.capstan(["import", "../foos.yaml", "--out", ["..", folder].join("/")], here)).text).toContain(
      "  created ../elsewhere/v1/other.ts\n",
    );
  });

  test.each([
    [["import", ""], "a file is an empty string: name the files to import"],
    [["import", "a.yaml", "--out", ""], "--out is an empty string: name a folder"],
  ])("%j is a usage error", async (argv, problem) => {
    at.write(fooProject());
    const { code, text } = await capstan(...argv);
    expect([code, text.split("\n")[1]]).toEqual([2, `error cli/usage: ${problem}`]);
  });
});
