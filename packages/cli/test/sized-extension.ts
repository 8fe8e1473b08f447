// An extension that `capstan plan` compares, as source and as it was recorded on a tape.
import { hookCatalog } from "@capstan/api/catalog";
import { defineExtension, type Extension, proceed } from "@capstan/extension-kit";
import { callInProcess, requestItems, requestVariables } from "@capstan/extension-kit/testing";
import type { KubeObject } from "@capstan/kube";

/** A handler that sets the size of machines, and one field of the control plane. */
export function extensionSource({ size = "2", more = "", name = "size" }: Record<string, string> = {}): string {
  return `import { defineExtension, proceed } from "@capstan/extension-kit";
export const extension = defineExtension({
  generatePatches: {
    "patches-v1": ({ items }) => proceed({
      items: items.map(({ uid, object }) => ({ uid, patch: object.kind === "FooMachineTemplate"
        ? { metadata: { labels: { v: "${size === "2" ? "a" : "b"}" } }, spec: { template: { spec: { size: ${size} } } } }
        : { spec: { template: { spec: { kubeadmConfigSpec: { clusterConfiguration: { dns: { imageTag: "${size}" } } } } } } } })),
    }),${more}
  },
  discoverVariables: { "variables-v1": () => proceed({ variables: [{ name: "size", required: ${size === "2"}, schema: { openAPIV3Schema: { type: "integer" } } }] }) },
}, { name: "${name}" });
`;
}

/** The same, as it was recorded. */
const recordedExtension: Extension = defineExtension(
  {
    generatePatches: {
      "patches-v1": ({ items }) =>
        proceed({
          items: items.map(({ uid, object }) => ({
            uid,
            patch:
              object["kind"] === "FooMachineTemplate"
                ? { metadata: { labels: { v: "a" } }, spec: { template: { spec: { size: 2 } } } }
                : {
                    spec: {
                      template: { spec: { kubeadmConfigSpec: { clusterConfiguration: { dns: { imageTag: "2" } } } } },
                    },
                  },
          })),
        }),
    },
    discoverVariables: {
      "variables-v1": () =>
        proceed({ variables: [{ name: "size", required: true, schema: { openAPIV3Schema: { type: "integer" } } }] }),
    },
  },
  { name: "size" },
);

/** A template with nothing in it. */
export function emptyTemplate(apiVersion: string, kind: string): KubeObject {
  return Object.assign({ apiVersion, kind, metadata: { name: "t" } }, { spec: { template: { spec: {} } } });
}

/** The key of its digests. */
export const tapeKey = "a2V5IG9mIHRoaXMgdGFwZQ==";
/** The first line of a tape. */
export const tapeHeader: string = `{"capstanTape":2,"extension":"size","clusterApi":">=1.14","at":"2026-01-02T03:04:05.000Z","key":"${tapeKey}","secretVariables":[]}`;

/** A tape with a call for each Cluster, and one for variables. The Clusters have these UIDs, or ones of the tape. */
export async function tapeOf(
  clusters: readonly string[],
  uids: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { GeneratePatches, DiscoverVariables } = hookCatalog;
  const calls = await Promise.all(
    clusters.map(async (name) => {
      const items = requestItems([
        {
          object: emptyTemplate("controlplane.cluster.x-k8s.io/v1beta2", "KubeadmControlPlaneTemplate"),
          holder: { name, fieldPath: "spec.controlPlaneRef" },
        },
        {
          object: emptyTemplate("infrastructure.cluster.x-k8s.io/v1beta2", "FooMachineTemplate"),
          holder: { kind: "MachineDeployment", name: `${name}-md`, fieldPath: "spec.template.spec.infrastructureRef" },
        },
      ]);
      const cluster = { namespace: "default", name, uid: uids[name] ?? `uid-${name}` };
      const request = { items, variables: requestVariables({ builtin: { cluster } }) };
      const response = await callInProcess(recordedExtension, GeneratePatches, { request });
      return { hook: "GeneratePatches", handler: "patches-v1", cluster, request, response };
    }),
  );
  const response = await callInProcess(recordedExtension, DiscoverVariables, { request: {} });
  const all = [...calls, { hook: "DiscoverVariables", handler: "variables-v1", request: {}, response }];
  const { apiVersion } = GeneratePatches;
  return [tapeHeader, ...all.map((call) => JSON.stringify({ apiVersion, at: "", ...call })), ""].join("\n");
}
