// What commands write stays away from folders and links of other users.
import { chmodSync, chownSync, lchownSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fooCrds, fooProject } from "../../test/foo-project.ts";
import { emptyDescription, gateProject } from "../../test/gate-project.ts";
import { TemporaryProject } from "../../test/temporary-project.ts";
import { startDevEnvironment } from "../dev/dev-environment.ts";
import { projectPlace } from "./foreign-project.ts";

const someoneElse = 65_534;
const user = `the user ${someoneElse}`;
let at: TemporaryProject;
let out: string;

/** A project beside the folder that files are written to, below one of all users. */
beforeEach(() => {
  at = new TemporaryProject();
  chmodSync(at.root, 0o1777);
  at.install();
  rmSync(join(at.root, "tsconfig.json"));
  const crd = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n";
  const names = "{ kind: Bar, listKind: BarList, plural: bars, singular: bar }";
  const fields =
    "{ apiVersion: { type: string }, kind: { type: string }, metadata: { type: object }, spec: { type: object } }";
  const schema = `{ openAPIV3Schema: { type: object, properties: ${fields} } }`;
  const version = `{ name: v1, served: true, storage: true, schema: ${schema} }`;
  const spec = `{ group: test.dev, scope: Namespaced, names: ${names}, versions: [${version}] }`;
  at.write(Object.fromEntries(Object.entries(gateProject).map(([path, content]) => [`project/${path}`, content])), {
    "project/crd.yaml": `${crd}metadata: { name: bars.test.dev }\nspec: ${spec}\n`,
  });
  out = join(at.root, "out");
});
afterEach(() => at[Symbol.dispose]());

const verbs: Readonly<Record<string, { readonly argv: readonly string[]; readonly written: string }>> = {
  bundle: { argv: ["bundle", "--out", "../out"], written: "metadata.yaml" },
  "bundle --local": {
    argv: ["bundle", "--local", "../out"],
    written: "runtime-extension-gate/v0.1.0/metadata.yaml",
  },
  import: { argv: ["import", "crd.yaml", "--out", "../out"], written: "v1/bar.ts" },
};

describe.runIf(process.getuid?.() === 0).each(Object.entries(verbs))("%s", (_, { argv, written }) => {
  const run = (): ReturnType<TemporaryProject["capstan"]> => at.capstan(argv, { cwd: "project" });
  const give = (path: string): void => lchownSync(join(at.root, path), someoneElse, someoneElse);
  const rejected = async (problem: string): Promise<void> => {
    const { code, text } = await run();
    expect(text).toContain(`error cli/foreign-output: nothing is written to "<root>/`);
    expect(text).toContain(`because ${problem}\n`);
    expect(code).toBe(1);
  };

  test("writes into a new folder, one of this user, and through a link of this user", async () => {
    expect((await run()).code).toBe(0);
    expect((await run()).code).toBe(0);
    at.replaceByLink("out", "elsewhere");
    mkdirSync(join(at.root, "elsewhere"));
    expect((await run()).code).toBe(0);
    expect(at.files("elsewhere/")).toContain(`elsewhere/${written}`);
  });

  test("writes nothing through a link of another user", async () => {
    // import overwrites nothing.
    const kept = argv[0] === "import" ? "kept" : written;
    at.write({ [`precious/${kept}`]: "own\n" });
    symlinkSync("precious", out);
    give("out");
    await rejected(`"<root>/out" belongs to ${user}`);
    expect(at.files("precious/")).toEqual([`precious/${kept}`]);
    expect(at.read(`precious/${kept}`)).toBe("own\n");
    // A link above the folder.
    rmSync(out);
    at.write({ "precious/out/x": "" });
    symlinkSync("precious", join(at.root, "link"));
    give("link");
    const there = argv.map((arg) => arg.replace("../out", "../link/out"));
    expect((await at.capstan(there, { cwd: "project" })).text).toContain(`because "<root>/link" belongs to ${user}`);
    expect(at.files("precious/out/")).toEqual(["precious/out/x"]);
  });

  test("writes nothing into a folder of another user, or one that all users share", async () => {
    mkdirSync(out, { mode: 0o777 });
    chmodSync(out, 0o777);
    give("out");
    await rejected(`"<root>/out" belongs to ${user}`);
    chownSync(out, 0, 0);
    chmodSync(out, 0o1777);
    if (!written.includes("/")) await rejected('every user of this computer may put files into "<root>/out"');
    chmodSync(out, 0o755);
    expect((await run()).code).toBe(0);
  });

  test("takes no file of another user for its own, also with the same content", async () => {
    expect((await run()).code).toBe(0);
    const before = readFileSync(join(out, written), "utf8");
    give(`out/${written}`);
    await rejected(`"<root>/out/${written}" belongs to ${user}`);
    expect(readFileSync(join(out, written), "utf8")).toBe(before);
  });
});

describe.runIf(process.getuid?.() === 0)("in the project", () => {
  test("generate writes nothing into a folder of another user, and --check only compares", async () => {
    at.write(fooProject("p/"));
    at.write({ "p/tsconfig.json": { compilerOptions: { module: "nodenext", customConditions: ["@capstan/source"] } } });
    mkdirSync(join(at.root, "p/generated"));
    chownSync(join(at.root, "p/generated"), someoneElse, someoneElse);
    const { code, text } = await at.capstan(["generate"], { cwd: "p" });
    expect([code, text]).toEqual([1, expect.stringContaining(`because "<root>/p/generated" belongs to ${user}\n`)]);
    expect(at.files("p/generated/")).toEqual([]);
    expect((await at.capstan(["generate", "--check"], { cwd: "p" })).code).toBe(3);
    chownSync(join(at.root, "p/generated"), 0, 0);
    expect((await at.capstan(["generate"], { cwd: "p" })).code).toBe(0);
    expect(at.files("p/generated/")).toContain(`p/generated/crds/${fooCrds[0]}`);
  });

  test("dev writes no key into a folder of another user", async () => {
    const root = join(at.root, "project");
    mkdirSync(join(root, ".capstan"));
    writeFileSync(join(root, ".capstan/x"), "");
    chownSync(join(root, ".capstan"), someoneElse, someoneElse);
    await expect(startDevEnvironment(projectPlace(root, root), [emptyDescription])).rejects.toThrow(
      `because "${join(root, ".capstan")}" belongs to ${user}`,
    );
    expect(at.files("project/.capstan/")).toEqual(["project/.capstan/x"]);
  });
});
