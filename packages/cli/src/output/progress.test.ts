// The line that says what a verb does: where it is shown, and that nothing of it is left.
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { crdOfKind } from "@capstan/generator-crd/testing";
import { fooCrds, fooProject } from "../../test/foo-project.ts";
import { TemporaryProject } from "../../test/temporary-project.ts";
import { withOutputAside } from "../config/config-file.ts";
import { withProgress } from "./progress.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
});
afterEach(() => at[Symbol.dispose]());

const clear = "\r\u001B[K";

test("each step replaces the one before, and the line is cleared, also after an error", async () => {
  let output = "";
  const terminal = { env: {}, errInteractive: true, columns: 12, err: (text: string): void => void (output += text) };
  const failed = withProgress(terminal, "pretty", (progress) => {
    progress("reading");
    progress("a step with a long\nname");
    return Promise.reject(new Error("no"));
  });
  await expect(failed).rejects.toThrow("no");
  expect(output).toBe(`${clear}reading${clear}a step wit…${clear}`);
});

test("what others write meanwhile has lines of its own, and the line is not put back on top of it", async () => {
  let output = "";
  const written = vi.spyOn(process.stderr, "write").mockImplementation((text) => (output += String(text)) !== "");
  onTestFinished(() => written.mockRestore());
  const before = Object.getOwnPropertyDescriptor(process.stdout, "write");
  const terminal = { env: {}, errInteractive: true, err: (text: string): void => void process.stderr.write(text) };
  await withProgress(terminal, "pretty", async (progress) => {
    progress("one");
    await withOutputAside(async () => void process.stdout.write("a line\n"));
    process.stderr.write(Buffer.from("another\n"));
    progress("two");
    process.stderr.write("a part");
    progress("three");
    process.stderr.write("of a line");
  });
  expect(output).toBe(`${clear}one${clear}a line\nanother\n${clear}two${clear}a part\nthree${clear}of a line\n`);
  expect(Object.getOwnPropertyDescriptor(process.stdout, "write")).toEqual(before);
});

test.each([
  ["in a pipe", false, "pretty", {}],
  ["in CI", true, "pretty", { CI: "true" }],
  ["beside JSON", true, "json", {}],
  ["beside SARIF", true, "sarif", {}],
  ["in GitHub's log", true, "github", {}],
] as const)("nothing %s", async (_, errInteractive, format, env) => {
  let output = "";
  const terminal = { env, errInteractive, err: (text: string): void => void (output += text) };
  expect(await withProgress(terminal, format, (progress) => Promise.resolve(progress("reading")))).toBeUndefined();
  expect(output).toBe("");
});

/** What a verb says while it works, step by step, and what is left on the terminal. */
async function stepsOf(argv: readonly string[]): Promise<{ readonly steps: readonly string[]; readonly left: string }> {
  const { text } = await at.capstan(argv, { onTerminal: true });
  const shown = text.split(clear);
  return { steps: shown.slice(1, -1), left: shown.at(-1) ?? "" };
}

/** A project whose files are generated, with a release. */
async function generated(): Promise<string> {
  at.write({
    ...fooProject(),
    "package.json": { name: "foo", dependencies: { "@capstan/controller-kit": "^0.1.0" } },
    "capstan.config.ts":
      'export default { name: "foo", type: "infrastructure", image: "registry.example.com/a/b", releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }], repository: { local: "/r" } };\n',
  });
  at.install();
  await at.capstan(["generate"]);
  return `generated/crds/${fooCrds[1] ?? ""}`;
}

const comparing = ["reading the types of 1 file", "Foo"].map((step) => `comparing the generated files: ${step}`);

test("import names the definition of the file that is next", async () => {
  const file = await generated();
  at.write({ "empty.yaml": "", "both.yaml": at.read(file).repeat(2) });
  const { steps, left } = await stepsOf(["import", file, "empty.yaml"]);
  expect(steps).toEqual([
    `importing ${file}, 1 of 2 files`,
    `importing ${file}, 1 of 2 files: Foo`,
    "importing empty.yaml, 2 of 2 files",
  ]);
  expect((await at.capstan(["import", file, "empty.yaml"])).text).toBe(left);
  expect((await stepsOf(["import", "both.yaml"])).steps).toEqual([
    "importing both.yaml",
    "importing both.yaml: Foo, 1 of 2 CRDs",
    "importing both.yaml: Foo, 2 of 2 CRDs",
  ]);
});

test("import of 200 definitions says which of them is next", async () => {
  at.write(fooProject());
  at.install();
  const names = Array.from(
    { length: 200 },
    (_, index) => `Kind${String.fromCharCode(97 + (index % 26))}${Math.floor(index / 26)}`,
  );
  at.write({ "many.yaml": names.map((kind) => JSON.stringify(crdOfKind(kind))).join("\n---\n") });
  const { steps } = await stepsOf(["import", "many.yaml", "--out", "imported"]);
  expect(steps).toEqual([
    "importing many.yaml",
    ...names.map((kind, index) => `importing many.yaml: ${kind}, ${index + 1} of 200 CRDs`),
  ]);
});

test("generate names what it reads, the kind that is next, and the project of several", async () => {
  await generated();
  expect((await stepsOf(["generate"])).steps).toEqual(["generating: reading the types of 1 file", "generating: Foo"]);
  at.write({ "other/package.json": { name: "other" }, "other/src/api/none.ts": "export {};\n" });
  expect((await stepsOf(["generate", "--check", ".", "other"])).steps).toEqual([
    "checking ., 1 of 2 projects: reading the types of 1 file",
    "checking ., 1 of 2 projects: Foo",
    "checking other, 2 of 2 projects: reading the types of 1 file",
  ]);
});

test("bundle and doctor name their steps", async () => {
  await generated();
  expect((await stepsOf(["bundle"])).steps).toEqual([
    ...comparing.map((step) => `1 of 3: ${step}`),
    "2 of 3: running the project with --describe",
  ]);
  expect((await stepsOf(["doctor"])).steps).toEqual([
    "looking at the installed packages",
    ...comparing,
    "asking the cluster and the tools outside of the project",
  ]);
});
