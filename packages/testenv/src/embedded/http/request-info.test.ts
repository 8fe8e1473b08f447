// Which resource a path names.
import { expect, test } from "vitest";
import { parseResourcePath } from "./request-info.ts";

const core = { group: "", version: "v1", namespace: "", name: "", subresource: "" };
const apps = { ...core, group: "apps", plural: "deployments" };

test.each([
  { path: "/api/v1/nodes", want: { ...core, plural: "nodes" } },
  { path: "/api/v1/nodes/a/status", want: { ...core, plural: "nodes", name: "a", subresource: "status" } },
  { path: "/api/v1/namespaces", want: { ...core, plural: "namespaces" } },
  { path: "/api/v1/namespaces/a", want: { ...core, plural: "namespaces", name: "a" } },
  { path: "/api/v1/namespaces/a/status", want: { ...core, plural: "namespaces", name: "a", subresource: "status" } },
  {
    path: "/api/v1/namespaces/a/finalize",
    want: { ...core, plural: "namespaces", name: "a", subresource: "finalize" },
  },
  { path: "/api/v1/namespaces/a/pods", want: { ...core, plural: "pods", namespace: "a" } },
  { path: "/api/v1/namespaces/a/status/b", want: { ...core, plural: "status", namespace: "a", name: "b" } },
  { path: "/apis/apps/v1/namespaces/a/status", want: { ...apps, plural: "status", namespace: "a" } },
  { path: "/apis/apps/v1/deployments", want: apps },
  {
    path: "/apis/apps/v1/namespaces/a/deployments/b/scale",
    want: { ...apps, namespace: "a", name: "b", subresource: "scale" },
  },
  { path: "/api/v1/nodes/a%3Ab", want: { ...core, plural: "nodes", name: "a:b" } },
  { path: "/api/v1/nodes/a/status/more", want: undefined },
  { path: "/api/v1/nodes/", want: { ...core, plural: "nodes" } },
  { path: "/api/v1/nodes//", want: undefined },
  { path: "/api/v1", want: undefined },
  { path: "/api//nodes", want: undefined },
  { path: "/apis", want: undefined },
  { path: "/apis/apps/v1", want: undefined },
  { path: "/other/v1/nodes", want: undefined },
  { path: "/other/apps/v1/deployments", want: undefined },
])("$path", ({ path, want }) => expect(parseResourcePath(path)).toEqual(want));
