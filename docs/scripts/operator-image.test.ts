// The image of operator.md starts Node as that of a new project does: the figures of the benchmarks are taken with that.
import { readFileSync } from "node:fs";
import { nodeVariables } from "@capstan/repo";
import { expect, test } from "vitest";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const page = read("../operator.md");

/** What a Dockerfile does after the files are copied, without comments. */
function instructions(dockerfile: string): readonly string[] {
  return dockerfile.split("\n").filter((line) => /^(?:ENV|RUN|USER|ENTRYPOINT) /.test(line));
}

test("the image has the variables, the compiled code and the start of that of a new project", () => {
  const [, dockerfile = ""] = /```dockerfile\n([^]*?)```/.exec(page) ?? [];
  expect(instructions(dockerfile)).toEqual(
    instructions(read("../../packages/create-capstan/project/common/Dockerfile")),
  );
});

test("the Deployment gives young objects as much memory as that of a bundle", () => {
  const young = /--max-semi-space-size=\d+/;
  const [, options = ""] = /name: NODE_OPTIONS, value: (.*) \}/.exec(page) ?? [];
  expect(young.exec(options)?.[0]).toBe(young.exec(nodeVariables()["NODE_OPTIONS"] ?? "")?.[0]);
  expect(options).toMatch(/--max-old-space-size=\d+/);
});
