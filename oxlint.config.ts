// The lint rules of this repository. Layers (who may import whom) come from one table, tools/repo/layers.ts.
import { defineConfig, type OxlintConfig, type OxlintOverride } from "oxlint";
import { layers } from "./tools/repo/layers.ts";

/** Files that may also use what the package's tests and scripts use. */
const devFiles = ["**/*.test.ts", "**/*.test-d.ts", "**/test/**", "**/testdata/**", "**/scripts/**", "**/*.config.ts"];

function importsOnly(allowed: readonly string[], self: string): NonNullable<OxlintOverride["rules"]> {
  // Oxlint's expressions have no look-ahead, so the forbidden names are listed.
  const forbidden = [...Object.keys(layers), "cli", "conformance"].filter(
    (name) => name !== self && !allowed.includes(name),
  );
  return {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          {
            regex: `^@capstan/(?:${forbidden.join("|")})(?:/|$)`,
            message: "The layers (tools/repo/layers.ts) do not let this package import that one.",
          },
          {
            group: ["**/packages/*/src/**", "**/generators/*/src/**", "@capstan/*/src/**"],
            message: "Import a package by its exports, not by its files.",
          },
        ],
      },
    ],
  };
}

const layerRules: OxlintOverride[] = Object.entries(layers).flatMap(([name, layer]) => [
  { files: [`${layer.folder}/**/*.ts`], rules: importsOnly(layer.may, name) },
  {
    files: devFiles.map((glob) => `${layer.folder}/${glob}`),
    rules: importsOnly([...layer.may, ...(layer.dev ?? [])], name),
  },
]);

/** The commands, which print; `main.ts` prints constants before it loads anything. */
const terminals = [
  "packages/cli/src/command.ts",
  "packages/cli/src/main.ts",
  "packages/create-capstan/src/command.ts",
  "packages/create-capstan/src/main.ts",
  "packages/process/src/shell/run-process.ts",
  "packages/extension-kit/src/testing/error-log.ts",
];
const printHint =
  "Return what is to be printed, or print with `terminalWriter` of @capstan/kube: foreign strings hold what terminals obey.";

const config: OxlintConfig = defineConfig({
  plugins: ["typescript", "import", "unicorn", "oxc", "vitest"],
  categories: { correctness: "error" },
  ignorePatterns: ["**/generated/**", "**/testdata/**", "**/dist/**", "**/node_modules/**"],
  rules: {
    "typescript/no-explicit-any": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "typescript/await-thenable": "error",
    "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    "typescript/consistent-type-imports": "error",
    "import/no-cycle": "error",
    "import/no-default-export": "error",
    "unicorn/filename-case": ["error", { case: "kebabCase" }],
    "no-var": "error",
    "prefer-const": "error",
    eqeqeq: ["error", "smart"],
    "max-params": ["error", { max: 3 }],
    "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
    "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
    "no-underscore-dangle": "off",
    "vitest/require-mock-type-parameters": "off",
  },
  overrides: [
    ...layerRules,
    {
      files: ["packages/*/src/**/*.ts", "generators/*/src/**/*.ts"],
      excludeFiles: [...terminals, "**/*.test.ts"],
      rules: {
        "no-console": "error",
        "no-restricted-properties": [
          "error",
          ...["stdout", "stderr"].map((property) => ({ object: "process", property, message: printHint })),
        ],
      },
    },
    { files: ["**/*.config.ts", "vitest.shared.ts", "tsup.shared.ts"], rules: { "import/no-default-export": "off" } },
    { files: ["**/*.test.ts", "**/test/**/*.ts"], rules: { "max-lines-per-function": "off", "max-params": "off" } },
  ],
});
export default config;
