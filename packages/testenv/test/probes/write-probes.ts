// Probes of what writes of all kinds have in common: replacement, dry runs, uids, kinds without a schema.
import { jsonPatch, merge, metadataOf, type Probe, type Step } from "./probe.ts";

const widgets = "/apis/probe.test/v1/namespaces/{ns}/widgets";
const widget = (metadata: object, spec: object = { size: 1 }): object => ({
  apiVersion: "probe.test/v1",
  kind: "Widget",
  metadata,
  spec,
});
const create = (name: string, more: object = {}): Step => ({
  method: "POST",
  path: widgets,
  body: widget({ name, ...more }),
  want: { status: 201 },
});

export const writeProbes: readonly Probe[] = [
  {
    name: "a replacement takes the place of everything but status",
    steps: [
      create("w", { labels: { a: "1" } }),
      {
        method: "PATCH",
        path: `${widgets}/w/status`,
        headers: merge,
        body: { status: { phase: "Up" } },
        want: { status: 200 },
      },
      {
        method: "PUT",
        path: `${widgets}/w`,
        body: (seen) => ({
          ...widget({ name: "w", resourceVersion: metadataOf(seen[1]).resourceVersion }, { size: 2 }),
          status: { phase: "Down" },
        }),
        want: {
          status: 200,
          body: { metadata: { generation: 2 }, spec: { size: 2, color: "red" }, status: { phase: "Up" } },
          without: ["metadata.labels"],
        },
      },
      {
        method: "PUT",
        path: `${widgets}/w/status`,
        body: (seen) => ({
          ...widget(
            { name: "w", resourceVersion: metadataOf(seen[2]).resourceVersion, labels: { b: "2" } },
            { size: 7 },
          ),
          status: { ready: true },
        }),
        want: {
          status: 200,
          body: { metadata: { generation: 2 }, spec: { size: 2 }, status: { ready: true } },
          without: ["metadata.labels", "status.phase"],
        },
      },
    ],
  },
  {
    name: "a uid names one life of an object",
    steps: [
      create("w"),
      {
        method: "PUT",
        path: `${widgets}/w`,
        body: (seen) =>
          widget({
            name: "w",
            uid: "00000000-0000-0000-0000-000000000000",
            resourceVersion: metadataOf(seen[0]).resourceVersion,
          }),
        want: { status: 409, body: { reason: "Conflict" } },
      },
      {
        method: "PATCH",
        path: `${widgets}/w`,
        headers: merge,
        body: { metadata: { uid: "00000000-0000-0000-0000-000000000000" } },
        want: {
          status: 422,
          body: {
            message:
              'Widget.probe.test "w" is invalid: metadata.uid: Invalid value: "00000000-0000-0000-0000-000000000000": field is immutable',
          },
        },
      },
    ],
  },
  {
    name: "what is not there cannot be replaced",
    steps: [
      {
        method: "PUT",
        path: `${widgets}/none`,
        body: widget({ name: "none", resourceVersion: "1" }),
        want: { status: 404, body: { reason: "NotFound" } },
      },
    ],
  },
  {
    name: "types are of the resource",
    steps: [
      {
        method: "POST",
        path: widgets,
        body: { apiVersion: "probe.test/v2", kind: "Widget", metadata: { name: "w" } },
        want: {
          status: 400,
          body: {
            reason: "BadRequest",
            message:
              "the API version in the data (probe.test/v2) does not match the expected API version (probe.test/v1)",
          },
        },
      },
      {
        method: "POST",
        path: widgets,
        body: { metadata: { name: "w" } },
        want: { status: 400, body: { reason: "BadRequest" } },
      },
      { method: "POST", path: "/apis/probe.test/v1/namespaces/{ns}/plains", body: {}, want: { status: 404 } },
    ],
  },
  {
    name: "dry runs of changes and deletions",
    steps: [
      create("w"),
      {
        method: "PATCH",
        path: `${widgets}/w?dryRun=All`,
        headers: merge,
        body: { spec: { size: 2 } },
        want: { status: 200, body: { metadata: { generation: 2 }, spec: { size: 2 } } },
      },
      { method: "DELETE", path: `${widgets}/w?dryRun=All`, want: { status: 200, body: { status: "Success" } } },
      {
        method: "GET",
        path: `${widgets}/w`,
        want: { status: 200, body: { metadata: { generation: 1 }, spec: { size: 1 } } },
      },
      { method: "POST", path: `${widgets}?dryRun=Some`, body: widget({ name: "x" }), want: { status: 422 } },
    ],
  },
  {
    name: "patches are validated like every other write",
    steps: [
      create("w"),
      {
        method: "PATCH",
        path: `${widgets}/w?fieldValidation=Strict`,
        headers: merge,
        body: { spec: { wrong: 1 } },
        want: { status: 422, body: { reason: "Invalid" } },
      },
      {
        method: "PATCH",
        path: `${widgets}/w`,
        headers: merge,
        body: { spec: { size: 99 } },
        want: { status: 422, body: { reason: "Invalid" } },
      },
      {
        method: "PATCH",
        path: `${widgets}/w`,
        headers: merge,
        body: { spec: { color: null } },
        want: { status: 200, body: { spec: { color: "red" } } },
      },
      {
        method: "PATCH",
        path: `${widgets}/w`,
        headers: jsonPatch,
        body: [{ op: "add", path: "/metadata/finalizers", value: ["probe.test/hold"] }],
        want: { status: 200, body: { metadata: { finalizers: ["probe.test/hold"], generation: 1 } } },
      },
      {
        method: "PATCH",
        path: `${widgets}/w`,
        headers: jsonPatch,
        body: { op: "add" },
        want: { status: 400, body: { reason: "BadRequest" } },
      },
      {
        method: "PATCH",
        path: `${widgets}/w`,
        headers: jsonPatch,
        body: [{ op: "remove", path: "/metadata/finalizers" }],
        want: { status: 200, without: ["metadata.finalizers"] },
      },
    ],
  },
  {
    name: "objects of all namespaces are listed and watched together",
    steps: [
      create("w", { labels: { here: "{ns}" } }),
      {
        method: "GET",
        path: "/apis/probe.test/v1/widgets?labelSelector=here%3D{ns}",
        want: { status: 200, body: { kind: "WidgetList", items: [{ metadata: { namespace: "{ns}", name: "w" } }] } },
      },
      {
        method: "GET",
        path: `${widgets}?watch=true&timeoutSeconds=1&fieldSelector=metadata.name%3Dw`,
        want: { status: 200, body: [{ type: "ADDED", object: { metadata: { name: "w" } } }] },
      },
      {
        method: "GET",
        path: `${widgets}?watch=true&timeoutSeconds=1&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan`,
        want: {
          status: 200,
          body: [
            { type: "ADDED", object: { kind: "Widget" } },
            { type: "BOOKMARK", object: { kind: "Widget", apiVersion: "probe.test/v1" } },
          ],
        },
      },
    ],
  },
];
