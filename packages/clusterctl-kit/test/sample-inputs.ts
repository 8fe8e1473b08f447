// A provider and an extension that exist on paper only: inputs of the bundle tests.
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import type { BundleInput } from "../src/release/bundle-input.ts";

const group = "infrastructure.cluster.x-k8s.io";

function crd(
  kind: string,
  more: { readonly versions?: readonly string[]; readonly labels?: Record<string, string> } = {},
): CustomResourceDefinition {
  const {
    versions = ["v1beta1"],
    labels = { "cluster.x-k8s.io/v1beta1": versions[0] ?? "", "cluster.x-k8s.io/v1beta2": "v1beta1" },
  } = more;
  const plural = `${kind.toLowerCase()}s`;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}`, labels },
    spec: {
      group,
      names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
      scope: "Namespaced",
      versions: versions.map((name) => ({
        name,
        served: true,
        storage: name === "v1beta1",
        schema: {
          openAPIV3Schema: { type: "object", description: `${kind} in ${name}, described with \${BRACES} and $$` },
        },
        subresources: { status: {} },
      })),
    },
  };
}

const kind = (
  name: string,
  role: "contract" | "template" | "owned",
  contracts: readonly string[] = ["v1beta1", "v1beta2"],
): BundleInput["description"]["kinds"][number] => ({
  apiVersion: `${group}/v1beta1`,
  kind: name,
  plural: `${name.toLowerCase()}s`,
  contracts,
  role,
});

/** A provider with two contract kinds, a template, an owned kind, a conversion and a validating webhook. */
export const providerInput: BundleInput = {
  version: "v0.2.0",
  config: {
    name: "foo",
    type: "infrastructure",
    image: "registry.example.com/team/foo-manager",
    releaseSeries: [
      { major: 0, minor: 2, contract: "v1beta2" },
      { major: 0, minor: 1, contract: "v1beta1" },
    ],
    repository: { github: { owner: "team", repo: "cluster-api-provider-foo" } },
    args: ["--concurrency=${FOO_CONCURRENCY:=10}"],
    env: { FOO_REGION: "${FOO_REGION:=here}" },
    variables: { FOO_CONCURRENCY: "How many objects are reconciled at once.", FOO_REGION: "Where machines are made." },
  },
  description: {
    format: 1,
    name: "foo",
    type: "infrastructure",
    kinds: [
      kind("FooCluster", "contract"),
      kind("FooMachine", "contract"),
      kind("FooMachineTemplate", "template"),
      kind("FooDisk", "owned", []),
    ],
    clusterRules: [],
    watchedRules: [
      {
        apiGroups: [group],
        resources: ["fooclusters", "fooclusters/status"],
        verbs: ["get", "list", "watch", "patch"],
      },
      { apiGroups: [group], resources: ["foomachines"], verbs: ["watch", "list", "get", "patch"] },
      { apiGroups: [""], resources: ["secrets"], verbs: ["get"] },
    ],
    namespaceRules: [{ apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["get", "create", "update"] }],
    ownership: [{ owner: { group, kind: "FooMachine" }, owned: { group, kind: "FooDisk" } }],
    webhooks: [
      {
        type: "conversion",
        name: "conversion",
        path: "/convert",
        groups: [group],
        versions: ["v1alpha1", "v1beta1"],
        resources: ["fooclusters"],
      },
      {
        type: "validating",
        name: `validation.foomachinetemplate.${group}`,
        path: "/validate-foomachinetemplate",
        groups: [group],
        versions: ["v1beta1"],
        resources: ["foomachinetemplates"],
        operations: ["UPDATE"],
      },
      {
        type: "mutating",
        name: `default.foomachines.${group}`,
        path: `/default/foomachines.${group}/v1beta1`,
        groups: [group],
        versions: ["v1beta1"],
        resources: ["foomachines"],
        operations: ["CREATE"],
        failurePolicy: "Ignore",
        matchPolicy: "Exact",
        sideEffects: "NoneOnDryRun",
        timeoutSeconds: 3,
        namespaceSelector: { matchLabels: { team: "foo" } },
        objectSelector: { matchExpressions: [{ key: "skip", operator: "DoesNotExist" }] },
        matchConditions: [{ name: "not-core", expression: "request.userInfo.username != 'core'" }],
        reinvocationPolicy: "IfNeeded",
      },
      { type: "custom", name: "/zones", path: "/zones", groups: [], versions: [], resources: [] },
    ],
    hooks: [],
    ports: { health: 9440, metrics: 8443, webhook: 9443 },
    leaderElection: true,
  },
  crds: [
    crd("FooCluster", { versions: ["v1alpha1", "v1beta1"] }),
    crd("FooMachine"),
    crd("FooMachineTemplate"),
    crd("FooDisk", { labels: {} }),
  ],
  templates: [
    {
      path: "cluster-template.yaml",
      content: `apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata:
  name: \${CLUSTER_NAME}
  namespace: \${NAMESPACE}
spec:
  infrastructureRef:
    apiGroup: ${group}
    kind: FooCluster
    name: \${CLUSTER_NAME}
---
apiVersion: ${group}/v1beta1
kind: FooCluster
metadata:
  name: \${CLUSTER_NAME}
  namespace: \${NAMESPACE}
spec:
  region: \${FOO_REGION:=here}
`,
    },
  ],
};

/** An extension that answers one hook. */
export const extensionInput: BundleInput = {
  version: "v0.1.0",
  config: {
    name: "gate",
    type: "runtime-extension",
    image: "registry.example.com/team/gate",
    releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }],
    repository: { local: "/srv/capi" },
    namespace: "gate-system",
  },
  description: {
    format: 1,
    name: "gate",
    type: "runtime-extension",
    kinds: [],
    clusterRules: [],
    watchedRules: [],
    namespaceRules: [],
    ownership: [],
    webhooks: [],
    hooks: [
      {
        apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
        hook: "BeforeClusterUpgrade",
        name: "before-cluster-upgrade",
      },
    ],
    ports: { health: 9440, extension: 9443, metrics: 8443 },
    leaderElection: false,
  },
  crds: [],
};

const topologyHook = (hook: string, name: string): BundleInput["description"]["hooks"][number] => ({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  hook,
  name,
});

/** An extension that patches templates, with everything that an ExtensionConfig can say. */
export const topologyInput: BundleInput = {
  ...extensionInput,
  config: {
    ...extensionInput.config,
    replicas: 3,
    extensionConfig: {
      namespaceSelector: { matchExpressions: [{ key: "team", operator: "In", values: ["a", "b"] }] },
      settings: { region: "here" },
      prefix: "/hooks",
    },
  },
  description: {
    ...extensionInput.description,
    hooks: [
      topologyHook("GeneratePatches", "patches-v2"),
      topologyHook("GeneratePatches", "patches-v1"),
      topologyHook("ValidateTopology", "validation-v1"),
      topologyHook("DiscoverVariables", "variables-v1"),
      topologyHook("GenerateUpgradePlan", "plan-v1"),
    ],
  },
};
