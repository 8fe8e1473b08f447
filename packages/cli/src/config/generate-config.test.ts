// Where generate reads and writes: what a configuration may set, and the folders that result.
import { diagnose, formatDiagnostic } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { checkConfig } from "./check-config.ts";
import { configDiagnostics } from "./config-diagnostics.ts";
import type { ConfigProblem } from "./field-table.ts";
import { checkGenerate, generateFolders, type GenerateConfig } from "./generate-config.ts";

const problems = (checked: object | { readonly problems: readonly ConfigProblem[] }): string[] =>
  "problems" in checked
    ? checked.problems.map(({ code, values }) => formatDiagnostic(diagnose(configDiagnostics, code, { values })))
    : [];

describe("folders", () => {
  const rows: readonly (readonly [GenerateConfig | undefined, ReturnType<typeof generateFolders>])[] = [
    [undefined, { sources: ["src/api"], out: "generated", code: "src/generated", crds: "generated/crds" }],
    [
      { sources: "./apis/", out: "config", code: "lib//gen/" },
      { sources: ["apis"], out: "config", code: "lib/gen", crds: "config/crds" },
    ],
    [
      { sources: ["apis/v1", "apis/v2/*.ts"] },
      { sources: ["apis/v1", "apis/v2/*.ts"], out: "generated", code: "src/generated", crds: "generated/crds" },
    ],
  ];
  test.each(rows)("%j", (given, want) => expect(generateFolders(given)).toEqual(want));
});

describe("mistakes", () => {
  const profileList = (given: unknown): string =>
    `error config/shape: "generate.openapi" must be a list of upstream and strict, each at most once, but is ${JSON.stringify(given)}\n  help: set "generate.openapi" to a list of upstream and strict, each at most once`;
  const outside = (field: string, path: string): string =>
    `error config/outside: "${field}" must be below the project's folder, but is "${path}"\n  help: write a path relative to the project, with / between folders, for example "src/api"`;
  const rows: readonly (readonly [unknown, readonly string[]])[] = [
    [undefined, []],
    [{}, []],
    [{ sources: "..api", out: "a/../b" }, []],
    [{ allowFloats: true }, []],
    [
      [],
      [
        'error config/shape: "generate" must be an object with sources, out, code, allowFloats or openapi, but is []\n  help: set "generate" to an object with sources, out, code, allowFloats or openapi',
      ],
    ],
    [
      { sources: [], out: 3 },
      [
        'error config/shape: "generate.sources" must be a path or a list of paths, but is []\n  help: set "generate.sources" to a path or a list of paths',
        'error config/shape: "generate.out" must be a path, but is 3\n  help: set "generate.out" to a path',
      ],
    ],
    [
      { ouput: "x", source: "y", zebra: 1 },
      [
        'error config/unknown-field: "generate.ouput" is not a field of the configuration; did you mean "generate.out"?\n  help: write one of sources, out, code, allowFloats, openapi, or remove it',
        'error config/unknown-field: "generate.source" is not a field of the configuration; did you mean "generate.sources"?\n  help: write one of sources, out, code, allowFloats, openapi, or remove it',
        'error config/unknown-field: "generate.zebra" is not a field of the configuration\n  help: write one of sources, out, code, allowFloats, openapi, or remove it',
      ],
    ],
    [
      { allowFloats: "yes" },
      [
        'error config/shape: "generate.allowFloats" must be true or false, but is "yes"\n  help: set "generate.allowFloats" to true or false',
      ],
    ],
    [{ openapi: ["strict", "upstream"] }, []],
    [{ openapi: [] }, []],
    ...[["loose"], "strict", ["strict", "strict"], [3]].map(
      (openapi) => [{ openapi }, [profileList(openapi)]] as const,
    ),
    [{ out: "../x" }, [outside("generate.out", "../x")]],
    [{ sources: ["a", "b/../../c"] }, [outside("generate.sources", "b/../../c")]],
    [{ code: "/tmp/x" }, [outside("generate.code", "/tmp/x")]],
    [{ code: "C:/x" }, [outside("generate.code", "C:/x")]],
    [{ code: "a\\b" }, [outside("generate.code", "a\\b")]],
    [{ out: ".", sources: "./" }, [outside("generate.out", "."), outside("generate.sources", "./")]],
  ];
  test.each(rows)("%j", (value, want) => expect(problems(checkGenerate(value))).toEqual(want));
});

describe("together with crds", () => {
  const config = {
    name: "gate",
    type: "runtime-extension",
    image: "registry.example.com/team/gate",
    releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }],
    repository: { local: "repo" },
  };
  const conflict = (crds: string, folder: string): string[] => [
    `error config/crds-elsewhere: "crds" is "${crds}", but generate writes the CRDs to "${folder}"\n  help: remove "crds": bundle and dev read what generate writes`,
  ];
  const rows: readonly (readonly [object, readonly string[]])[] = [
    [{ crds: "config/crd" }, []],
    [{ crds: "./config/crds/", generate: { out: "config" } }, []],
    [{ crds: "config/crd", generate: { out: "config" } }, conflict("config/crd", "config/crds")],
    [{ crds: "config/crd", generate: { sources: "apis" } }, conflict("config/crd", "generated/crds")],
  ];
  test.each(rows)("%j", (more, want) => {
    expect(problems(checkConfig({ ...config, ...more }))).toEqual(want);
  });
});
