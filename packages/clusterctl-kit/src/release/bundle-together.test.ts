// One release of several providers: what each file has, and what two of them may not both have.
import { formatDiagnostic } from "@capstan/kube";
import { expect, test } from "vitest";
import { extensionInput, providerInput } from "../../test/sample-inputs.ts";
import { bundle } from "./bundle.ts";
import type { BundleInput } from "./bundle-input.ts";
import { bundleTogether } from "./bundle-together.ts";
import { clusterctlConfigYaml } from "./repository.ts";

const { releaseSeries, repository } = providerInput.config;

/** An extension of the provider's repository; the CRDs that are given are all of the project. */
function hooksNamed(name: string): BundleInput {
  const { config, description } = extensionInput;
  const { namespace: _, ...rest } = config;
  return {
    ...providerInput,
    templates: [],
    config: { ...rest, name, releaseSeries, repository, args: [`--word=\${WORD_${name.toUpperCase()}:=a}`] },
    description: { ...description, name },
  };
}

const contentOf = ({ files }: Pick<ReturnType<typeof bundleTogether>, "files">, path: string): string =>
  files.find((file) => file.path === path)?.content ?? "";

test("a provider and an extension have one metadata.yaml, and each its components as alone", () => {
  const inputs = [providerInput, hooksNamed("foo")];
  const built = bundleTogether(inputs);
  expect(built.diagnostics).toEqual([]);
  expect(built.files.map(({ path }) => path)).toEqual([
    "infrastructure-components.yaml",
    "metadata.yaml",
    "cluster-template.yaml",
    "variables.md",
    "runtime-extension-components.yaml",
    "extension-config.yaml",
  ]);
  const alone = bundle(providerInput);
  for (const path of ["infrastructure-components.yaml", "metadata.yaml", "cluster-template.yaml"])
    expect(contentOf(built, path)).toBe(contentOf(alone, path));
  const extension = contentOf(built, "runtime-extension-components.yaml");
  expect(extension).toContain("registry.example.com/team/gate:v0.2.0");
  expect(extension).not.toContain("CustomResourceDefinition");
  const titles = contentOf(built, "variables.md").match(/^#.*$/gm);
  expect(titles).toEqual([
    "# Variables",
    "## infrastructure-components.yaml",
    "## cluster-template.yaml",
    "## runtime-extension-components.yaml",
  ]);
  expect(built.each[0]).toEqual(alone.files);
});

test("a CRD of no description is in the first", () => {
  const other = { ...providerInput, description: { ...providerInput.description, kinds: [] } };
  const built = bundleTogether([{ ...other, description: { ...other.description, webhooks: [] } }, hooksNamed("foo")]);
  expect(built.diagnostics.map(({ code }) => code)).toEqual(["bundle/no-conversion"]);
});

test("two providers of one type have files of their own, and one file of ExtensionConfigs", () => {
  const inputs = [providerInput, hooksNamed("a"), hooksNamed("b")];
  const built = bundleTogether(inputs);
  const paths = built.files.map(({ path }) => path);
  expect(paths).toContain("runtime-extension-components.yaml");
  expect(paths).toContain("runtime-extension-b-components.yaml");
  expect(contentOf(built, "extension-config.yaml").match(/^ {2}name: .*$/gm)).toEqual(["  name: a", "  name: b"]);
  expect(contentOf(built, "extension-config.yaml").split("---\n")).toHaveLength(2);
  expect(contentOf(built, "variables.md")).toContain("## runtime-extension-b-components.yaml\n");
  const configs = inputs.map(({ config }) => config);
  expect(clusterctlConfigYaml(configs, repository, "v0.2.0")).toBe(
    `providers:
- name: foo
  type: InfrastructureProvider
  url: https://github.com/team/cluster-api-provider-foo/releases/latest/infrastructure-components.yaml
- name: a
  type: RuntimeExtensionProvider
  url: https://github.com/team/cluster-api-provider-foo/releases/latest/runtime-extension-components.yaml
- name: b
  type: RuntimeExtensionProvider
  url: https://github.com/team/cluster-api-provider-foo/releases/latest/runtime-extension-b-components.yaml
`,
  );
  expect(clusterctlConfigYaml(configs, { local: "/srv" }, "v0.2.0").match(/url: .*/g)).toEqual([
    "url: /srv/infrastructure-foo/v0.2.0/infrastructure-components.yaml",
    "url: /srv/runtime-extension-a/v0.2.0/runtime-extension-components.yaml",
    "url: /srv/runtime-extension-b/v0.2.0/runtime-extension-components.yaml",
  ]);
});

test("a kind or a template of two providers is an error, and a mistake of one keeps all from being built", () => {
  const other: BundleInput = {
    ...providerInput,
    config: { ...providerInput.config, name: "bar" },
    description: { ...providerInput.description, name: "bar" },
  };
  const { files, each, diagnostics } = bundleTogether([providerInput, other]);
  expect([files, each]).toEqual([[], []]);
  const messages = diagnostics.map((each) => formatDiagnostic(each).split("\n")[0]);
  expect(messages).toContain(
    "capstan.config.ts error bundle/repeated-kind: FooCluster is a kind of infrastructure-foo and of infrastructure-bar",
  );
  expect(messages).toContain(
    'capstan.config.ts error bundle/repeated-template: infrastructure-foo and infrastructure-bar both have the template "cluster-template.yaml"',
  );
  const wrong = { ...hooksNamed("a"), description: { ...hooksNamed("a").description, name: "b" } };
  expect(bundleTogether([providerInput, wrong])).toMatchObject({ files: [], each: [] });
});

test("a version without a series is one mistake, and a release for one namespace is that of what watches", () => {
  const inputs = [providerInput, hooksNamed("a")];
  const without = bundleTogether(inputs.map((each) => ({ ...each, version: "v7.0.0" })));
  expect(without.diagnostics.map(({ code }) => code)).toEqual(["bundle/no-series"]);
  const one = bundleTogether(inputs.map((each) => ({ ...each, scope: "namespace" as const })));
  expect(one.diagnostics).toEqual([]);
  expect(contentOf(one, "infrastructure-components.yaml")).toContain("--namespace=$(POD_NAMESPACE)");
});

test("one provider is built as by bundle", () => {
  const { files, diagnostics } = bundle(providerInput);
  expect(bundleTogether([providerInput])).toEqual({ files, diagnostics, each: [files] });
  expect(bundleTogether([])).toEqual({ files: [], diagnostics: [], each: [] });
});
