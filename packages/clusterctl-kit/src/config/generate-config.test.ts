// Where generate reads and writes: what a configuration may say, and what follows from it.
import { formatDiagnostic } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { checkConfig } from "./check-config.ts";
import { checkGenerateConfig, generateFolders, type GenerateConfig } from "./generate-config.ts";

const said = (value: unknown): string[] => checkGenerateConfig(value, "c.ts").map(formatDiagnostic);

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

describe("what is refused", () => {
  const outside = (field: string, path: string): string =>
    `c.ts error config/outside: "${field}" must be below the project's folder, and is "${path}"\n  mend: write a path relative to the project, with / between folders, for example "src/api"`;
  const rows: readonly (readonly [unknown, readonly string[]])[] = [
    [undefined, []],
    [{}, []],
    [{ sources: "..api", out: "a/../b" }, []],
    [
      [],
      [
        'c.ts error config/shape: "generate" must be an object with sources, out or code, and is []\n  mend: give "generate" an object with sources, out or code',
      ],
    ],
    [
      { sources: [], out: 3 },
      [
        'c.ts error config/shape: "generate.sources" must be a path or a list of paths, and is []\n  mend: give "generate.sources" a path or a list of paths',
        'c.ts error config/shape: "generate.out" must be a path, and is 3\n  mend: give "generate.out" a path',
      ],
    ],
    [
      { ouput: "x", source: "y", zebra: 1 },
      [
        'c.ts error config/unknown-field: "generate.ouput" is not a field of the configuration\n  mend: did you mean "generate.out"? The fields are sources, out, code',
        'c.ts error config/unknown-field: "generate.source" is not a field of the configuration\n  mend: did you mean "generate.sources"? The fields are sources, out, code',
        'c.ts error config/unknown-field: "generate.zebra" is not a field of the configuration\n  mend: remove it. The fields are sources, out, code',
      ],
    ],
    [{ out: "../x" }, [outside("generate.out", "../x")]],
    [{ sources: ["a", "b/../../c"] }, [outside("generate.sources", "b/../../c")]],
    [{ code: "/tmp/x" }, [outside("generate.code", "/tmp/x")]],
    [{ code: "C:/x" }, [outside("generate.code", "C:/x")]],
    [{ code: "a\\b" }, [outside("generate.code", "a\\b")]],
    [{ out: ".", sources: "./" }, [outside("generate.out", "."), outside("generate.sources", "./")]],
  ];
  test.each(rows)("%j", (value, want) => expect(said(value)).toEqual(want));
});

describe("beside crds", () => {
  const config = {
    name: "gate",
    type: "runtime-extension",
    image: "registry.example.com/team/gate",
    releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }],
    repository: { local: "repo" },
  };
  const conflict = (crds: string, folder: string): string[] => [
    `c.ts error config/crds-elsewhere: "crds" is "${crds}", and generate writes the CRDs to "${folder}"\n  mend: remove "crds": bundle and dev read what generate writes`,
  ];
  const rows: readonly (readonly [object, readonly string[]])[] = [
    [{ crds: "config/crd" }, []],
    [{ crds: "./config/crds/", generate: { out: "config" } }, []],
    [{ crds: "config/crd", generate: { out: "config" } }, conflict("config/crd", "config/crds")],
    [{ crds: "config/crd", generate: { sources: "apis" } }, conflict("config/crd", "generated/crds")],
  ];
  test.each(rows)("%j", (more, want) => {
    expect(checkConfig({ ...config, ...more }, "c.ts").diagnostics.map(formatDiagnostic)).toEqual(want);
  });
});
