// What `generate --check` says to machines that show problems on lines of files.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fooCrds, fooProject, fooSource } from "../../test/foo-project.ts";
import { TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
  at.install();
});
afterEach(() => at[Symbol.dispose]());

const lines = (...all: string[]): string => `${all.join("\n")}\n`;

describe("drift for machines that show it", () => {
  const list = "packages/a/generated/.capstan-owned.json";
  const [json = "", yaml = ""] = fooCrds.map((name) => `packages/a/generated/crds/${name}`);
  const leftOver = yaml.replace("foos", "bars");
  const difference = [
    "@@ line 44 @@",
    "                size:",
    "                  description: size is its size.",
    "-                 minLength: 2",
    "+                 minLength: 1",
    "                  type: string",
    "              type: object",
  ];
  const says = "is stale";
  const lineOf = (text: string): number =>
    1 +
    at
      .read(yaml)
      .split("\n")
      .findIndex((line) => line.includes(text));
  beforeEach(async () => {
    at.write({ "README.md": "", ...fooProject("packages/a/", "a") });
    at.write({ "packages/a/src/api/v1/bar.ts": fooSource().replaceAll("Foo", "Bar") });
    await at.capstan(["generate", "packages/a"]);
    rmSync(join(at.root, "packages/a/src/api/v1/bar.ts"));
    rmSync(join(at.root, json));
    rmSync(join(at.root, leftOver.replace("yaml", "json")));
    at.write({ [yaml]: at.read(yaml).replace("minLength: 1", "minLength: 2") });
  });

  test("GitHub's annotations stand on the first line that differs, with the difference", async () => {
    const { code, text } = await at.capstan(["generate", "--check", "--format", "github", "packages/a", "README.md"]);
    expect([code, text]).toEqual([
      3,
      lines(
        "checking what is generated from 1 file in packages/a/src/api",
        `::error file=${list},line=2,title=generate/stale::${list} ${says}%0Ahelp: run capstan generate, and commit what it writes`,
        `::error file=${leftOver},line=1,title=generate/left-over::${leftOver} is no longer generated%0Ahelp: run capstan generate, and commit the deletion`,
        `::error file=${json},title=generate/missing::${json} is missing%0Ahelp: run capstan generate, and commit what it writes`,
        `::error file=${yaml},line=44,title=generate/stale::${yaml} ${says}%0A${difference.join("%0A")}%0Ahelp: run capstan generate, and commit what it writes`,
        "not part of an API: README.md",
        "next: capstan generate packages/a",
      ),
    ]);
  });

  test("every one of them is a result of SARIF", async () => {
    const { code, text } = await at.capstan(["generate", "--check", "--format", "sarif", "packages/a"]);
    const { runs } = JSON.parse(text) as {
      readonly runs: readonly { readonly results: unknown; readonly tool: unknown }[];
    };
    const result = (ruleId: string, file: string, message: string, startLine?: number): object => ({
      ruleId,
      level: "error",
      message: { text: message },
      locations: [
        { physicalLocation: { artifactLocation: { uri: file }, ...(startLine && { region: { startLine } }) } },
      ],
    });
    const [written, removed] = [
      "run capstan generate, and commit what it writes",
      "run capstan generate, and commit the deletion",
    ];
    expect(code).toBe(3);
    expect(runs[0]?.tool).toEqual({
      driver: {
        name: "capstan",
        rules: [{ id: "generate/stale" }, { id: "generate/left-over" }, { id: "generate/missing" }],
      },
    });
    expect(runs[0]?.results).toEqual([
      result("generate/stale", list, `${list} ${says}\nhelp: ${written}`, 2),
      result("generate/left-over", leftOver, `${leftOver} is no longer generated\nhelp: ${removed}`, 1),
      result("generate/missing", json, `${json} is missing\nhelp: ${written}`),
      result(
        "generate/stale",
        yaml,
        `${yaml} ${says}\n${difference.join("\n")}\nhelp: ${written}`,
        lineOf("minLength: 2"),
      ),
    ]);
  });
});
