// Probes of what single built-in kinds do: leases, nodes, events, webhook configurations, definitions.
import { merge, type Probe } from "./probe.ts";

const moves = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/moves.{ns}.test";

function versionOf(name: string, storage: boolean): object {
  return { name, served: true, storage, schema: { openAPIV3Schema: { type: "object" } } };
}

export const builtinProbes: readonly Probe[] = [
  {
    name: "built-in kinds count where Kubernetes does",
    steps: [
      {
        method: "POST",
        path: "/apis/coordination.k8s.io/v1/namespaces/{ns}/leases",
        body: {
          apiVersion: "coordination.k8s.io/v1",
          kind: "Lease",
          metadata: { name: "l" },
          spec: { holderIdentity: "me", leaseDurationSeconds: 15 },
        },
        want: { status: 201, body: { spec: { holderIdentity: "me" } }, without: ["metadata.generation"] },
      },
      {
        method: "PUT",
        path: "/apis/coordination.k8s.io/v1/namespaces/{ns}/leases/l",
        body: {
          apiVersion: "coordination.k8s.io/v1",
          kind: "Lease",
          metadata: { name: "l" },
          spec: { holderIdentity: "you", leaseDurationSeconds: 15 },
        },
        want: {
          status: 422,
          body: {
            message:
              'leases.coordination.k8s.io "l" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
          },
        },
      },
      {
        method: "POST",
        path: "/api/v1/nodes",
        body: {
          apiVersion: "v1",
          kind: "Node",
          metadata: { name: "node-{ns}" },
          spec: { providerID: "probe://1" },
          status: { nodeInfo: { kubeletVersion: "v1" } },
        },
        want: { status: 201, body: { spec: { providerID: "probe://1" } } },
      },
      {
        method: "PATCH",
        path: "/api/v1/nodes/node-{ns}/status",
        headers: merge,
        body: { status: { conditions: [{ type: "Ready", status: "True" }] } },
        want: {
          status: 200,
          body: { spec: { providerID: "probe://1" }, status: { conditions: [{ type: "Ready", status: "True" }] } },
        },
      },
      { method: "DELETE", path: "/api/v1/nodes/node-{ns}", want: { status: 200 } },
    ],
  },
  {
    name: "events are found by what they are about",
    steps: [
      {
        method: "POST",
        path: "/api/v1/namespaces/{ns}/events",
        body: {
          apiVersion: "v1",
          kind: "Event",
          metadata: { name: "e" },
          involvedObject: { kind: "Widget", namespace: "{ns}", name: "w" },
          reason: "Made",
          message: "made it",
          type: "Normal",
        },
        want: { status: 201 },
      },
      {
        method: "GET",
        path: "/api/v1/namespaces/{ns}/events?fieldSelector=involvedObject.name%3Dw,reason%3DMade",
        want: { status: 200, body: { items: [{ metadata: { name: "e" }, reason: "Made" }] } },
      },
      {
        method: "GET",
        path: "/api/v1/namespaces/{ns}/events?fieldSelector=involvedObject.name%3Dx",
        want: { status: 200, body: { items: [] } },
      },
    ],
  },
  {
    name: "a webhook configuration is completed",
    steps: [
      {
        method: "POST",
        path: "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations?dryRun=All",
        body: {
          apiVersion: "admissionregistration.k8s.io/v1",
          kind: "ValidatingWebhookConfiguration",
          metadata: { name: "v" },
          webhooks: [
            {
              name: "a.probe.test",
              clientConfig: { service: { namespace: "default", name: "s" } },
              rules: [{ apiGroups: ["x"], apiVersions: ["v1"], resources: ["y"], operations: ["CREATE"] }],
              admissionReviewVersions: ["v1"],
              sideEffects: "None",
            },
          ],
        },
        want: {
          status: 201,
          body: {
            metadata: { generation: 1 },
            webhooks: [
              {
                failurePolicy: "Fail",
                matchPolicy: "Equivalent",
                timeoutSeconds: 10,
                namespaceSelector: {},
                objectSelector: {},
                rules: [{ scope: "*" }],
                clientConfig: { service: { port: 443 } },
              },
            ],
          },
        },
      },
    ],
  },
  {
    name: "definitions are completed and established",
    steps: [
      {
        method: "POST",
        path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        body: {
          apiVersion: "apiextensions.k8s.io/v1",
          kind: "CustomResourceDefinition",
          metadata: { name: "dones.{ns}.test" },
          spec: {
            group: "{ns}.test",
            scope: "Cluster",
            names: { kind: "Done", plural: "dones" },
            versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
          },
        },
        want: {
          status: 201,
          body: {
            metadata: { generation: 1 },
            spec: { conversion: { strategy: "None" }, names: { singular: "done", listKind: "DoneList" } },
            status: { storedVersions: ["v1"] },
          },
        },
      },
      {
        method: "GET",
        path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/dones.{ns}.test",
        want: {
          status: 200,
          body: {
            status: {
              acceptedNames: { kind: "Done", plural: "dones" },
              conditions: [
                { type: "NamesAccepted", status: "True" },
                { type: "Established", status: "True" },
              ],
            },
          },
        },
        eventually: true,
      },
      {
        method: "POST",
        path: "/apis/{ns}.test/v1/dones",
        body: { apiVersion: "{ns}.test/v1", kind: "Done", metadata: { name: "d" } },
        want: { status: 201 },
        eventually: true,
      },
      {
        method: "DELETE",
        path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/dones.{ns}.test",
        want: { status: 200 },
      },
      { method: "GET", path: "/apis/{ns}.test/v1/dones", want: { status: 404 }, eventually: true },
    ],
  },
  {
    name: "objects are lost with their version if the status of a definition says that none is stored in it",
    steps: [
      {
        method: "POST",
        path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        body: {
          apiVersion: "apiextensions.k8s.io/v1",
          kind: "CustomResourceDefinition",
          metadata: { name: "moves.{ns}.test" },
          spec: {
            group: "{ns}.test",
            scope: "Cluster",
            names: { kind: "Move", plural: "moves" },
            versions: [versionOf("v1", true), versionOf("v2", false)],
          },
        },
        want: { status: 201, body: { metadata: { generation: 1 }, status: { storedVersions: ["v1"] } } },
      },
      {
        method: "POST",
        path: "/apis/{ns}.test/v1/moves",
        body: { apiVersion: "{ns}.test/v1", kind: "Move", metadata: { name: "m" } },
        want: { status: 201 },
        eventually: true,
      },
      {
        method: "PATCH",
        path: moves,
        headers: merge,
        body: { spec: { versions: [versionOf("v1", false), versionOf("v2", true)] } },
        want: { status: 200, body: { metadata: { generation: 2 }, status: { storedVersions: ["v1", "v2"] } } },
      },
      {
        method: "PATCH",
        path: moves,
        headers: merge,
        body: { spec: { versions: [versionOf("v2", true)] } },
        want: {
          status: 422,
          body: { reason: "Invalid", details: { causes: [{ field: "status.storedVersions[0]" }] } },
        },
      },
      {
        method: "PATCH",
        path: `${moves}/status`,
        headers: merge,
        body: { metadata: { resourceVersion: "1" }, status: { storedVersions: ["v2"] } },
        want: { status: 409, body: { reason: "Conflict" } },
      },
      {
        method: "PATCH",
        path: `${moves}/status`,
        headers: merge,
        body: { status: { storedVersions: ["v2"] }, spec: { scope: "Namespaced" } },
        want: {
          status: 200,
          body: { metadata: { generation: 2 }, spec: { scope: "Cluster" }, status: { storedVersions: ["v2"] } },
        },
      },
      {
        method: "PATCH",
        path: moves,
        headers: merge,
        body: { spec: { versions: [versionOf("v2", true)] }, status: { storedVersions: ["v9"] } },
        want: { status: 200, body: { metadata: { generation: 3 }, status: { storedVersions: ["v2"] } } },
      },
      {
        method: "GET",
        path: "/apis/{ns}.test/v2/moves/m",
        want: {
          status: 500,
          body: { code: 500, message: "request to convert CR from an invalid group/version: {ns}.test/v1" },
          without: ["reason"],
        },
        eventually: true,
      },
      {
        method: "PATCH",
        path: moves,
        headers: merge,
        body: { spec: { versions: [versionOf("v1", false), versionOf("v2", true)] } },
        want: { status: 200, body: { status: { storedVersions: ["v2"] } } },
      },
      { method: "GET", path: "/apis/{ns}.test/v2/moves/m", want: { status: 200 }, eventually: true },
      { method: "DELETE", path: moves, want: { status: 200 } },
    ],
  },
];
