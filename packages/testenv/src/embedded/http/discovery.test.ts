// Discovery of the built-in kinds as `kubectl api-resources -o wide` prints it for a real server, and the documents around it.
import { beforeAll, describe, expect, test } from "vitest";
import { createState } from "../../../test/server.ts";
import { builtinKinds } from "../kinds/builtin-kinds.ts";
import { KindRegistry } from "../kinds/kind-registry.ts";
import { discoveryDocument } from "./discovery.ts";

const apiResources = `
configmaps                       cm         v1                               true   ConfigMap
endpoints                        ep         v1                               true   Endpoints
events                           ev         v1                               true   Event
namespaces                       ns         v1                               false  Namespace
namespaces/finalize                         v1                               false  Namespace
namespaces/status                           v1                               false  Namespace
nodes                            no         v1                               false  Node
nodes/status                                v1                               false  Node
persistentvolumeclaims           pvc        v1                               true   PersistentVolumeClaim
persistentvolumeclaims/status               v1                               true   PersistentVolumeClaim
persistentvolumes                pv         v1                               false  PersistentVolume
persistentvolumes/status                    v1                               false  PersistentVolume
pods                             po         v1                               true   Pod                             all
pods/status                                 v1                               true   Pod
secrets                                     v1                               true   Secret
serviceaccounts                  sa         v1                               true   ServiceAccount
serviceaccounts/token                       v1                               true   TokenRequest
services                         svc        v1                               true   Service                         all
services/status                             v1                               true   Service
mutatingwebhookconfigurations               admissionregistration.k8s.io/v1  false  MutatingWebhookConfiguration    api-extensions
validatingwebhookconfigurations             admissionregistration.k8s.io/v1  false  ValidatingWebhookConfiguration  api-extensions
customresourcedefinitions        crd,crds   apiextensions.k8s.io/v1          false  CustomResourceDefinition        api-extensions
customresourcedefinitions/status            apiextensions.k8s.io/v1          false  CustomResourceDefinition
daemonsets                       ds         apps/v1                          true   DaemonSet                       all
daemonsets/status                           apps/v1                          true   DaemonSet
deployments                      deploy     apps/v1                          true   Deployment                      all
deployments/status                          apps/v1                          true   Deployment
replicasets                      rs         apps/v1                          true   ReplicaSet                      all
replicasets/status                          apps/v1                          true   ReplicaSet
statefulsets                     sts        apps/v1                          true   StatefulSet                     all
statefulsets/status                         apps/v1                          true   StatefulSet
selfsubjectreviews                          authentication.k8s.io/v1         false  SelfSubjectReview
tokenreviews                                authentication.k8s.io/v1         false  TokenReview
selfsubjectaccessreviews                    authorization.k8s.io/v1          false  SelfSubjectAccessReview
subjectaccessreviews                        authorization.k8s.io/v1          false  SubjectAccessReview
leases                                      coordination.k8s.io/v1           true   Lease
events                           ev         events.k8s.io/v1                 true   Event
clusterrolebindings                         rbac.authorization.k8s.io/v1     false  ClusterRoleBinding
clusterroles                                rbac.authorization.k8s.io/v1     false  ClusterRole
rolebindings                                rbac.authorization.k8s.io/v1     true   RoleBinding
roles                                       rbac.authorization.k8s.io/v1     true   Role
volumeattachments                           storage.k8s.io/v1                false  VolumeAttachment
volumeattachments/status                    storage.k8s.io/v1                false  VolumeAttachment
`;

interface ResourceDocument {
  readonly name: string;
  readonly singularName: string;
  readonly namespaced: boolean;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

const builtin = new KindRegistry(builtinKinds());
let custom: KindRegistry;
beforeAll(async () => {
  custom = (await createState()).kinds;
});

const resourcesAt = (path: string): readonly ResourceDocument[] =>
  (discoveryDocument(builtin, path) as { resources: readonly ResourceDocument[] }).resources;

const groups = [
  "admissionregistration.k8s.io",
  "apiextensions.k8s.io",
  "apps",
  "authentication.k8s.io",
  "authorization.k8s.io",
  "coordination.k8s.io",
  "events.k8s.io",
  "rbac.authorization.k8s.io",
  "storage.k8s.io",
];

/** Lines without their columns, because names and groups have no spaces. */
const wordsOf = (table: string): string[] => table.split("\n").map((line) => line.split(/\s+/).join(" ").trim());

describe("built-in kinds", () => {
  test("are those of a real server", () => {
    const lines = ["v1", ...groups.map((group) => `${group}/v1`)].flatMap((apiVersion) =>
      resourcesAt(apiVersion === "v1" ? "/api/v1" : `/apis/${apiVersion}`)
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .map(({ name, shortNames = [], namespaced, kind, categories = [] }) =>
          [name, shortNames.join(), apiVersion, namespaced, kind, categories.join()].filter((word) => word !== ""),
        ),
    );
    expect(lines.map((line) => line.join(" "))).toEqual(wordsOf(apiResources.trim()));
  });

  test("have singular names, their subresources have none", () => {
    const all = ["/api/v1", "/apis/apps/v1"].flatMap(resourcesAt);
    for (const { name, kind, singularName } of all)
      expect([name, singularName]).toEqual([name, name.includes("/") ? "" : kind.toLowerCase()]);
  });

  test.each([
    { path: "/api/v1", name: "secrets", verbs: "create delete deletecollection get list patch update watch" },
    { path: "/api/v1", name: "nodes/status", verbs: "get patch update" },
    { path: "/api/v1", name: "namespaces/finalize", verbs: "update" },
    { path: "/api/v1", name: "serviceaccounts/token", verbs: "create" },
    { path: "/apis/authentication.k8s.io/v1", name: "tokenreviews", verbs: "create" },
  ])("$name has the verbs $verbs", ({ path, name, verbs }) => {
    const found = resourcesAt(path).find((resource) => resource.name === name);
    expect(found?.verbs.toSorted().join(" ")).toBe(verbs);
  });

  test("short names and categories are absent where there are none", () => {
    const [secrets] = resourcesAt("/api/v1").filter(({ name }) => name === "secrets");
    expect(Object.keys(secrets ?? {}).toSorted()).toEqual(["kind", "name", "namespaced", "singularName", "verbs"]);
  });

  test("reviews have singular names", () => {
    const names = resourcesAt("/apis/authorization.k8s.io/v1").map(({ singularName }) => singularName);
    expect(names).toEqual(["selfsubjectaccessreview", "subjectaccessreview"]);
  });
});

const groupOf = (name: string, version = "v1"): object => {
  const only = { groupVersion: `${name}/${version}`, version };
  return { name, versions: [only], preferredVersion: only };
};

test.each([
  {
    path: "/api",
    want: { kind: "APIVersions", apiVersion: "v1", versions: ["v1"], serverAddressByClientCIDRs: [] },
  },
  {
    path: "/api/",
    want: { kind: "APIVersions", apiVersion: "v1", versions: ["v1"], serverAddressByClientCIDRs: [] },
  },
  {
    path: "/apis",
    want: { kind: "APIGroupList", apiVersion: "v1", groups: groups.map((name) => groupOf(name)) },
  },
  { path: "/apis/apps", want: { kind: "APIGroup", apiVersion: "v1", ...groupOf("apps") } },
  {
    path: "/apis/authentication.k8s.io/",
    want: { kind: "APIGroup", apiVersion: "v1", ...groupOf("authentication.k8s.io") },
  },
])("the document of $path", ({ path, want }) => {
  expect(discoveryDocument(builtin, path)).toEqual(want);
});

test.each([
  { path: "/api/v1", groupVersion: "v1" },
  { path: "/api/v1/", groupVersion: "v1" },
  { path: "/apis/apps/v1", groupVersion: "apps/v1" },
])("$path lists the resources of $groupVersion", ({ path, groupVersion }) => {
  expect(discoveryDocument(builtin, path)).toMatchObject({ kind: "APIResourceList", apiVersion: "v1", groupVersion });
});

test.each([
  "/",
  "/api/v2",
  "/api/v1/pods",
  "/apis/none",
  "/apis/apps/v2",
  "/apis/apps/v1/deployments",
  "/other",
  "/other/v1",
  "/api/v1/namespaces/a/pods",
])("%s is not a discovery path", (path) => {
  expect(discoveryDocument(builtin, path)).toBeUndefined();
});

test("only kinds of the core group have the subresources finalize and token", () => {
  const kinds = builtinKinds().map((kind) => ({ ...kind, group: kind.group === "" ? "other.test" : kind.group }));
  const { resources } = discoveryDocument(new KindRegistry(kinds), "/apis/other.test/v1") as {
    resources: readonly ResourceDocument[];
  };
  const names = resources.map(({ name }) => name);
  expect(names).toContain("namespaces/status");
  expect(names.filter((name) => /\/(?:finalize|token)$/.test(name))).toEqual([]);
});

test("a custom kind is discovered with its group, in the order of names", () => {
  expect(discoveryDocument(custom, "/apis")).toMatchObject({
    groups: [...groups, "example.com"].toSorted().map((name) => groupOf(name)),
  });
  expect(discoveryDocument(custom, "/apis/example.com/v1")).toMatchObject({
    resources: [
      { name: "widgets", singularName: "widget", namespaced: true, kind: "Widget" },
      { name: "widgets/status", singularName: "", namespaced: true, kind: "Widget" },
      { name: "gadgets", singularName: "gadget", namespaced: false, kind: "Gadget" },
      { name: "gadgets/status", singularName: "", namespaced: false, kind: "Gadget" },
    ],
  });
});
