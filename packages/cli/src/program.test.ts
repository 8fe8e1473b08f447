// The command line itself: help, usage errors, formats, explain.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ThrowAway } from "../test/throw-away.ts";

let at: ThrowAway;
beforeEach(() => {
  at = new ThrowAway();
});
afterEach(() => at[Symbol.dispose]());

const capstan = (...argv: string[]): ReturnType<ThrowAway["capstan"]> => at.capstan(argv);

describe("the command line", () => {
  test("help names every verb and exits 0", async () => {
    const { code, text } = await capstan("--help");
    expect(code).toBe(0);
    for (const verb of ["generate", "import", "bundle", "dev", "explain", "doctor"])
      expect(text).toContain(`\n  ${verb} `);
  });

  test("version", async () => {
    expect(await capstan("--version")).toEqual({ code: 0, text: "1.2.3\n" });
  });

  test.each([
    [
      [],
      "capstan\nerror cli/usage: name a verb: generate, import, bundle, dev, explain, doctor\n  help: run capstan --help\n1 error\nnext: capstan --help\n",
    ],
    [
      ["genrate"],
      "capstan genrate\nerror cli/usage: unknown command 'genrate' (Did you mean generate?)\n  help: run capstan --help\n1 error\nnext: capstan --help\n",
    ],
    [
      ["bundle", "--frob"],
      "capstan bundle --frob\nerror cli/usage: unknown option '--frob'\n  help: run capstan --help\n1 error\nnext: capstan --help\n",
    ],
    [
      ["import"],
      "capstan import\nerror cli/usage: missing required argument 'files'\n  help: run capstan --help\n1 error\nnext: capstan --help\n",
    ],
    [
      ["explain", "--format", "xml"],
      "capstan explain --format xml\nerror cli/usage: option '--format <format>' argument 'xml' is invalid. Allowed choices are pretty, json, sarif, github\n  help: run capstan --help\n1 error\nnext: capstan --help\n",
    ],
  ])("%j is a usage error", async (argv, text) => {
    expect(await capstan(...argv)).toEqual({ code: 2, text });
  });
});

describe("explain", () => {
  test("prints a page", async () => {
    expect(await capstan("explain", "template/name")).toEqual({
      code: 0,
      text: [
        "template/name",
        "",
        'error: "<file>" has a name clusterctl does not look for',
        "",
        "clusterctl requests exactly these names from the repository; a file with another name is never read.",
        "",
        "Help: name it cluster-template.yaml, cluster-template-<flavor>.yaml or clusterclass-<class>.yaml.",
        "\n",
      ].join("\n"),
    });
  });

  test("suggests the nearest code", async () => {
    expect(await capstan("explain", "template/nam")).toEqual({
      code: 1,
      text: 'template/nam\nerror cli/unknown-code: there is no page for "template/nam"\n  help: did you mean template/name?\n1 error\nnext: capstan explain template/name\n',
    });
  });
});

describe("formats", () => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["github", ['::error title=cli/no-project::there is no package.json in "<root>" or above it%0Ahelp: change to']],
    ["json", ['"code": "cli/no-project"', '"exitCode": 1']],
    ["sarif", ['"ruleId": "cli/no-project"', '"version": "2.1.0"']],
  ];
  test.each(rows)("%s", async (format, parts) => {
    const { code, text } = await capstan("bundle", "--format", format);
    expect(code).toBe(1);
    for (const part of parts) expect(text).toContain(part);
  });
});
