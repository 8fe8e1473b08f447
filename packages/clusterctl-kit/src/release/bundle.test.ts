// Golden bundles: testdata/<case>/ holds what each release must be, byte for byte, and nothing else. UPDATE_GOLDEN=1 rewrites them.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatDiagnostic } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { substitute } from "../envsubst/substitute.ts";
import { bundle } from "./bundle.ts";
import type { BundleInput } from "./bundle-input.ts";
import { extensionInput, providerInput, topologyInput } from "../../test/sample-inputs.ts";

const testdata = fileURLToPath(new URL("../../testdata/", import.meta.url));

const cases: Readonly<Record<string, BundleInput>> = {
  provider: providerInput,
  "provider-v1beta1": { ...providerInput, contract: "v1beta1" },
  extension: extensionInput,
  "extension-topology": topologyInput,
};

function readTree(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [[entry.name, readFileSync(join(entry.parentPath, entry.name), "utf8")]] : [],
    ),
  );
}

describe("bundle", () => {
  test.each(Object.entries(cases))("%s", (name, input) => {
    const { files, diagnostics } = bundle(input);
    expect(diagnostics.map(formatDiagnostic)).toEqual([]);
    const folder = join(testdata, name);
    if (process.env["UPDATE_GOLDEN"] === "1") {
      rmSync(folder, { recursive: true, force: true });
      for (const { path, content } of files) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), content);
      }
    }
    expect(Object.fromEntries(files.map(({ path, content }) => [path, content]))).toEqual(readTree(folder));
  });

  test("no golden case is left over", () => {
    expect(readdirSync(testdata).toSorted()).toEqual(Object.keys(cases).toSorted());
  });

  test("the order of CRDs and templates does not matter", () => {
    const reversed = bundle({
      ...providerInput,
      crds: providerInput.crds.toReversed(),
      templates: providerInput.templates?.toReversed() ?? [],
    });
    expect(reversed).toEqual(bundle(providerInput));
  });

  test("the components need no value, and descriptions survive substitution", () => {
    const components = bundle(providerInput).files[0]?.content ?? "";
    const { text, missing } = substitute(components, {});
    expect(missing).toEqual([]);
    expect(text).toContain("described with ${BRACES} and $$");
    expect(text).toContain("--diagnostics-address=:8443");
  });
});

test("an environment variable can be a key of a Secret, and its value is in no file", () => {
  const env = { TOKEN: { secret: "acme", key: "token" }, URL: "a" };
  const { files } = bundle({ ...providerInput, config: { ...providerInput.config, env } });
  const components = files.find(({ path }) => path === "infrastructure-components.yaml")?.content;
  expect(components).toMatch(/- name: TOKEN\n +valueFrom:\n +secretKeyRef:\n +key: token\n +name: acme\n/);
  expect(components).toMatch(/- name: URL\n +value: a\n/);
});

test("names of environment variables may have every printable ASCII character but =", () => {
  const env = { "1 A!\"#$%&'()*+,-./:;<>?@[]^_`{|}~": "x", "my.env-name": "y" };
  expect(bundle({ ...providerInput, config: { ...providerInput.config, env } }).diagnostics).toEqual([]);
});

describe("a bundle is rejected", () => {
  const [cluster, machine] = providerInput.crds;
  const config = providerInput.config;
  const rows: readonly (readonly [string, Partial<BundleInput>, readonly string[]])[] = [
    [
      "without a version",
      { version: "0.1.0" },
      [
        'error bundle/version: "0.1.0" is not a version clusterctl accepts\n  help: write a semantic version with a leading v and without build metadata, for example "v0.1.0"',
      ],
    ],
    [
      "without a series",
      { version: "v0.3.0-rc.0" },
      [
        "capstan.config.ts error bundle/no-series: no release series covers v0.3.0-rc.0\n  help: add { major: 0, minor: 3, contract: ... } to releaseSeries",
      ],
    ],
    [
      "for another provider",
      { config: { ...config, name: "other" } },
      [
        'capstan.config.ts error bundle/other-provider: the code describes infrastructure-foo, the configuration infrastructure-other\n  help: set the same name in both: the option `name` of defineExtension or defineProvider, and "name" of the configuration; the type is "type" there',
      ],
    ],
    [
      "with authorities of callers for a conversion webhook",
      { config: { ...config, clientCaConfigMap: "callers" } },
      [
        'capstan.config.ts error bundle/client-ca-of-conversions: "clientCaConfigMap" is "callers", but the provider has a conversion webhook\n  help: remove "clientCaConfigMap", and restrict the webhook with a NetworkPolicy',
      ],
    ],
    [
      "with names of environment variables that Kubernetes rejects",
      { config: { ...config, env: { "": "a", "A=B": "b", É: "c", "A\nB": "d", "A\u007F": "e" } } },
      ["", "A=B", "É", "A\\nB", "A\\u007f"].map(
        (name) =>
          `capstan.config.ts error bundle/env-name: Kubernetes rejects "${name}" in "env" as the name of an environment variable\n  help: use letters, digits and underscores`,
      ),
    ],
    [
      "when a kind has no CRD",
      { crds: providerInput.crds.filter((crd) => crd !== machine) },
      [
        "capstan.config.ts error bundle/no-crd: there is no CRD for FooMachine (infrastructure.cluster.x-k8s.io/v1beta1)\n  help: run capstan generate",
      ],
    ],
    [
      "when two CRDs have one name",
      { crds: [...providerInput.crds, ...providerInput.crds.filter((crd) => crd === machine)] },
      [
        'capstan.config.ts error bundle/repeated-crd: there are 2 CRDs named "foomachines.infrastructure.cluster.x-k8s.io"\n  help: keep one of them in the folders of "crds" and of generated CRDs',
      ],
    ],
    [
      "when a CRD has the conversion webhook of somebody else",
      {
        crds: providerInput.crds.map((crd) =>
          crd === machine ? { ...crd, spec: { ...crd.spec, conversion: { strategy: "Webhook" } } } : crd,
        ),
        description: { ...providerInput.description, webhooks: [] },
      },
      [
        "capstan.config.ts error bundle/no-conversion: FooCluster has versions v1alpha1, v1beta1, but the provider serves no conversion between them\n  help: declare the conversion with defineConversion, run capstan generate, and pass the generated `converters` to kit.provider as `conversions`; or serve one version",
        'capstan.config.ts error bundle/other-conversion: the CRD "foomachines.infrastructure.cluster.x-k8s.io" names a conversion webhook, and the provider converts no objects of that kind\n  help: remove spec.conversion from the CRD, or declare the conversions of the kind',
      ],
    ],
    [
      "when nothing owns a kind",
      { description: { ...providerInput.description, ownership: [] } },
      [
        "capstan.config.ts error bundle/unreachable-kind: objects of FooDisk (infrastructure.cluster.x-k8s.io) do not reach a Cluster through their owners\n  help: add owns(...) with this kind to `watches` of the controller that creates its objects, or the label clusterctl.cluster.x-k8s.io/move-hierarchy to `labels` of its definition",
      ],
    ],
    [
      "when versions differ and nothing converts",
      { description: { ...providerInput.description, webhooks: [] } },
      [
        "capstan.config.ts error bundle/no-conversion: FooCluster has versions v1alpha1, v1beta1, but the provider serves no conversion between them\n  help: declare the conversion with defineConversion, run capstan generate, and pass the generated `converters` to kit.provider as `conversions`; or serve one version",
      ],
    ],
    [
      "when a CRD lacks the label of the declared contract",
      {
        crds: providerInput.crds.map((crd) =>
          crd === cluster
            ? { ...crd, metadata: { ...crd.metadata, labels: { "cluster.x-k8s.io/v1beta1": "v1alpha1" } } }
            : crd,
        ),
      },
      [
        'capstan.config.ts error bundle/contract-changed: the series of v0.2.0 declares contract v1beta2, but the CRDs of FooCluster have no label for it\n  help: name "v1beta2" in the contracts of the kind, or correct the series',
      ],
    ],
    [
      "with templates clusterctl cannot find or read",
      { templates: [{ path: "cluster-class.yaml", content: "kind: ${A-b}\napiVersion: v1\n" }] },
      [
        'cluster-class.yaml error template/name: "cluster-class.yaml" has a name clusterctl does not look for\n  help: name it cluster-template.yaml, cluster-template-<flavor>.yaml or clusterclass-<class>.yaml',
        "cluster-class.yaml:1:7 error envsubst/missing-closing-brace: the variable name is followed by something clusterctl does not know (clusterctl: missing closing brace)\n  help: write ${NAME:=default} for a default; for a literal ${ (a shell script, a systemd unit) write $${",
      ],
    ],
  ];

  test.each(rows)("%s", (_, change, want) => {
    const { files, diagnostics } = bundle({ ...providerInput, ...change });
    expect({ files, diagnostics: diagnostics.map(formatDiagnostic) }).toEqual({ files: [], diagnostics: want });
  });
});

test("a release that asks for it has a NetworkPolicy for the ports that the manager serves", () => {
  const withPolicy = { ...providerInput, config: { ...providerInput.config, networkPolicy: true } };
  const policies = bundle(withPolicy)
    .files.filter(({ path }) => path.endsWith("components.yaml"))
    .flatMap(({ content }) => content.split("\n---\n"))
    .filter((document) => document.includes("kind: NetworkPolicy"));
  expect(policies).toEqual([
    expect.stringContaining("ports:\n    - port: webhook-server\n      protocol: TCP\n    - port: healthz"),
  ]);
});

test("an extension with authorities of callers mounts them and gives the flag", () => {
  const config = { ...extensionInput.config, clientCaConfigMap: "callers" };
  const [content = ""] = bundle({ ...extensionInput, config })
    .files.filter(({ path }) => path.endsWith("components.yaml"))
    .map((file) => file.content);
  expect(content).toContain("- --client-ca-file=/etc/capstan/client-ca/ca.crt\n");
  expect(content).toMatch(/- configMap:\n +name: callers\n +name: client-ca\n/);
  expect(content).toMatch(/- mountPath: \/etc\/capstan\/client-ca\n +name: client-ca\n +readOnly: true\n/);
});
