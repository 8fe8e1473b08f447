// Where the rights of an operator are granted.
import { resourceOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { controllerRights } from "./controller-rights.ts";
import { roleObjects, type RoleTarget } from "./role-objects.ts";

const Foo = resourceOf("example.com/v1", "Foo");
const Zone = resourceOf("example.com/v1", "Zone", { scope: "Cluster" });
const rights = controllerRights([{ for: Foo, reads: [Zone] }]);

/** "Kind namespace/name: the resources of its rules, or its account". */
function told(target: Partial<RoleTarget>): readonly string[] {
  return roleObjects(rights, { name: "foo", namespace: "system", ...target }).map((object) => {
    const { namespace = "", name } = object.metadata;
    const what =
      "rules" in object
        ? (object.rules ?? []).flatMap(({ resources = [] }) => resources).join(",")
        : "subjects" in object
          ? (object.subjects ?? []).map((subject) => `${subject.namespace ?? ""}/${subject.name}`).join(",")
          : "";
    return `${object.kind} ${namespace}/${name ?? ""}: ${what}`;
  });
}

const reviews = "tokenreviews,subjectaccessreviews";

test("a manager of all namespaces has a ClusterRole, and a Role for its lease", () => {
  expect(told({})).toEqual([
    `ClusterRole /foo: ${reviews},zones,events,foos`,
    "ClusterRoleBinding /foo: system/foo",
    "Role system/foo-leader: leases",
    "RoleBinding system/foo-leader: system/foo",
  ]);
});

test("a manager of some namespaces has a Role in each, and in the cluster only what has no namespace", () => {
  expect(told({ watched: ["a", "system"], serviceAccount: "bar" })).toEqual([
    `ClusterRole /foo: ${reviews},zones`,
    "ClusterRoleBinding /foo: system/bar",
    "Role a/foo: events,foos",
    "RoleBinding a/foo: system/bar",
    "Role system/foo: events,foos",
    "RoleBinding system/foo: system/bar",
    "Role system/foo-leader: leases",
    "RoleBinding system/foo-leader: system/bar",
  ]);
});
