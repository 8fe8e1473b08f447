// What `--describe` prints: rights, kinds, ownership and webhooks.
import { expect, test } from "vitest";
import type { UnstructuredObject } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { dataCreated } from "../authoring/bootstrap-config.ts";
import { done, provisioned, removed } from "../authoring/result.ts";
import { owns, writes } from "../authoring/watch.ts";
import { FooCluster, FooConfig, FooDisk, FooMachine, FooMachinePool } from "../../test/foo-kinds.ts";
import { describeProvider } from "./describe-provider.ts";

const kit: ProviderKit<object> = initProvider();
const group = "infrastructure.cluster.x-k8s.io";

const convert = (object: object): UnstructuredObject => object as UnstructuredObject;

const provider = kit.provider({
  name: "foo",
  type: "infrastructure",
  controllers: [
    kit.infraCluster(FooCluster, {
      watches: [writes(Secret)],
      reconcile: async () => done(),
      delete: async () => removed(),
    }),
    kit.infraMachine(FooMachine, {
      cluster: FooCluster,
      watches: [owns(FooDisk)],
      reconcile: async () => provisioned({ providerID: "foo://1" }),
      delete: async () => removed(),
    }),
  ],
  conversions: [
    {
      group,
      kind: "FooCluster",
      hub: `${group}/v1beta1`,
      versions: [`${group}/v1beta1`, `${group}/v1alpha1`],
      convert,
    },
  ],
});

test("a provider's description follows from its definitions", () => {
  expect(describeProvider(provider)).toMatchInlineSnapshot(`
    {
      "clusterRules": [
        {
          "apiGroups": [
            "authentication.k8s.io",
          ],
          "resources": [
            "tokenreviews",
          ],
          "verbs": [
            "create",
          ],
        },
        {
          "apiGroups": [
            "authorization.k8s.io",
          ],
          "resources": [
            "subjectaccessreviews",
          ],
          "verbs": [
            "create",
          ],
        },
      ],
      "format": 1,
      "hooks": [],
      "kinds": [
        {
          "apiVersion": "infrastructure.cluster.x-k8s.io/v1beta1",
          "contracts": [
            "v1beta2",
          ],
          "kind": "FooCluster",
          "plural": "fooclusters",
          "role": "contract",
        },
        {
          "apiVersion": "infrastructure.cluster.x-k8s.io/v1beta1",
          "contracts": [
            "v1beta2",
          ],
          "kind": "FooMachine",
          "plural": "foomachines",
          "role": "contract",
        },
        {
          "apiVersion": "infrastructure.cluster.x-k8s.io/v1beta1",
          "contracts": [],
          "kind": "FooDisk",
          "plural": "foodisks",
          "role": "owned",
        },
      ],
      "leaderElection": true,
      "migrationRules": [
        {
          "apiGroups": [
            "apiextensions.k8s.io",
          ],
          "resources": [
            "customresourcedefinitions",
          ],
          "verbs": [
            "get",
            "list",
            "watch",
          ],
        },
        {
          "apiGroups": [
            "apiextensions.k8s.io",
          ],
          "resourceNames": [
            "fooclusters.infrastructure.cluster.x-k8s.io",
            "foodisks.infrastructure.cluster.x-k8s.io",
            "foomachines.infrastructure.cluster.x-k8s.io",
          ],
          "resources": [
            "customresourcedefinitions",
            "customresourcedefinitions/status",
          ],
          "verbs": [
            "patch",
          ],
        },
        {
          "apiGroups": [
            "infrastructure.cluster.x-k8s.io",
          ],
          "resources": [
            "foodisks/status",
          ],
          "verbs": [
            "patch",
          ],
        },
      ],
      "name": "foo",
      "namespaceRules": [
        {
          "apiGroups": [
            "coordination.k8s.io",
          ],
          "resources": [
            "leases",
          ],
          "verbs": [
            "create",
            "get",
            "update",
          ],
        },
      ],
      "ownership": [
        {
          "owned": {
            "group": "infrastructure.cluster.x-k8s.io",
            "kind": "FooCluster",
          },
          "owner": {
            "group": "cluster.x-k8s.io",
            "kind": "Cluster",
          },
        },
        {
          "owned": {
            "group": "infrastructure.cluster.x-k8s.io",
            "kind": "FooMachine",
          },
          "owner": {
            "group": "cluster.x-k8s.io",
            "kind": "Machine",
          },
        },
        {
          "owned": {
            "group": "infrastructure.cluster.x-k8s.io",
            "kind": "FooDisk",
          },
          "owner": {
            "group": "infrastructure.cluster.x-k8s.io",
            "kind": "FooMachine",
          },
        },
      ],
      "ports": {
        "health": 9440,
        "metrics": 8443,
        "webhook": 9443,
      },
      "type": "infrastructure",
      "watchedRules": [
        {
          "apiGroups": [
            "",
          ],
          "resources": [
            "events",
          ],
          "verbs": [
            "create",
            "patch",
          ],
        },
        {
          "apiGroups": [
            "",
          ],
          "resources": [
            "secrets",
          ],
          "verbs": [
            "create",
            "delete",
            "get",
            "patch",
          ],
        },
        {
          "apiGroups": [
            "cluster.x-k8s.io",
          ],
          "resources": [
            "clusters",
            "machines",
          ],
          "verbs": [
            "get",
            "list",
            "watch",
          ],
        },
        {
          "apiGroups": [
            "infrastructure.cluster.x-k8s.io",
          ],
          "resources": [
            "fooclusters",
            "foomachines",
          ],
          "verbs": [
            "get",
            "list",
            "patch",
            "watch",
          ],
        },
        {
          "apiGroups": [
            "infrastructure.cluster.x-k8s.io",
          ],
          "resources": [
            "fooclusters/status",
            "foomachines/status",
          ],
          "verbs": [
            "patch",
          ],
        },
        {
          "apiGroups": [
            "infrastructure.cluster.x-k8s.io",
          ],
          "resources": [
            "foodisks",
          ],
          "verbs": [
            "create",
            "delete",
            "get",
            "list",
            "patch",
            "watch",
          ],
        },
        {
          "apiGroups": [
            "infrastructure.cluster.x-k8s.io",
          ],
          "resources": [
            "foomachines/finalizers",
          ],
          "verbs": [
            "update",
          ],
        },
      ],
      "webhooks": [
        {
          "groups": [
            "infrastructure.cluster.x-k8s.io",
          ],
          "name": "conversion.fooclusters.infrastructure.cluster.x-k8s.io",
          "path": "/convert",
          "resources": [
            "fooclusters",
          ],
          "type": "conversion",
          "versions": [
            "v1beta1",
            "v1alpha1",
          ],
        },
        {
          "groups": [
            "infrastructure.cluster.x-k8s.io",
          ],
          "name": "convertible.fooclusters.infrastructure.cluster.x-k8s.io",
          "operations": [
            "CREATE",
            "UPDATE",
          ],
          "path": "/convertible",
          "resources": [
            "fooclusters",
            "fooclusters/status",
          ],
          "type": "validating",
          "versions": [
            "v1beta1",
            "v1alpha1",
          ],
        },
        {
          "failurePolicy": "Ignore",
          "groups": [
            "infrastructure.cluster.x-k8s.io",
          ],
          "name": "validation.fooclusters.infrastructure.cluster.x-k8s.io",
          "operations": [
            "UPDATE",
          ],
          "path": "/validate-infrastructure-cluster-x-k8s-io-v1beta1-foocluster",
          "resources": [
            "fooclusters",
          ],
          "type": "validating",
          "versions": [
            "v1beta1",
          ],
        },
      ],
    }
  `);
});

test("a bootstrap provider writes Secrets, and may be their owner", () => {
  const fooConfig = kit.bootstrapConfig(FooConfig, { reconcile: async () => dataCreated({ value: "x" }) });
  const { watchedRules, ownership } = describeProvider(
    kit.provider({ name: "foo", type: "bootstrap", controllers: [fooConfig] }),
  );
  expect(watchedRules).toContainEqual({ apiGroups: [""], resources: ["secrets"], verbs: ["create", "get", "update"] });
  expect(watchedRules).toContainEqual({
    apiGroups: ["bootstrap.cluster.x-k8s.io"],
    resources: ["fooconfigs/finalizers"],
    verbs: ["update"],
  });
  expect(watchedRules).toContainEqual({
    apiGroups: ["cluster.x-k8s.io"],
    resources: ["clusters", "machinepools", "machines"],
    verbs: ["get", "list", "watch"],
  });
  expect(ownership.map(({ owner }) => owner.kind)).toEqual(["Machine", "MachinePool"]);
});

test("a machine pool is owned by its MachinePool, and its data is only read", () => {
  const fooPool = kit.infraMachinePool(FooMachinePool, {
    cluster: FooCluster,
    reconcile: async () => provisioned({ providerIDs: [] }),
    delete: async () => removed(),
  });
  const { watchedRules, ownership } = describeProvider(
    kit.provider({ name: "foo", type: "infrastructure", controllers: [fooPool] }),
  );
  expect(watchedRules).toContainEqual({ apiGroups: [""], resources: ["secrets"], verbs: ["get"] });
  expect(ownership.map(({ owner }) => owner.kind)).toEqual(["MachinePool"]);
});
