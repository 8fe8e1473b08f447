// The line that says what a verb does: where it is shown, and that nothing of it is left.
import { afterEach, beforeEach, expect, test } from "vitest";
import { fooCrds, fooProject } from "../../test/foo-project.ts";
import { TemporaryProject } from "../../test/temporary-project.ts";
import { withProgress } from "./progress.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
});
afterEach(() => at[Symbol.dispose]());

const clear = "\r\u001B[K";

test("each step replaces the one before, and the line is cleared, also after an error", async () => {
  let output = "";
  const terminal = { errInteractive: true, columns: 12, err: (text: string): void => void (output += text) };
  const failed = withProgress(terminal, "pretty", (progress) => {
    progress("reading");
    progress("a step with a long\nname");
    return Promise.reject(new Error("no"));
  });
  await expect(failed).rejects.toThrow("no");
  expect(output).toBe(`${clear}reading${clear}a step wit…${clear}`);
});

test.each([
  ["in a pipe", false, "pretty"],
  ["beside JSON", true, "json"],
  ["beside SARIF", true, "sarif"],
  ["in GitHub's log", true, "github"],
] as const)("nothing %s", async (_, errInteractive, format) => {
  let output = "";
  const terminal = { errInteractive, err: (text: string): void => void (output += text) };
  expect(await withProgress(terminal, format, (progress) => Promise.resolve(progress("reading")))).toBeUndefined();
  expect(output).toBe("");
});

test("import counts its files, and bundle names its steps", async () => {
  at.write({
    ...fooProject(),
    "package.json": { name: "foo", dependencies: { "@capstan/controller-kit": "^0.1.0" } },
    "empty.yaml": "",
  });
  at.install();
  const [, crd = ""] = fooCrds;
  const file = `generated/crds/${crd}`;
  await at.capstan(["generate"]);
  const { text } = await at.capstan(["import", file, "empty.yaml"], { onTerminal: true });
  expect(text).toContain(
    `${clear}importing: 0 of 2 files${clear}importing: 1 of 2 files${clear}importing: 2 of 2 files${clear}`,
  );
  expect((await at.capstan(["import", file, "empty.yaml"])).text).toBe(
    text.slice(text.lastIndexOf(clear) + clear.length),
  );
  const config =
    'export default { name: "foo", type: "infrastructure", image: "registry.example.com/a/b", releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }], repository: { local: "/r" } };\n';
  at.write({ "capstan.config.ts": config });
  const bundled = await at.capstan(["bundle"], { onTerminal: true });
  expect(bundled.text).toContain(
    `${clear}comparing the generated files${clear}running the project with --describe${clear}`,
  );
});
