// A valid request of each hook that the server has, with the parts that handlers read.
import { hookCatalog } from "@capstan/api/catalog";
import type { ExtensionHandler } from "@capstan/api/hooks/v1alpha1";
import { backupGroup } from "../../../../packages/extension-kit/src/testing/backup-hooks.ts";
import { hookRequests } from "../../../../packages/extension-kit/test/hook-requests.ts";

/** What is changed before it is sent. */
export interface Sample {
  readonly path: string;
  readonly request: object;
}

const metadata = { name: "c", namespace: "n", labels: { "example.dev/team": "a" } };
const topology = {
  version: "v1.35.0",
  variables: [{ name: "image", value: "one" }],
  workers: { machineDeployments: [{ class: "default", name: "md-0", replicas: 3 }] },
};
const clusters = {
  older: { metadata, spec: { topology: { ...topology, class: "big" } } },
  newer: {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata,
    spec: { topology: { ...topology, classRef: { name: "big" } } },
  },
} as const;
const holderReference = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "MachineDeployment",
  namespace: "n",
  name: "md-0",
  fieldPath: "spec.template.spec.infrastructureRef",
};
const object = {
  apiVersion: "infrastructure.example.dev/v1",
  kind: "FooTemplate",
  metadata,
  spec: { template: { spec: { image: "zero", tags: ["a"] } } },
};
const templates = {
  variables: [...topology.variables, { name: "builtin", value: { cluster: { name: "c", uid: "u" } } }],
  items: [1, 2, 3].map((uid) => ({
    uid: `6f1e2d3c-1111-2222-3333-44445555666${uid}`,
    holderReference,
    object,
    variables: [{ name: "builtin", value: { machineDeployment: { replicas: uid } } }],
  })),
};

const requests: Readonly<Record<string, object>> = {
  ...hookRequests,
  GeneratePatches: templates,
  ValidateTopology: templates,
};

/** The requests of one handler: with a Cluster, one of each version. */
function requestsOf(hook: string): readonly object[] {
  const request = requests[hook] ?? {};
  return "cluster" in request ? Object.values(clusters).map((cluster) => ({ ...request, cluster })) : [request];
}

/** The samples of the handlers that discovery found, of discovery itself, and of the server's own hook. */
export function samplesOf(handlers: readonly ExtensionHandler[]): readonly Sample[] {
  const called = handlers.flatMap(({ name, requestHook: { apiVersion, hook } }) =>
    Object.values(hookCatalog)
      .filter((entry) => entry.name === hook && !entry.singleton)
      .flatMap((entry) =>
        requestsOf(entry.name).map((request) => ({
          path: `/${apiVersion}/${hook.toLowerCase()}/${name}`,
          request: { apiVersion, kind: entry.requestKind, settings: { reason: "none" }, ...request },
        })),
      ),
  );
  return [
    ...called,
    {
      path: hookCatalog.Discovery.path,
      request: { apiVersion: hookCatalog.Discovery.apiVersion, kind: "DiscoveryRequest" },
    },
    { path: `/${backupGroup}/v1/beforebackup/before-backup`, request: { target: "a", note: "b" } },
    { path: `/${backupGroup}/v2/beforebackup/before-backup`, request: { place: { name: "a", zone: "z" }, copies: 2 } },
  ];
}
