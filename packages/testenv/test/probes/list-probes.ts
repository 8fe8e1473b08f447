// Probes of lists and watches: selectors, pages, versions, initial events, bookmarks.
import { merge, type Probe, type Step, metadataOf } from "./probe.ts";

const path = "/api/v1/namespaces/{ns}/configmaps";
const create = (name: string, labels: object = {}): Step => ({
  method: "POST",
  path,
  body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels } },
  want: { status: 201 },
});
const named = (...names: string[]): object[] => names.map((name) => ({ metadata: { name } }));

export const listProbes: readonly Probe[] = [
  {
    name: "selectors choose",
    steps: [
      create("a", { tier: "x" }),
      create("b", { tier: "y" }),
      create("c"),
      {
        method: "GET",
        path: `${path}?labelSelector=tier%3Dx`,
        want: { status: 200, body: { kind: "ConfigMapList", apiVersion: "v1", items: named("a") } },
      },
      {
        method: "GET",
        path: `${path}?labelSelector=tier%20in%20(x,y)`,
        want: { status: 200, body: { items: named("a", "b") } },
      },
      { method: "GET", path: `${path}?labelSelector=!tier`, want: { status: 200, body: { items: named("c") } } },
      {
        method: "GET",
        path: `${path}?fieldSelector=metadata.name%3Db`,
        want: { status: 200, body: { items: named("b") } },
      },
      {
        method: "GET",
        path: `${path}?fieldSelector=spec.nothing%3Db`,
        want: { status: 400, body: { reason: "BadRequest" } },
      },
      { method: "GET", path: `${path}?labelSelector=a%3Db%3Dc`, want: { status: 400, body: { reason: "BadRequest" } } },
    ],
  },
  {
    name: "a definition says what can be selected",
    steps: [
      {
        method: "POST",
        path: "/apis/probe.test/v1/namespaces/{ns}/widgets",
        body: {
          apiVersion: "probe.test/v1",
          kind: "Widget",
          metadata: { name: "g" },
          spec: { size: 1, color: "green" },
        },
        want: { status: 201 },
      },
      {
        method: "POST",
        path: "/apis/probe.test/v1/namespaces/{ns}/widgets",
        body: { apiVersion: "probe.test/v1", kind: "Widget", metadata: { name: "r" }, spec: { size: 1 } },
        want: { status: 201 },
      },
      {
        method: "GET",
        path: "/apis/probe.test/v1/namespaces/{ns}/widgets?fieldSelector=spec.color%3Dgreen",
        want: { status: 200, body: { items: named("g") } },
      },
      {
        method: "GET",
        path: "/apis/probe.test/v1/namespaces/{ns}/widgets?fieldSelector=spec.size%3D1",
        want: { status: 400 },
      },
    ],
  },
  {
    name: "lists come in pages of one state",
    steps: [
      create("a"),
      create("b"),
      create("d"),
      {
        method: "GET",
        path: `${path}?limit=2`,
        want: { status: 200, body: { metadata: { remainingItemCount: 1 }, items: named("a", "b") } },
      },
      create("c"),
      {
        method: "GET",
        path: (seen) => `${path}?limit=2&continue=${metadataOf(seen[3]).continue}`,
        want: { status: 200, body: { items: named("d") }, without: ["metadata.continue"] },
      },
      { method: "GET", path: `${path}?continue=nonsense`, want: { status: 400, body: { reason: "BadRequest" } } },
    ],
  },
  {
    name: "versions of lists are checked",
    steps: [
      {
        method: "GET",
        path: `${path}?resourceVersion=999999999`,
        want: {
          status: 504,
          body: {
            reason: "Timeout",
            details: {
              retryAfterSeconds: 1,
              causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
            },
          },
        },
      },
      { method: "GET", path: `${path}?resourceVersionMatch=Exact`, want: { status: 422, body: { reason: "Invalid" } } },
      { method: "GET", path: `${path}?resourceVersion=abc`, want: { status: 400 } },
    ],
  },
  {
    name: "a watch shows what happens",
    steps: [
      create("a"),
      { method: "GET", path, want: { status: 200 } },
      { method: "PATCH", path: `${path}/a`, headers: merge, body: { data: { x: "1" } }, want: { status: 200 } },
      create("b"),
      { method: "DELETE", path: `${path}/a`, want: { status: 200 } },
      {
        method: "GET",
        path: (seen) => `${path}?watch=true&timeoutSeconds=1&resourceVersion=${metadataOf(seen[1]).resourceVersion}`,
        want: {
          status: 200,
          body: [
            { type: "MODIFIED", object: { metadata: { name: "a" }, data: { x: "1" } } },
            { type: "ADDED", object: { metadata: { name: "b" } } },
            { type: "DELETED", object: { metadata: { name: "a" }, data: { x: "1" } } },
          ],
        },
      },
    ],
  },
  {
    name: "selectors make objects come and go",
    steps: [
      create("a", { on: "1" }),
      { method: "GET", path, want: { status: 200 } },
      {
        method: "PATCH",
        path: `${path}/a`,
        headers: merge,
        body: { metadata: { labels: { on: null } } },
        want: { status: 200 },
      },
      { method: "PATCH", path: `${path}/a`, headers: merge, body: { data: { unseen: "1" } }, want: { status: 200 } },
      {
        method: "PATCH",
        path: `${path}/a`,
        headers: merge,
        body: { metadata: { labels: { on: "2" } } },
        want: { status: 200 },
      },
      {
        method: "GET",
        path: (seen) =>
          `${path}?watch=true&timeoutSeconds=1&labelSelector=on&resourceVersion=${metadataOf(seen[1]).resourceVersion}`,
        want: {
          status: 200,
          body: [
            { type: "DELETED", object: { metadata: { labels: { on: "1" } } } },
            { type: "ADDED", object: { metadata: { labels: { on: "2" } } } },
          ],
        },
      },
    ],
  },
  {
    name: "a watch without a version begins with what there is",
    steps: [
      create("a"),
      create("b"),
      {
        method: "GET",
        path: `${path}?watch=true&timeoutSeconds=1`,
        want: {
          status: 200,
          body: [
            { type: "ADDED", object: { metadata: { name: "a" } } },
            { type: "ADDED", object: { metadata: { name: "b" } } },
          ],
        },
      },
    ],
  },
  {
    name: "initial events end with a bookmark",
    steps: [
      create("a"),
      {
        method: "GET",
        path: `${path}?watch=true&timeoutSeconds=1&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan`,
        want: {
          status: 200,
          body: [
            { type: "ADDED", object: { metadata: { name: "a" } } },
            {
              type: "BOOKMARK",
              object: {
                kind: "ConfigMap",
                apiVersion: "v1",
                metadata: { annotations: { "k8s.io/initial-events-end": "true" } },
              },
            },
          ],
        },
      },
      {
        method: "GET",
        path: `${path}?watch=true&timeoutSeconds=1&sendInitialEvents=true`,
        want: { status: 422, body: { reason: "Invalid" } },
      },
    ],
  },
  {
    name: "metadata comes alone when asked for",
    steps: [
      create("a", { x: "1" }),
      {
        method: "GET",
        path: `${path}/a`,
        headers: { accept: "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1" },
        want: {
          status: 200,
          body: {
            kind: "PartialObjectMetadata",
            apiVersion: "meta.k8s.io/v1",
            metadata: { name: "a", labels: { x: "1" } },
          },
          without: ["data"],
        },
      },
      {
        method: "GET",
        path,
        headers: { accept: "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1" },
        want: {
          status: 200,
          body: { kind: "PartialObjectMetadataList", apiVersion: "meta.k8s.io/v1", items: named("a") },
        },
      },
      {
        method: "GET",
        path: `${path}?watch=true&timeoutSeconds=1`,
        headers: { accept: "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1" },
        want: {
          status: 200,
          body: [{ type: "ADDED", object: { kind: "PartialObjectMetadata", metadata: { name: "a" } } }],
        },
      },
      { method: "GET", path, headers: { accept: "text/html" }, want: { status: 406 } },
    ],
  },
  {
    name: "values of a query are read leniently, but integers are not",
    steps: [
      create("a"),
      {
        method: "GET",
        path: `${path}?watch=yes&timeoutSeconds=1`,
        want: { status: 200, body: [{ type: "ADDED", object: { metadata: { name: "a" } } }] },
      },
      { method: "GET", path: `${path}?watch=FALSE`, want: { status: 200, body: { items: named("a") } } },
      { method: "GET", path: `${path}?limit=-1`, want: { status: 200, body: { items: named("a") } } },
      { method: "GET", path: `${path}/`, want: { status: 200, body: { items: named("a") } } },
      { method: "GET", path: `${path}/a?watch=true`, want: { status: 200, body: { metadata: { name: "a" } } } },
      { method: "GET", path: `${path}/a?resourceVersion=99999999`, want: { status: 504, body: { reason: "Timeout" } } },
      {
        method: "GET",
        path: `${path}?watch=true&timeoutSeconds=x`,
        want: { status: 400, body: { message: 'strconv.ParseInt: parsing "x": invalid syntax' } },
      },
      {
        method: "GET",
        path: `${path}?watch=true&timeoutSeconds=1&sendInitialEvents=1&resourceVersionMatch=NotOlderThan`,
        want: { status: 200, body: [{ type: "ADDED", object: { metadata: { name: "a" } } }] },
      },
    ],
  },
];
