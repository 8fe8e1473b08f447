// What a configuration may not be: values of any type, and mistakes inside its fields.
import { diagnose, formatDiagnostic } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { gateConfig } from "../../test/gate-project.ts";
import { checkConfig } from "./check-config.ts";
import { configDiagnostics } from "./config-diagnostics.ts";

const config = { ...gateConfig, type: "infrastructure", repository: { local: "repo" } };

function problems(exported: unknown): (readonly [string | undefined, string])[] {
  const checked = checkConfig(exported);
  if ("config" in checked) return [];
  return checked.problems.map(({ code, values, field }) => {
    const diagnostic = formatDiagnostic(diagnose(configDiagnostics, code, { values }));
    return [field, diagnostic.replace(/^error /, "")];
  });
}

const circular: Record<string, unknown> = {};
circular["self"] = circular;

test.each([
  [null, "null"],
  [5, "5"],
  [(): void => undefined, "[Function (anonymous)]"],
  [class Config {}, "[class Config]"],
  [Symbol("x"), "Symbol(x)"],
  [5n, "5n"],
  [[circular], "[ <ref *1> { self: [Circular *1] } ]"],
  ["x".repeat(100), `"${"x".repeat(59)}...`],
])("the default export %o is not a configuration", (exported, found) => {
  expect(problems(exported)).toEqual([
    [
      undefined,
      `config/shape: "default export" must be the configuration, but is ${found}\n  help: write export default defineConfig({ ... })`,
    ],
  ]);
});

test.each([
  [{ name() {} }, "[Function: name]"],
  [{ name: 5n }, "5n"],
  [{ name: Symbol("x") }, "Symbol(x)"],
  [{ name: circular }, "<ref *1> { self: [Circular *1] }"],
])("the name of %o is not a string", (more, found) => {
  expect(problems({ ...config, ...more })).toEqual([
    ["name", `config/shape: "name" must be a string, but is ${found}\n  help: set "name" to a string`],
  ]);
});

const wrong = (field: string, expected: string, found: string, suggestion = ""): string =>
  `config/shape: "${field}" must be ${expected}, but is ${found}${suggestion}\n  help: set "${field}" to ${expected}`;
const unknown = (field: string, near: string, fields: string): string =>
  `config/unknown-field: "${field}" is not a field of the configuration; did you mean "${near}"?\n  help: write one of ${fields}, or remove it`;
const types = "one of infrastructure, bootstrap, control-plane, ipam, addon, runtime-extension";
const count = "a whole number that is not negative";

test.each([
  [{ TOKEN: { secret: "acme-credentials", key: "token" }, URL: "a" }, true],
  [{ TOKEN: { secret: "${ACME_SECRET:=acme}", key: "the.key_1" } }, true],
  [{ TOKEN: { secret: "Acme", key: "token" } }, false],
  [{ TOKEN: { secret: "acme" } }, false],
  [{ TOKEN: { secret: "acme", key: "a b" } }, false],
  [{ TOKEN: 5 }, false],
  [{ NODE_OPTIONS: { secret: "acme", key: "options" } }, false],
])("an environment of %j is right: %s", (env, isRight) => {
  expect(problems({ ...config, env }).map(([field]) => field)).toEqual(isRight ? [] : ["env"]);
});

describe("a mistake inside a field has the field's path", () => {
  const rows: readonly (readonly [object, readonly (readonly [string, string])[]])[] = [
    [
      { releaseSeries: [...config.releaseSeries, { major: 0, minro: 1, contract: "v1beta2" }] },
      [
        [
          "releaseSeries[1].minro",
          unknown("releaseSeries[1].minro", "releaseSeries[1].minor", "major, minor, contract"),
        ],
      ],
    ],
    [
      { releaseSeries: [{ major: -1, minor: 1n, contract: "v1beta3" }] },
      [
        ["releaseSeries[0].major", wrong("releaseSeries[0].major", count, "-1")],
        ["releaseSeries[0].minor", wrong("releaseSeries[0].minor", count, "1n")],
        [
          "releaseSeries[0].contract",
          wrong("releaseSeries[0].contract", "one of v1beta1, v1beta2", '"v1beta3"', '; did you mean "v1beta1"?'),
        ],
      ],
    ],
    [
      { repository: { githbu: { owner: "a", repo: "b" } } },
      [["repository.githbu", unknown("repository.githbu", "repository.github", "github, local")]],
    ],
    [
      { repository: { github: { owner: "a" } } },
      [
        [
          "repository.github.repo",
          wrong("repository.github.repo", "the name of a GitHub repository, without its owner", "missing"),
        ],
      ],
    ],
    [
      { repository: { github: { owner: "a", repo: "b" }, local: "c" } },
      [
        [
          "repository",
          wrong(
            "repository",
            "{ github: { owner, repo } } or { local: folder }",
            '{"github":{"owner":"a","repo":"b"},"local":"c"}',
          ),
        ],
      ],
    ],
  ];
  test.each(rows)("%o", (more, want) => expect(problems({ ...config, ...more })).toEqual(want));
});

test.each([
  ["infra", "infrastructure"],
  ["InfrastructureProvider", "infrastructure"],
  ["runtime", "runtime-extension"],
  ["bootstarp", "bootstrap"],
])("the type %s is nearly %s", (type, near) => {
  expect(problems({ ...config, type })).toEqual([
    ["type", wrong("type", types, JSON.stringify(type), `; did you mean "${near}"?`)],
  ]);
});

describe("names that Kubernetes and GitHub do not accept", () => {
  const namespace = "a DNS label (lower-case letters, digits and dashes)";
  const owner = "the name of a GitHub user or organization";
  const repo = "the name of a GitHub repository, without its owner";
  test.each([
    [{ namespace: "A_B" }, "namespace", namespace, '"A_B"'],
    [{ namespace: "-a" }, "namespace", namespace, '"-a"'],
    [{ repository: { github: { owner: "a/b", repo: "c" } } }, "repository.github.owner", owner, '"a/b"'],
    [{ repository: { github: { owner: "a", repo: "b/c" } } }, "repository.github.repo", repo, '"b/c"'],
    [{ repository: { github: { owner: "a", repo: ".." } } }, "repository.github.repo", repo, '".."'],
  ])("%o", (more, field, expected, found) => {
    expect(problems({ ...config, ...more })).toEqual([[field, wrong(field, expected, found)]]);
  });

  test.each([
    { namespace: "capi-gate-system" },
    { repository: { github: { owner: "My-Team_x", repo: "cluster.api_gate-1" } } },
  ])("%o is accepted", (more) => expect(problems({ ...config, ...more })).toEqual([]));
});

const memory = 'a memory limit of at least 128Mi, for example "512Mi" or "2Gi"';
test.each([
  [{ memory: "100Mi" }, "memory", wrong("memory", memory, '"100Mi"')],
  [{ memory: 512 }, "memory", wrong("memory", memory, "512")],
  [
    { clientCaConfigMap: "My Map" },
    "clientCaConfigMap",
    wrong("clientCaConfigMap", "the name of a ConfigMap", '"My Map"'),
  ],
  [{ networkPolicy: "yes" }, "networkPolicy", wrong("networkPolicy", "true or false", '"yes"')],
])("%j is rejected", (more, field, message) => {
  expect(problems({ ...config, ...more })).toEqual([[field, message]]);
});

test.each([
  [{ replicas: 0 }, "replicas", "a whole number from 1 to 10"],
  [{ extensionConfig: [] }, "extensionConfig", "{ namespaceSelector, settings, prefix }"],
  [{ extensionConfig: { settings: { a: 1 } } }, "extensionConfig.settings", "an object of strings"],
  [
    { extensionConfig: { prefix: "hooks/" } },
    "extensionConfig.prefix",
    'a path such as "/hooks", without a slash at its end',
  ],
  [
    { extensionConfig: { namespaceSelector: { matchExpressions: [{ key: "a", operator: "Is" }] } } },
    "extensionConfig.namespaceSelector.matchExpressions[0].operator",
    "one of In, NotIn, Exists, DoesNotExist",
  ],
])("%j is rejected in detail", (more, field, expected) => {
  expect(problems({ ...config, ...more })).toMatchObject([[field, expect.stringContaining(expected)]]);
});

test("a memory limit, a NetworkPolicy, and what an ExtensionConfig has are accepted", () => {
  expect(problems({ ...config, memory: "512Mi", networkPolicy: true })).toEqual([]);
  const namespaceSelector = { matchLabels: { a: "b" }, matchExpressions: [{ key: "c", operator: "Exists" }] };
  const extensionConfig = { namespaceSelector, settings: { a: "b" }, prefix: "/hooks" };
  expect(problems({ ...config, replicas: 3, extensionConfig })).toEqual([]);
});
