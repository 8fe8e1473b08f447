// Probes of deletion: finalizers, preconditions, collections, namespaces.
import { merge, type Probe, type Step, metadataOf } from "./probe.ts";

const path = "/apis/probe.test/v1/namespaces/{ns}/widgets";
const create = (name: string, metadata: object = {}): Step => ({
  method: "POST",
  path,
  body: { apiVersion: "probe.test/v1", kind: "Widget", metadata: { name, ...metadata }, spec: { size: 1 } },
  want: { status: 201 },
});
export const deleteProbes: readonly Probe[] = [
  {
    name: "a plain deletion answers with a status",
    steps: [
      create("a"),
      {
        method: "DELETE",
        path: `${path}/a`,
        want: {
          status: 200,
          body: {
            kind: "Status",
            apiVersion: "v1",
            status: "Success",
            details: { name: "a", group: "probe.test", kind: "widgets" },
          },
        },
      },
      {
        method: "DELETE",
        path: `${path}/a`,
        want: { status: 404, body: { reason: "NotFound", message: 'widgets.probe.test "a" not found' } },
      },
    ],
  },
  {
    name: "finalizers hold an object",
    steps: [
      create("a", { finalizers: ["probe.test/hold"] }),
      {
        method: "DELETE",
        path: `${path}/a`,
        want: {
          status: 200,
          body: {
            kind: "Widget",
            metadata: { name: "a", generation: 2, deletionGracePeriodSeconds: 0, finalizers: ["probe.test/hold"] },
          },
        },
      },
      {
        method: "PATCH",
        path: `${path}/a`,
        headers: merge,
        body: { metadata: { finalizers: ["probe.test/hold", "probe.test/more"] } },
        want: {
          status: 422,
          body: {
            message:
              'Widget.probe.test "a" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"probe.test/more"}',
          },
        },
      },
      {
        method: "PATCH",
        path: `${path}/a`,
        headers: merge,
        body: { spec: { size: 2 } },
        want: { status: 200, body: { metadata: { generation: 3 } } },
      },
      {
        method: "PATCH",
        path: `${path}/a`,
        headers: merge,
        body: { metadata: { finalizers: null } },
        want: { status: 200, body: { metadata: { name: "a" } }, without: ["metadata.finalizers"] },
      },
      { method: "GET", path: `${path}/a`, want: { status: 404 } },
    ],
  },
  {
    name: "finalizers are checked",
    steps: [
      {
        method: "POST",
        path,
        body: {
          apiVersion: "probe.test/v1",
          kind: "Widget",
          metadata: { name: "a", finalizers: ["bad one"] },
          spec: { size: 1 },
        },
        want: { status: 422 },
      },
    ],
  },
  {
    name: "preconditions are met",
    steps: [
      create("a"),
      {
        method: "DELETE",
        path: `${path}/a`,
        body: { kind: "DeleteOptions", apiVersion: "v1", preconditions: { uid: "other" } },
        want: { status: 409, body: { reason: "Conflict" } },
      },
      {
        method: "DELETE",
        path: `${path}/a`,
        body: (seen) => ({
          kind: "DeleteOptions",
          apiVersion: "v1",
          preconditions: { uid: metadataOf(seen[0]).uid, resourceVersion: "1" },
        }),
        want: { status: 409 },
      },
      {
        method: "DELETE",
        path: `${path}/a`,
        body: (seen) => ({ kind: "DeleteOptions", apiVersion: "v1", preconditions: { uid: metadataOf(seen[0]).uid } }),
        want: { status: 200 },
      },
    ],
  },
  {
    name: "propagation is a finalizer",
    steps: [
      create("a"),
      create("b"),
      { method: "DELETE", path: `${path}/b?propagationPolicy=Sideways`, want: { status: 422 } },
      { method: "DELETE", path: `${path}/b?dryRun=All`, want: { status: 200 } },
      { method: "GET", path: `${path}/b`, want: { status: 200, without: ["metadata.deletionTimestamp"] } },
    ],
  },
  {
    name: "collections are deleted by selector",
    steps: [
      create("a", { labels: { go: "1" } }),
      create("b", { labels: { go: "1" } }),
      create("c"),
      { method: "DELETE", path: `${path}?labelSelector=go`, want: { status: 200 } },
      { method: "DELETE", path: "/apis/probe.test/v1/widgets?labelSelector=go", want: { status: 404 } },
      { method: "DELETE", path: "/api/v1/configmaps?labelSelector=go", want: { status: 405 } },
      { method: "GET", path, want: { status: 200, body: { items: [{ metadata: { name: "c" } }] } } },
    ],
  },
  {
    name: "owners are checked",
    steps: [
      {
        method: "POST",
        path,
        body: {
          apiVersion: "probe.test/v1",
          kind: "Widget",
          metadata: { name: "a", ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "" }] },
          spec: { size: 1 },
        },
        want: {
          status: 422,
          body: {
            message:
              'Widget.probe.test "a" is invalid: metadata.ownerReferences.uid: Invalid value: "": must not be empty',
          },
        },
      },
    ],
  },
  {
    name: "a namespace goes with what is in it",
    steps: [
      {
        method: "POST",
        path: "/api/v1/namespaces",
        body: { apiVersion: "v1", kind: "Namespace", metadata: { name: "{ns}-gone" } },
        want: {
          status: 201,
          body: {
            status: { phase: "Active" },
            spec: { finalizers: ["kubernetes"] },
            metadata: { labels: { "kubernetes.io/metadata.name": "{ns}-gone" } },
          },
        },
      },
      {
        method: "POST",
        path: "/apis/probe.test/v1/namespaces/{ns}-gone/widgets",
        body: {
          apiVersion: "probe.test/v1",
          kind: "Widget",
          metadata: { name: "a", finalizers: ["probe.test/hold"] },
          spec: { size: 1 },
        },
        want: { status: 201 },
      },
      {
        method: "DELETE",
        path: "/api/v1/namespaces/{ns}-gone",
        want: { status: 200, body: { status: { phase: "Terminating" } } },
      },
      {
        method: "POST",
        path: "/apis/probe.test/v1/namespaces/{ns}-gone/widgets",
        body: { apiVersion: "probe.test/v1", kind: "Widget", metadata: { name: "late" }, spec: { size: 1 } },
        want: {
          status: 403,
          body: {
            reason: "Forbidden",
            message:
              'widgets.probe.test "late" is forbidden: unable to create new content in namespace {ns}-gone because it is being terminated',
            details: { causes: [{ reason: "NamespaceTerminating" }] },
          },
        },
      },
      {
        method: "PATCH",
        path: "/apis/probe.test/v1/namespaces/{ns}-gone/widgets/a",
        headers: merge,
        body: { metadata: { finalizers: null } },
        want: { status: 200 },
      },
      { method: "GET", path: "/api/v1/namespaces/{ns}-gone", want: { status: 404 }, eventually: true },
    ],
  },
];
