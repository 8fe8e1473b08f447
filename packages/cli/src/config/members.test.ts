// The list `also` of a configuration: its mistakes with their paths, and the members that result.
import { diagnose, formatDiagnostic } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { checkConfig } from "./check-config.ts";
import type { CapstanConfig } from "./config.ts";
import { configDiagnostics } from "./config-diagnostics.ts";
import { configMembers, memberNames, memberWords, runMembers } from "./members.ts";

const config = {
  name: "gate",
  type: "infrastructure",
  image: "registry.example.com/team/gate",
  releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }],
  repository: { local: "repo" },
  generate: { out: "config" },
} satisfies CapstanConfig;

const hooks = {
  type: "runtime-extension",
  image: "registry.example.com/team/gate-hooks",
  entry: "src/hooks.ts",
} as const;

/** The fields with mistakes, and what is wrong there. */
function problems(...also: readonly unknown[]): (readonly [string | undefined, string])[] {
  const checked = checkConfig({ ...config, also });
  if ("config" in checked) return [];
  return checked.problems.map(({ code, values, field }) => {
    const [first = ""] = formatDiagnostic(diagnose(configDiagnostics, code, { values })).split("\n");
    return [field, first.replace(/^error /, "")];
  });
}

test("each member is a whole configuration, the main one first", () => {
  const { name, releaseSeries, repository, generate } = config;
  const shared = { name, releaseSeries, repository, generate };
  const also = [
    { ...hooks, memory: "256Mi" },
    { ...hooks, name: "other", templates: "more" },
  ];
  expect(configMembers({ ...config, also })).toEqual([
    { ...config, entry: "src/main.ts", templates: "templates", path: "" },
    { ...shared, ...hooks, memory: "256Mi", path: "also[0]" },
    { ...shared, ...hooks, name: "other", templates: "more", path: "also[1]" },
  ]);
});

test("without a configuration, the main entry is run", () => {
  expect(runMembers(undefined)).toEqual([{ entry: "src/main.ts" }]);
});

describe("mistakes", () => {
  const image = 'config/image: the image "gate" is not canonical';
  const rows: readonly (readonly [readonly unknown[], readonly (readonly [string, string])[]])[] = [
    [[hooks], []],
    [[{ ...hooks, env: { A: "b" }, args: ["--v=2"], clientCaConfigMap: "callers", networkPolicy: true }], []],
    [
      [{ ...hooks, entry: undefined }],
      [["also[0].entry", 'config/shape: "also[0].entry" must be a string, but is missing']],
    ],
    [
      [hooks, { ...hooks, entry: "src/b.ts", name: "b", image: 5 }],
      [["also[1].image", 'config/shape: "also[1].image" must be a string, but is 5']],
    ],
    [
      [{ ...hooks, entri: "src/b.ts" }],
      [
        [
          "also[0].entri",
          'config/unknown-field: "also[0].entri" is not a field of the configuration; did you mean "also[0].entry"?',
        ],
      ],
    ],
    [
      [{ ...hooks, releaseSeries: [] }],
      [["also[0].releaseSeries", 'config/unknown-field: "also[0].releaseSeries" is not a field of the configuration']],
    ],
    [["hooks"], [["also", 'config/shape: "also" must be a list of { type, image, entry, ... }, but is ["hooks"]']]],
    [
      [{ ...hooks, image: config.image }],
      [["also[0].image", `config/repeated-member: "also[0]" has the image of the main one: ${config.image}`]],
    ],
    [[{ ...hooks, image: "gate" }], [["also[0].image", image]]],
    [[{ ...hooks, name: "A" }], [["also[0].name", 'config/name: clusterctl does not accept the provider name "A"']]],
    [
      [{ ...hooks, type: "infrastructure" }],
      [
        [
          "also[0].type",
          'config/repeated-member: "also[0]" has the type and name of the main one: infrastructure "gate"',
        ],
      ],
    ],
    [
      [hooks, { ...hooks, name: "b", entry: "./src//hooks.ts" }],
      [["also[1].entry", 'config/repeated-member: "also[1]" has the entry of "also[0]": src/hooks.ts']],
    ],
    [
      [{ ...hooks, entry: "src/main.ts" }],
      [["also[0].entry", 'config/repeated-member: "also[0]" has the entry of the main one: src/main.ts']],
    ],
    [
      [{ ...hooks, namespace: "infrastructure-gate-system" }],
      [
        [
          "also[0].namespace",
          'config/repeated-member: "also[0]" has the namespace of the main one: infrastructure-gate-system',
        ],
      ],
    ],
  ];
  test.each(rows)("%j", (also, want) => expect(problems(...also)).toEqual(want));

  test.each([
    [{}, "{}"],
    [hooks, JSON.stringify(hooks).slice(0, 60) + "..."],
  ])("one entry without a list around it: %j", (also, found) => {
    const checked = checkConfig({ ...config, also });
    const expected = "a list of { type, image, entry, ... }";
    const values = { field: "also", expected, found, suggestion: "", help: `set "also" to ${expected}` };
    expect(checked).toEqual({ problems: [{ code: "config/shape", values, field: "also" }] });
  });

  test("a name of the main one that is wrong is reported once", () => {
    const checked = checkConfig({ ...config, name: "A", also: [hooks] });
    expect("problems" in checked ? checked.problems.map(({ field }) => field) : []).toEqual(["name"]);
  });
});

test("the word for a member is its type, or its type and name where that says more", () => {
  const main = { type: "infrastructure", name: "a", entry: "src/main.ts" } as const;
  expect(memberWords([main, { ...hooks, name: "a" }])).toEqual(["infrastructure", "runtime-extension"]);
  expect(
    memberWords([
      { ...hooks, name: "a" },
      { ...hooks, name: "b" },
    ]),
  ).toEqual(["runtime-extension-a", "runtime-extension-b"]);
});

test("a run has the names of its programs, each once", () => {
  const also = [hooks, { ...hooks, name: "other" }];
  expect(memberNames(runMembers({ ...config, also }))).toBe("gate, other");
  expect(memberNames(runMembers(undefined))).toBe("");
});
